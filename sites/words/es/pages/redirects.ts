import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

export const REDIRECTS: Unfinished<Words["redirects"]> = {
  title: "Redirecciones",
  intro:
    "Una redirección lleva a los visitantes de una dirección antigua a una nueva. Lo que sigue a ? en la dirección se conserva.",
  list: "Todas las redirecciones",
  from: "Desde",
  fromHelp:
    "Ejemplo: /pagina-antigua. Añade /* al final para incluir todas las direcciones que haya debajo. Escribe :name para una parte cualquiera y ?p=12 para un parámetro.",
  to: "Hacia",
  toHelp:
    "Una página de este sitio u otra dirección. Añade /* al final para conservar el resto de la dirección. O nombra sus partes, como en /posts/:name.",
  kind: "Duración",
  kinds: {
    301: "Permanente",
    302: "Temporal",
    307: "Temporal, también para formularios",
    308: "Permanente, también para formularios",
    410: "La página ya no existe y no tiene dirección nueva",
  },
  gone: "desaparecida",
  addTitle: "Añadir una redirección",
  add: "Añadir",
  remove: "Quitar",
  removeOf: "Quitar la redirección desde {from}",
  searchFor: "Dirección",
  none: "Todavía no hay redirecciones. Una redirección lleva de una dirección antigua a una nueva.",
  noneFound: "Ninguna redirección tiene «{text}» en sus direcciones.",
  older: "Más redirecciones",
  newest: "Primeras redirecciones",

  missed: {
    title: "Pedidas en vano",
    help: "En estas direcciones, los visitantes no encontraron ninguna página. Una redirección los lleva a otra. Las direcciones que podrían nombrar a una persona no se cuentan.",
    times: "Visitas: {n}. La última:",
    redirect: "Redirigir…",
    redirectOf: "Redirigir {path}",
    gone: "Eliminada para siempre",
    goneOf: "{path} está eliminada para siempre",
    more: "Otras direcciones: {n}",
  },

  testTitle: "Probar una dirección",
  test: "Probar",
  address: "Dirección",
  steps: "Qué ocurre en {path}",
  leadsTo: "lleva a",
  isPage: "es la página «{title}»",
  isFile: "es una dirección anterior del archivo «{name}»",
  isNothing: "no existe: los visitantes ven la página «no encontrada»",
  isGone: "está marcada como desaparecida",
  isElsewhere: "está fuera de este sitio",
  tooLong: "pasa por demasiadas redirecciones, y los navegadores desisten",

  importTitle: "Añadir muchas a la vez",
  rows: "Filas de una hoja de cálculo o un archivo CSV",
  rowsHelp:
    "Escribe una redirección por línea: la dirección antigua, la nueva y, si quieres, 301, 302, 307, 308 o 410. Sepáralas con una coma, un punto y coma, un tabulador o espacios.",
  file: "o elige un archivo",
  preview: "Vista previa de los cambios",
  line: "Línea {n}",
  states: { added: "Nueva", replaced: "Sustituye una redirección", same: "Ya existe", refused: "No aceptada" },
  counts: {
    one: "Cambiaría 1 redirección.",
    many: "Cambiarían {n} de redirecciones.",
    other: "Cambiarían {n} redirecciones.",
  },
  nothingNew: "No cambiaría nada.",
  refused: { one: "1 línea no se acepta.", many: "{n} de líneas no se aceptan.", other: "{n} líneas no se aceptan." },
  linesMore: { one: "1 línea más", many: "{n} de líneas más", other: "{n} líneas más" },
  import: "Añadir las redirecciones",
  faults: {
    pattern:
      "Es un patrón que ninguna redirección puede expresar. Escribe :name para una parte de la dirección, o termínala en /* para todo lo que haya debajo.",
    inside: "Esta línea solo reescribe direcciones dentro del servidor y no lleva a nadie a otra parte.",
    switchedOff: "Esta redirección está desactivada en el archivo.",
    otherSite: "La dirección antigua es de otro sitio. Se necesita una dirección de este sitio, como /pagina-antigua.",
  },
  anchorLeftOut: "Lo que sigue a # se omite, porque los navegadores nunca lo envían.",
  twice: "Una línea anterior tiene la misma dirección.",
  incomplete: "Esta línea necesita una dirección antigua y una nueva.",
  endless: "Esta redirección daría vueltas en círculo.",
  tooMany: "Un sitio tiene como máximo {most} redirecciones.",
  allowed: "Se necesita: {allowed}.",
  done: {
    added: "Añadida al borrador. Funcionará cuando se publique el borrador.",
    removed: "Quitada del borrador.",
    imported: "Añadidas al borrador. Funcionarán cuando se publique el borrador.",
  },
};
