import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";
import { ABOUT_PAGE } from "./aboutPage.ts";

export const PAGES: Unfinished<Words["pages"]> = {
  ...ABOUT_PAGE,
  title: "Páginas",
  all: "Todas las páginas",
  add: "Página nueva",
  searchFor: "Título o dirección",
  noneFound: "Ninguna página tiene «{text}» en su título o dirección.",
  none: {
    published: "Ninguna página está publicada sin cambios.",
    changed: "Ninguna página tiene cambios.",
    new: "Ninguna página es nueva.",
    deleted: "No se ha eliminado ninguna página.",
  },
  older: "Más páginas",
  newest: "Primeras páginas",
  list: "Páginas",
  states: { published: "Publicada", changed: "Cambiada", new: "Nueva", deleted: "Eliminada" },
  held: "Retenida",
  visibleFrom: "Visible desde",
  visibleUntil: "Visible hasta",
  show: "Mostrar",
  everything: "Todas",
  below: { one: "1 página debajo", many: "{n} de páginas debajo", other: "{n} páginas debajo" },
  under: "Páginas bajo {path}",
  levelUp: "Subir un nivel",
  edit: "Editar",
  settings: "Ajustes",
  view: "Verla en el sitio",
  changedBy: "Cambiada por {name}",
  unreachable: "Los visitantes no pueden llegar a esta página, porque su dirección ya está en uso.",
  hidden: "No aparece en los resultados de búsqueda",

  deletedBy: "Eliminada por {name}",
  restore: "Recuperarla",
  elsewhere: "Otra dirección para esta página",
  elsewhereHelp: "Otra página tiene ahora su dirección.",

  newTitle: "Página nueva",
  path: "Dirección",
  pathHelp: "Ejemplo: /servicios/reparaciones. Si la dejas vacía, la dirección sale del título.",
  begin: "Empezar con",
  blank: "Una página vacía",
  menu: "Ponerla en el menú",
  create: "Crear la página",

  noPicture: "Ninguna",
  keptPicture: "La actual",

  previews: "Cómo la muestran otros sitios",
  shared: "Como enlace compartido",

  address: "Dirección",
  move: "Cambiar la dirección",
  redirect: "Llevar a los visitantes de la dirección antigua a la nueva",
  along: {
    one: "Mover también la página que hay debajo",
    many: "Mover también las {n} de páginas que hay debajo",
    other: "Mover también las {n} páginas que hay debajo",
  },

  entry: "Tipo de contenido",
  entryOf: "Convertir en entrada de",
  entryHelp:
    "Su dirección, sus palabras y sus secciones se quedan. Lo que el tipo exige empieza con un ejemplo. Si el tipo no tiene dirección, los visitantes dejan de tener la página.",
  makeEntry: "Convertir en entrada",

  copy: "Copia",
  copyTitle: "Copia de {title}",
  makeCopy: "Hacer una copia",
  template: "Plantilla de página",
  templateHelp: "Las páginas nuevas pueden empezar con una copia de las secciones de esta página.",
  templateName: "Nombre de la plantilla",
  makeTemplate: "Guardar como plantilla",

  links: "Qué enlaza aquí",
  noLinks: "Ninguna página, menú ni redirección enlaza aquí.",
  linksMore: "y más",
  kinds: {
    page: "Página",
    navigation: "El menú",
    redirects: "Las redirecciones",
    settings: "Los ajustes",
    types: "Los tipos de contenido",
    theme: "El tema",
  },

  remove: "Eliminar esta página",
  removeHelp: "Puedes recuperarla desde la lista de páginas eliminadas.",
  removeTitle: "Eliminar",
  removeLinked: {
    one: "1 lugar enlaza a esta página. Su enlace no llevaría a ninguna parte.",
    many: "{n} de lugares enlazan a esta página. Sus enlaces no llevarían a ninguna parte.",
    other: "{n} lugares enlazan a esta página. Sus enlaces no llevarían a ninguna parte.",
  },
  removeAsked: "¿Eliminar esta página?",
  removeAnyway: "Eliminarla",
  done: {
    typed: "La página es una entrada en el borrador. Rellene sus valores.",
    created: "La página está en el borrador. Los visitantes la verán cuando se publique.",
    moved: "La dirección está cambiada en el borrador.",
    copied: "La página está copiada. Estás viendo la copia.",
    removed: "La página está eliminada del borrador. Los visitantes la ven hasta que se publique el borrador.",
    restored: "La página vuelve a estar en el borrador.",
  },
};
