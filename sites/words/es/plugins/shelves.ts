import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

const INDEX: Unfinished<Words["shelves"]["index"]> = {
  unreachable: "No respondió.",
  too_slow: "Tardó demasiado en responder.",
  too_large: "Es más grande de lo que puede ser una lista.",
  insecure: "Está en esta máquina, donde una lista solo se prueba tras un arranque pensado para ello.",
  redirected: "Lleva a una dirección que el operador no ha permitido.",
  malformed: "Su respuesta no es una lista de plugins.",
  wrong_key: "Está firmada con una clave que no puede firmar esta lista.",
  wrong_signature: "Su firma es incorrecta. Puede que la haya cambiado un extraño.",
  wrong_name: "Envió otra lista que la que eligió el operador.",
  expired: "Ha caducado. Nadie la ha renovado, o un extraño nos oculta la nueva.",
  holds_too_long: "Dice ser válida más tiempo del que puede serlo una lista.",
  rolled_back: "Envió una lista más antigua que la última vez.",
  changed: "Envió dos listas distintas con el mismo número.",
  shrunk: "Omitió algo que antes incluía.",
  rewritten: "Incluye una versión con otro contenido que antes.",
  foreign_name: "Incluye un plugin que esta lista no puede ofrecer.",
};

const REFUSED: Unfinished<Words["shelves"]["refused"]> = {
  withdrawn: "Su autor ha retirado esta versión.",
  other_than_listed: "Este no es el paquete que nombra la lista. Puede que lo haya cambiado un extraño.",
  other_index: "Tienes este plugin de otra lista. Solo se acepta una actualización de allí.",
  other_publisher: "Lo ha firmado otro publicador. Tienes el plugin de uno distinto.",
  too_young:
    "Esta versión es demasiado reciente. Este sitio espera unos días con las versiones nuevas de las listas: mira las actualizaciones en la página de plugins.",
  too_few_signatures:
    "Lo han firmado muy pocas claves de confianza. La página de plugins dice cuántas pide este sitio.",
  first_party_id: "Esta instalación ya incluye un plugin con este nombre.",
  too_many_plugins: "Este sitio ya tiene el máximo de plugins.",
  no_room: "No queda espacio de almacenamiento para él.",
  files_not_allowed: "Contiene archivos que un plugin no puede contener.",
  older_than_highest:
    "Aquí se instaló antes una versión más nueva. Solo un propietario puede volver atrás, con la línea de comandos.",
  other_bytes_of_a_version: "Aquí se instaló antes otro paquete de esta versión.",
  too_large: "Es más grande de lo que puede ser un paquete.",
  malformed: "Este archivo no es un paquete de plugin. Elige el archivo que te dio el autor del plugin.",
  no_keys: "Esta instalación aún no confía en ningún publicador. El operador decide en quién confiar.",
  unknown_key:
    "No lo ha firmado ningún publicador en el que confíe esta instalación. El operador decide en quién confiar.",
  not_yet_valid: "La firma de su autor aún no es válida.",
  expired: "La firma de su autor ya no es válida.",
  revoked: "El operador ya no confía en su autor.",
  wrong_algorithm: "Su firma es de otro tipo que la de su autor.",
  wrong_signature: "Su firma es incorrecta. Puede que lo haya cambiado un extraño.",
  manifest_refused:
    "La descripción que el plugin hace de sí mismo tiene un error. Pide a su autor una versión corregida.",
  publisher_not_allowed: "Su publicador no puede publicar un plugin con este nombre.",
  files_refused: "Sus archivos no son los que enumera.",
  wrong_digest: "Sus archivos no son los que firmó su autor.",
};

export const SHELVES: Unfinished<Words["shelves"]> = {
  title: "Buscar plugins",
  open: "Buscar plugins y actualizaciones",
  intro:
    "El operador ha elegido estas listas de plugins. Una lista solo dice dónde obtener un plugin. Tú decides qué instalar.",
  searchFor: "Palabras de un nombre o una descripción",
  found: { one: "1 plugin", many: "{n} de plugins", other: "{n} plugins" },
  more: {
    one: "1 más: busca con más palabras.",
    many: "{n} más: busca con más palabras.",
    other: "{n} más: busca con más palabras.",
  },
  none: "Ninguna lista tiene un plugin con estas palabras.",
  noLists: "El operador aún no ha elegido ninguna lista. Puedes instalar un plugin desde un archivo.",
  nothingListed: "Las listas están vacías.",
  read: "Leer más: {name}",
  from: "de {index}",
  known: "publicador de confianza",
  unknown: "publicador desconocido",
  unknownHelp:
    "Esta instalación no confía en su publicador, así que no puedes añadirlo. El operador decide en quién confiar.",
  here: "La versión {version} está instalada",
  newest: "la más nueva: {version}",
  allWithdrawn: "su autor ha retirado todas las versiones",

  outdated: "Versiones más nuevas",
  upToDate: "Todos los plugins están al día.",
  step: "{installed} está instalada, {newest} está disponible",
  waits: "Leer lo que pide la versión {version}",
  update: "Leer la actualización: {name}",
  rivals: "Otros plugins con el mismo nombre",
  rival: "{index} incluye un plugin con este nombre de otro publicador. Es un plugin distinto y no sustituye al tuyo.",

  lists: "Las listas",
  holds: "válida hasta",
  readAt: "leída el",
  neverRead: "Esta lista aún no se ha leído.",
  refusedNow: "La versión más nueva de esta lista no se aceptó. Usamos la anterior hasta que caduque.",
  index: INDEX,
  refused: REFUSED,
  packageRefused: "El paquete no se aceptó.",
  indexRefused: "La lista no se aceptó.",

  back: "Buscar plugins",
  versions: "Versiones",
  versionShown: "esta página muestra {version}",
  size: "Tamaño",
  license: "Licencia",
  origin: "Hecho a partir de",
  noOrigin: "Su editor no lo dice.",
  originRefused:
    "Hay una declaración, pero es falsa o no la ha firmado ninguna clave en la que confíe esta instalación.",
  statedBy: "Declarado por",
  noLicense: "Su autor no indica licencia.",
  publisher: "Publicador",
  list: "Lista",
  asks: "Qué pide",
  effects: "Qué hace en el sitio",
  agreeLater: "Añadir el plugin no permite nada todavía. Queda desactivado hasta que permitas esto y lo actives.",
  updateLater:
    "Si la actualización no pide nada que no hayas permitido, puede empezar enseguida. Si no, espera hasta que la permitas.",
  addTitle: "Añadirlo",
  updateTitle: "Actualización",
  add: "Añadir la versión {version}",
  take: "Actualizar a la versión {version}",
  sameHere: "Esta versión está instalada.",
  olderThanHere:
    "Hay instalada una versión más nueva. Solo un propietario puede volver atrás, con la línea de comandos.",
  goTo: "Ir al plugin",
};
