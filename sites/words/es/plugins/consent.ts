import type { Unfinished } from "../../shape/translated.ts";
import type { Words } from "../../en/index.ts";

const PAGE_TERMS = {
  "": "nada",
  title: "el título",
  description: "la descripción",
  path: "la dirección",
  collection: "la colección",
  date: "la fecha",
  author: "el autor",
};
const PICTURE_TERMS = {
  "": "nada",
  alt: "la descripción",
  focal: "el punto focal",
  name: "el nombre",
  size: "el tipo y el tamaño",
  bytes: "la propia imagen",
};

/** Sentences of an owner's consent to a plugin, by the API's names. */
export const CONSENT: Unfinished<Words["consent"]> = {
  sentences: {
    exchange: "Intercambiar datos con {hosts} ({methods})",
    exchangeChosen: "Intercambiar datos con las direcciones de su ajuste «{setting}» ({methods})",
    exchangeBoth: "Intercambiar datos con {hosts} y con las direcciones de su ajuste «{setting}» ({methods})",
    headers: "Enviarles otras cabeceras: {headers}",
    heldSecret: "Hacer enviar el secreto de su ajuste «{setting}» solo a {host}, sin que su código lo reciba",
    formsAll: "Recibir lo que los visitantes escriben sobre sí mismos, en todos los formularios",
    formsSome: "Recibir lo que los visitantes escriben sobre sí mismos, en: {forms}",
    scripts:
      "Ejecutar sus propios scripts en los navegadores de los visitantes, en marcos que no alcanzan ni la página ni internet",
    scriptsOnline:
      "Ejecutar sus propios scripts en los navegadores de los visitantes, en marcos que no alcanzan la página pero intercambian datos con {hosts}",
    logs: "Guardar sus mensajes de error y su salida para que los leas; pueden contener palabras de visitantes",
    draft: "Leer y cambiar el borrador: {documents}",
    published: "Leer lo publicado: {documents}",
    media: "Examinar las imágenes y los archivos",
    actions: "Recibir {places} del borrador cuando un miembro elige allí una de sus acciones",
    actionsWithBytes:
      "Recibir {places} del borrador, y las propias imágenes, cuando un miembro elige allí una de sus acciones",
    action: "Ofrece a los miembros «{title}» en el editor; nada cambia hasta que un miembro aplica lo que propone.",
    actionAnySection: "Recibe de cualquier sección {reads}, y puede proponer {proposes}.",
    actionSection: "Recibe de las secciones del tipo {types} {reads}, y puede proponer {proposes}.",
    actionPage: "Recibe de una página {members}, y puede proponer {suggested}.",
    actionPageAnySection: "Recibe de cada sección de esa página {reads}, y puede proponer {proposes}.",
    actionPageSection: "Recibe de sus secciones del tipo {types} {reads}, y puede proponer {proposes}.",
    actionPicture: "Recibe de una imagen {facts}, y puede proponer {suggestions}.",
    storage: "Guardar hasta {bytes} de datos propios, en {entries} registros como máximo",



    toolForMembers: "Da a los agentes de los miembros la herramienta {tool}, «{title}»; no cambia nada.",
    toolForMembersWriting: "Da a los agentes de los miembros la herramienta {tool}, «{title}»; puede cambiar algo.",
    toolForAll: "Da a todos los agentes la herramienta {tool}, «{title}»; no cambia nada.",
    toolForAllWriting: "Da a todos los agentes la herramienta {tool}, «{title}»; puede cambiar algo.",
    textForMembers: "Da a los agentes de los miembros un texto para leer, «{title}», en {address}.",
    textForAll: "Da a todos los agentes un texto para leer, «{title}», en {address}.",
    promptForMembers: "Da a los agentes de los miembros la plantilla {prompt}, «{title}».",
    promptForAll: "Da a todos los agentes la plantilla {prompt}, «{title}».",
    alone: "Los agentes ven su nombre sin el del plugin delante.",
    mayChange: "Puede cambiar borradores.",
    contentType: "Añade el tipo de contenido «{title}». Los miembros pueden crear páginas de él, con valores propios.",
    section: "Añade la sección «{title}» para páginas.",
    sectionByCode: "Añade la sección «{title}» para páginas. La rellena el código del plugin.",
    embeds: "Muestra contenido de {hosts} en la sección «{title}». Los navegadores de los visitantes se conectan allí.",
    addition: "Añade a {point} de otro plugin: {data}.",
    additionEmpty: "No añade nada a {point} de otro plugin.",
    listOfOne: "Permite que otros plugins añadan un elemento a su lista «{title}».",
    list: "Permite que otros plugins añadan hasta {most} elementos a su lista «{title}».",
    file: "Sirve {path}.",
    fileOfLists: "Sirve {path} para cada lista con más páginas.",
    fileOfPages: "Sirve {path} para cada página del tipo {type}.",
    fileForSearch: "Sirve {path}, que dice a los buscadores qué pueden incluir.",
    fileSitemap: "Sirve {path}, que dice a los buscadores qué hay en el sitio.",
    fileForModels: "Sirve {path}, que dice a los modelos de lenguaje qué hay en el sitio.",
    fileWellKnown: "Sirve {path}. Otros servicios confían en él como declaración oficial del sitio.",
    headRobots: "Dice a los buscadores, para cada página, si pueden incluirla.",
    headProof: "Demuestra a otro servicio de quién es el sitio, con {name} en cada página.",
    headIcon: "Da a cada página un icono que los navegadores muestran en las pestañas.",
    head: "Añade a la cabecera de cada página datos que leen los buscadores y las redes sociales ({name}).",
    routeForAll: "Responde a {methods} {path} para todo internet.",
    routeForMembers: "Responde a {methods} {path} para cada miembro.",
    routeForSome: "Responde a {methods} {path} para los miembros con {permission}.",
    form: "Añade el formulario «{title}», con el que los visitantes envían datos.",
    ownForm:
      "Muestra su propio formulario en la sección «{title}». Lo que los visitantes escriben allí va al plugin, no a los formularios del sitio.",
    frame:
      "Muestra «{title}» en las páginas y ejecuta su script en los navegadores de los visitantes, en un marco que no alcanza la página.",
    upload: "Permite a los miembros subir «{title}»: {types}, hasta {bytes}.",
    theme:
      "Añade el tema «{title}», que da estilo a toda la página, con las secciones y formularios de todos los plugins.",

    "hook.beforePublish": "Se le consulta antes de cada publicación y puede detenerla.",
    "hook.afterPublish": "Se entera de cada publicación.",
    "hook.formSubmitted": "Se entera de cada formulario que envía un visitante.",
    "hook.mediaUploaded": "Se entera de cada archivo que sube un miembro, si puede leer los medios.",
    "hook.scheduled": "Se ejecuta por sí mismo cada {everyMinutes} minutos.",
  },
  terms: {
    documents: {
      page: "las páginas",
      navigation: "los menús",
      redirects: "las redirecciones",
      theme: "el tema",
      settings: "los ajustes",
      types: "los tipos de contenido del propietario",
    },
    places: { section: "secciones", page: "páginas", picture: "imágenes" },
    reads: { "*": "todos los campos", "": "nada" },
    proposes: { "*": "todos los campos", "": "nada" },
    members: PAGE_TERMS,
    suggested: PAGE_TERMS,
    facts: PICTURE_TERMS,
    suggestions: PICTURE_TERMS,
  },
};
