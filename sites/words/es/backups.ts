import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const BACKUPS: Unfinished<Words["backups"]> = {
  title: "Copias de seguridad",
  intro:
    "Una copia de seguridad lo guarda todo: páginas, ajustes, plugins y archivos, de todos los sitios relacionados.",
  list: "Copias guardadas",
  none: "Aún no hay copias de seguridad.",
  platform:
    "El operador también puede devolverlo todo a un momento anterior sin copia de seguridad. Consúltale si lo necesitas.",
  noPlatform:
    "Solo una copia de seguridad puede recuperar un estado anterior. La plataforma no guarda ninguno por sí misma.",
  facts: "{size}, por {name}",
  files: { one: "1 archivo, {size}", many: "{n} de archivos, {size}", other: "{n} archivos, {size}" },
  missing: { one: "Ya faltaba 1 archivo", many: "Ya faltaban {n} de archivos", other: "Ya faltaban {n} archivos" },
  withSubmissions: "con los envíos de formularios",
  makeTitle: "Hacer una copia ahora",
  make: "Crear una copia de seguridad",
  submissions: "Incluir lo que los visitantes enviaron con formularios",
  submissionsHelp: "Puede contener datos personales de visitantes.",
  verify: "Comprobar",
  verifyOf: "Comprobar la copia de seguridad {id}",
  remove: "Eliminar",
  removeQuestion: "¿Eliminar esta copia de seguridad? Nadie podrá recuperarla.",
  removeSure: "Eliminar definitivamente",
  exportTitle: "Descargar una copia de todo",
  exportHelp:
    "Un solo archivo con todo menos los medios, para que lo guardes en otro lugar. Puedes descargarlo durante un día.",
  export: "Crear una exportación",
  download: "Descargar la exportación",
  restoring:
    "Solo el operador puede restaurar una copia de seguridad. La restauración sustituye todo lo que hay aquí ahora.",
  done: {
    kept: "La copia de seguridad está creada.",
    sound: "La copia de seguridad está completa. Todas sus partes se pueden leer.",
    broken: "La copia de seguridad está dañada. No confíes en ella: crea otra.",
    removed: "Copia eliminada.",
    exported: "La exportación está lista.",
  },
};
