import type { Words } from "../../en/index.ts";

export const REFUSED: Words["refusals"] = {
  CONFLICT: "Das verträgt sich nicht mit dem, was jetzt da ist.",
  FORBIDDEN: "Ihre Rolle erlaubt das nicht.",
  IDEMPOTENCY_KEY_MISSING: "Dieses Formular kam ohne seine Nummer an. Senden Sie es noch einmal.",
  IDEMPOTENCY_KEY_REUSED: "Dieses Formular wurde schon einmal mit anderem Inhalt gesendet. Senden Sie es noch einmal.",
  INVALID_REQUEST: "Etwas in diesem Formular stimmt noch nicht.",
  INVITATION_OVER:
    "Diese Einladung gilt nicht mehr: Sie wurde benutzt oder zurückgezogen, oder sie ist zu alt. Bitten Sie die Person, von der sie kommt, um eine neue.",
  NOT_FOUND: "Hier ist nichts. Vielleicht hat es jemand entfernt.",
  ORIGIN_MISMATCH: "Dieses Formular kam nicht von dieser Website.",
  OTHER_MEMBER:
    "In diesem Browser ist jemand anders angemeldet. Nichts wurde geändert, und was Sie geschrieben haben, ist noch da: Melden Sie sich in einem anderen Tab wieder an und senden Sie es dann.",
  PLUGIN_CONSENT_MISSING: "Stimmen Sie zuerst den Namen zu, die nur dieses Plugin benutzt.",
  PLUGIN_NAME_TAKEN: "Ein anderes Plugin hat schon einen Namen, den dieses benutzen würde.",
  PLUGIN_REJECTED: "Dieses Paket wurde nicht angenommen.",
  RATE_LIMITED: "Das war zu viel auf einmal. Warten Sie einen Moment und senden Sie es noch einmal.",
  STALE_VERSION:
    "Inzwischen hat jemand das geändert. Was Sie geschrieben haben, ist noch da: Senden Sie es noch einmal, um zu ersetzen, was jetzt dort steht.",
  TENANT_READ_ONLY: "Diese Website ist gerade schreibgeschützt.",
  TENANT_SUSPENDED: "Diese Website ist gerade nicht verfügbar.",
  TOO_SLOW: "Das Senden hat zu lange gedauert. Versuchen Sie es noch einmal.",
  TOO_LARGE: "Das ist größer, als hier angenommen wird.",
  UNAUTHENTICATED: "Melden Sie sich zuerst an.",
  UNSUPPORTED_MEDIA_TYPE: "Eine solche Datei wird hier nicht angenommen.",
  WORKSPACE_FULL: "Hier ist kein Platz mehr. Löschen Sie, was nicht mehr gebraucht wird, und veröffentlichen Sie dann.",
  VERSION_REQUIRED: "Dieses Formular kam ohne die Version an, auf der es aufbaut. Senden Sie es noch einmal.",
};
