import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const SETTINGS: Unfinished<Words["settings"]> = {
  title: "Ajustes",
  site: "El sitio",
  name: "Nombre",
  tagline: "Unas palabras junto al nombre",
  description: "Descripción",
  descriptionHelp: "De qué trata el sitio, para los resultados de búsqueda y los agentes.",
  language: "Idioma",
  languageHelp: "El idioma de los textos. Ejemplos: es-ES, de o pt-BR.",
  timeZone: "Zona horaria",
  timeZoneHelp:
    "Ejemplo: Europe/Madrid. La usan las listas y las publicaciones programadas. Si la dejas vacía, usan UTC.",
  logo: "Logotipo",
  logoHelp: "Se muestra con el nombre o en su lugar.",
  icon: "Icono",
  iconHelp: "Los navegadores lo muestran junto al título. Elige una imagen cuadrada.",
  organization: "Quién gestiona el sitio",
  legalName: "Razón social",
  email: "Correo electrónico",
  telephone: "Teléfono",
  telephoneHelp: "Con el prefijo del país.",
  address: "Dirección postal",
  addressHelp: "En una línea.",
  entry: "Permitir que una extensión del navegador encuentre el editor desde las páginas publicadas",
  entryHelp:
    "Esto añade a cada página una línea que los visitantes no ven. Una extensión del navegador la usa para abrir el editor.",
  visits: "Visitas",
  visitsHelp:
    "Contar no necesita cookies y no guarda nada sobre los visitantes. La elección vale en cuanto se publica.",
  visitsCounted: "Contar las visitas",
  visitsByScript: "Contar las visitas con un script, para un sitio detrás de la caché de otro proveedor",
  visitsOff: "No contar las visitas",
  social: "En otros lugares",
  socialHelp: "Dónde más se encuentra este sitio. Para quitar un elemento, vacía su nombre.",
  socialEntry: "Elemento {n}",
  label: "Nombre",
  link: "Lleva a",
  done: { saved: "Guardado en el borrador. Los visitantes lo verán cuando se publique." },
};
