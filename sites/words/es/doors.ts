import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import type { DoorWords } from "../en/doors.ts";
import { ROLES } from "./roles.ts";

export const DOORS: Unfinished<DoorWords> = {
  again: "Volver a iniciar sesión",
  failed:
    "Inténtalo una vez más. Si vuelve a fallar, avisa a los responsables de este sitio. El motivo está en su registro.",
  unavailable:
    "Puede que intentarlo de nuevo no ayude. Avisa a los responsables de este sitio. El motivo está en su registro.",
  invitation: "Envía este código a la persona que quiere invitarte. Cuando te haya invitado, vuelve a iniciar sesión.",
  issuer: "Dónde iniciaste sesión",
  subject: "Tu código",
  refused: {
    INVALID_REQUEST: "Este enlace o formulario no está completo. Vuelve atrás e inténtalo de nuevo.",
    LOGIN_FAILED: "No se pudo completar el inicio de sesión.",
    FORBIDDEN: "Tu rol no lo permite.",
    ORIGIN_MISMATCH: "Esta solicitud no viene de este sitio.",
    NOT_INVITED: "No tienes invitación a este sitio.",
    NOT_FOUND: "Aquí no hay nada.",
    METHOD_NOT_ALLOWED: "Esta dirección no se puede usar así.",
    RATE_LIMITED: "Hubo demasiadas solicitudes. Espera un momento e inténtalo de nuevo.",
    INTERNAL: "Algo falló por nuestra parte.",
    LOGIN_UNAVAILABLE: "Nadie puede iniciar sesión aquí en este momento.",
    UNAVAILABLE: "No responde en este momento. Inténtalo de nuevo.",
  },
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "¿Iniciar sesión en {name}?",
    sent: "Otro sitio te ha enviado aquí. Inicia sesión solo si quieres trabajar en {name}.",
    go: "Iniciar sesión",
  },
  program: {
    title: "¿Permitir que la línea de comandos de este ordenador actúe por ti?",
    asks: "Quiere trabajar en {name}, donde tu rol es {role}. Allí podrá hacer todo lo que tú puedes hacer. Esto termina con tu sesión en este navegador, o cuando ejecutes {logout}.",
    check:
      "Comprueba que tu terminal muestra {check}. Si muestra otra cosa, o si no escribiste {login}, no lo permitas.",
    yes: "Permitir",
    no: "No permitir",
  },
  agent: {
    title: "¿Permitir que un agente actúe por ti?",
    claims: "Lo pide un programa que se llama a sí mismo {name}. Tu respuesta va a {host}.",
    proven: "Lo pide {name} de {domain}. Tu respuesta va a {host}.",
    local: "El programa se ejecuta en este ordenador. Permítelo solo si acabas de iniciarlo.",
    unnamed: "(sin nombre)",
    site: "¿Para qué sitio?",
    choice: "{name} ({hostname}), donde tu rol es {role}",
    scope: "¿Qué puede hacer allí el agente por ti?",
    scopes: {
      "site:read": "leer el sitio con su borrador, su historial y sus medios",
      "content:write":
        "cambiar el borrador: páginas, secciones, menús, redirecciones, tema y ajustes; describir archivos de medios y eliminar los que no se usan",
      "content:publish": "publicar, programar publicaciones y volver a versiones publicadas anteriores",
      "plugins:use": "usar lo que los plugins del sitio ofrecen a los agentes",
    },
    notAt: "(no en {hostnames}: tu rol allí no lo permite)",
    limits:
      "El agente nunca puede hacer más de lo que permite tu rol. Este permiso termina a los 30 días, o cuando dejes de ser miembro.",
    yes: "Permitir",
    no: "No permitir",
    unreadable: "No se pudo leer la descripción de este programa.",
  },
};
