import type { Translated, Unfinished } from "../../shape/translated.ts";
import type { ABOUT_PAGE as ENGLISH } from "../../en/pages/aboutPage.ts";

export const ABOUT_PAGE: Unfinished<Translated<typeof ENGLISH>> = {
  about: "Acerca de esta página",
  titleHelp: "Lo muestran los navegadores, las listas y los resultados de búsqueda.",
  pageTitle: "Título",
  description: "Descripción",
  descriptionHelp: "Una o dos frases. La muestran los buscadores y los enlaces compartidos.",
  collection: "Colección",
  collectionHelp:
    "Una lista muestra las páginas de una colección, por ejemplo diario. Escribe una sola palabra en minúsculas.",
  date: "Fecha",
  dateHelp: "Las listas se ordenan por esta fecha. Ejemplo: 2026-03-12.",
  author: "Autor",
  audience: "Solo para estos lectores",
  audienceHelp:
    "Nombres de grupos, como paid; readers significa todos los que tienen cuenta. Vacío: la página es para todos.",
  teaser: "Las listas y los menús pueden mostrar su título, descripción e imagen",
  noindex: "Ocultar esta página a los buscadores, feeds y listas",
  held: "Retener esta página",
  heldHelp: "«Publicar» la omite hasta que un miembro la marque allí.",
  from: "Visible desde",
  fromHelp: "Los visitantes ven la página publicada a partir de entonces, y hasta el final indicado abajo.",
  until: "Visible hasta",
  zone: "En la zona horaria {zone}.",
  picture: "Imagen",
  pictureHelp: "La muestran las listas y otros sitios que enlazan a esta página.",
  inSearch: "En los resultados de búsqueda",
  noDescription: "Sin descripción, los buscadores eligen un texto de la página.",
  pageless: "Solo en listas, sin página propia",
};
