import type { Words } from "../../en/index.ts";

export const REFUSED: Words["refusals"] = {
  CONFLICT: "Das geht jetzt nicht.",
  FORBIDDEN: "Ihre Rolle erlaubt das nicht.",
  IDEMPOTENCY_KEY_MISSING: "Dieses Formular war nicht vollständig. Senden Sie es noch einmal.",
  IDEMPOTENCY_KEY_REUSED:
    "Sie haben dieses Formular schon mit anderem Inhalt gesendet. Senden Sie es noch einmal, um den neuen Inhalt zu senden.",
  INVALID_REQUEST: "Etwas in diesem Formular muss berichtigt werden.",
  INVITATION_OVER:
    "Diese Einladung gilt nicht mehr: Sie wurde benutzt, zurückgezogen oder ist abgelaufen. Bitten Sie die Person, von der sie kommt, um eine neue.",
  INVITATION_DAMAGED:
    "Dieser Link öffnet hier keine Einladung: Ein Teil fehlt oder wurde unterwegs verändert. Oder er gehört zu einer anderen Website oder ist lange vorbei. Kopieren Sie den ganzen Link noch einmal aus der Nachricht, oder bitten Sie um einen neuen.",
  NOT_FOUND: "Hier ist nichts. Vielleicht hat es jemand entfernt.",
  ORIGIN_MISMATCH: "Dieses Formular kam nicht von dieser Website, deshalb wurde nichts geändert.",
  OTHER_MEMBER:
    "In diesem Browser ist jemand anders angemeldet. Nichts wurde geändert, und was Sie geschrieben haben, ist noch da: Melden Sie sich in einem anderen Tab wieder an und senden Sie es dann.",
  PLUGIN_CONSENT_MISSING: "Stimmen Sie zuerst den kurzen Namen zu, die dieses Plugin benutzt.",
  PLUGIN_NAME_TAKEN: "Ein anderes Plugin benutzt schon einen Namen, den dieses Plugin braucht.",
  PLUGIN_REJECTED: "Dieses Paket wurde nicht angenommen.",
  RATE_LIMITED: "Das war zu viel auf einmal. Warten Sie einen Moment und senden Sie es noch einmal.",
  STALE_VERSION:
    "Das wurde geändert, nachdem Sie es geöffnet haben. Was Sie geschrieben haben, ist noch da: Senden Sie es noch einmal, um die neuere Version zu ersetzen.",
  TENANT_READ_ONLY: "Diese Website ist gerade schreibgeschützt.",
  SHARE_LINK_ENDED:
    "Dieser Link ist abgelaufen oder wurde zurückgezogen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.",
  TENANT_SUSPENDED: "Diese Website ist gerade nicht verfügbar.",
  TOO_SLOW: "Das Senden hat zu lange gedauert. Versuchen Sie es noch einmal.",
  TOO_LARGE: "Das ist zu groß.",
  UNAUTHENTICATED: "Melden Sie sich zuerst an.",
  UNSUPPORTED_MEDIA_TYPE: "Eine solche Datei wird hier nicht angenommen.",
  WORKSPACE_FULL:
    "Hier ist kein Speicherplatz mehr. Löschen Sie, was Sie nicht mehr brauchen, und veröffentlichen Sie dann.",
  VERSION_REQUIRED: "Dieses Formular war nicht vollständig. Senden Sie es noch einmal.",
};
