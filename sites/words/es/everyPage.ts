import type { Unfinished } from "../shape/translated.ts";
import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

export const EVERY_PAGE: Unfinished<Words["everyPage"]> = {
  colon: ": ",
  draft: "Ver el borrador",
  canvas: "Editar el sitio",
  menu: "Menú",
  areas: "Editor",
  skip: "Ir al contenido",
  login: "Iniciar sesión",
  logout: "Cerrar sesión",
  loginElsewhere: "Iniciar sesión en otra pestaña",
  sendAgain: "Volver a enviar lo que escribí",
  keep: "Conservar",
  toEditor: "Ir al editor",
  search: "Buscar",
  clear: "Mostrar todo",
  save: "Guardar",
  actors: {
    member: "un antiguo miembro",
    operator: "el operador",
    plugin: "un plugin",
    system: "el sistema",
    visitor: "un visitante",
  },
  unnamed: byRole(ROLES, "unnamed"),
  support: "Para soporte",
  merged: {
    byOthers: {
      text: "Otro miembro escribió aquí: «{text}». Guarda de nuevo para poner tu texto en su lugar.",
      empty: "Otro miembro vació este campo. Guarda de nuevo para poner tu texto en su lugar.",
      choice: "Otro miembro cambió esta opción. Guarda de nuevo para poner la tuya en su lugar.",
    },
    byYou: {
      text: "Tú guardaste por última vez, quizá en otra pestaña. Ahora dice «{text}»: guarda de nuevo para poner este texto en su lugar.",
      empty:
        "Tú guardaste por última vez, quizá en otra pestaña. Ahora está vacío: guarda de nuevo para poner este texto en su lugar.",
      choice:
        "Tú guardaste por última vez, quizá en otra pestaña. Allí se eligió otra cosa: guarda de nuevo para poner esta opción en su lugar.",
    },
  },
  link: {
    deleted: "La página «{title}» fue eliminada.",
    lost: "No hay ninguna página en esta dirección.",
    now: "Lleva a {target}.",
  },
  done: { saved: "Guardado." },
  groups: {
    write: "Escribir",
    look: "Aspecto",
    site: "Sitio",
    publish: "Publicar",
    manage: "Gestionar",
    own: "Tú",
  },
};
