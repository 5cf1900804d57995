import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const JOIN: Unfinished<Words["join"]> = {
  title: "¿Unirte a {site}?",
  by: "{maker} te invita a trabajar en {site}.",
  invited: "Tienes una invitación para trabajar en {site}.",
  role: "Tu rol sería {role}: {may}.",
  first: "Primero inicia sesión. Después podrás leer esto de nuevo y decidir.",
  login: "Iniciar sesión",
  as: "Has iniciado sesión como {subject}, en {issuer}. Si te unes, nadie más podrá usar esta invitación.",
  yes: "Unirme",
  no: "No unirme",
  memberTitle: "Ya trabajas en este sitio",
  member:
    "Has iniciado sesión aquí con el rol {role}. La invitación sigue sin usar, así que puede usarla la persona a quien va dirigida.",
  elsewhere: "Para unirte con otra cuenta, primero cierra sesión en la página de tu cuenta.",
  account: "Tu cuenta",
  editor: "Ir al editor",
  openTitle: "Abrir tu invitación",
  link: "Tu enlace",
  linkHelp: "Pega el enlace completo que recibiste.",
  open: "Abrirlo",
  joinedBefore: "Si ya te uniste, solo tienes que iniciar sesión.",
  another: "Has recibido otro enlace",
};
