import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REFUSED: Unfinished<Words["refusals"]> = {
  CONFLICT: "Esto no se puede hacer ahora.",
  FORBIDDEN: "Tu rol no lo permite.",
  IDEMPOTENCY_KEY_MISSING: "Este formulario no estaba completo. Envíalo de nuevo.",
  IDEMPOTENCY_KEY_REUSED:
    "Ya enviaste este formulario con otro contenido. Envíalo de nuevo para mandar el contenido nuevo.",
  INVALID_REQUEST: "Hay algo que corregir en este formulario.",
  INVITATION_OVER:
    "Esta invitación ya no sirve: se usó, se retiró o ha caducado. Pide una nueva a la persona que la envió.",
  INVITATION_DAMAGED:
    "Este enlace no abre ninguna invitación aquí: le falta una parte o se alteró por el camino. O es para otro sitio, o caducó hace mucho. Copia otra vez el enlace completo del mensaje o pide uno nuevo.",
  NOT_FOUND: "Aquí no hay nada. Quizá un miembro lo haya eliminado.",
  ORIGIN_MISMATCH: "Este formulario no viene de este sitio, así que no se cambió nada.",
  OTHER_MEMBER:
    "Otro miembro ha iniciado sesión en este navegador. No se cambió nada y lo que escribiste sigue aquí: inicia sesión en otra pestaña y envíalo después.",
  PLUGIN_CONSENT_MISSING: "Acepta primero los nombres cortos que usa este plugin.",
  PLUGIN_NAME_TAKEN: "Otro plugin ya usa un nombre que este plugin necesita.",
  PLUGIN_REJECTED: "Este paquete no se aceptó.",
  RATE_LIMITED: "Fue demasiado a la vez. Espera un momento y envíalo de nuevo.",
  STALE_VERSION:
    "Esto se cambió después de que lo abrieras. Lo que escribiste sigue aquí: envíalo de nuevo para sustituir la versión más reciente.",
  TENANT_READ_ONLY: "Este sitio es de solo lectura en este momento.",
  SHARE_LINK_ENDED: "Este enlace ha caducado o se ha retirado. Pida otro a la persona que se lo envió.",
  TENANT_SUSPENDED: "Este sitio no está disponible en este momento.",
  TOO_SLOW: "Tardó demasiado en llegar. Envíalo de nuevo.",
  TOO_LARGE: "Es demasiado grande.",
  UNAUTHENTICATED: "Primero inicia sesión.",
  UNSUPPORTED_MEDIA_TYPE: "Aquí no se acepta este tipo de archivo.",
  WORKSPACE_FULL: "No queda espacio de almacenamiento. Elimina lo que ya no necesites y publica.",
  VERSION_REQUIRED: "Este formulario no estaba completo. Envíalo de nuevo.",
};
