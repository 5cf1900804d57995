import type { Unfinished } from "../shape/translated.ts";
import type { Words } from "../en/index.ts";

export const THEME: Unfinished<Words["theme"]> = {
  title: "Tema",
  choose: "Elegir un tema",
  present: "El actual",
  look: "Vista previa",
  lookTitle: "El sitio con el tema «{title}»",
  lookHelp: "Aún no ha cambiado nada. Si sigues un enlace aquí, verás de nuevo el borrador con su tema actual.",
  back: "Volver al tema actual",
  use: "Usar este tema",
  values: "Colores, fuentes y tamaños",
  valuesFrom: {
    earlier: "Como la última vez que este sitio tuvo este tema",
    present: "Los míos actuales, donde este tema también los tiene",
    own: "Como viene el tema",
  },
  valuesHelp: "El tema actual conserva los suyos y los recupera cuando lo vuelves a elegir.",
  notTaken: {
    one: "1 de tus valores actuales no tiene lugar en este tema.",
    many: "{n} de tus valores actuales no tienen lugar en este tema.",
    other: "{n} de tus valores actuales no tienen lugar en este tema.",
  },

  scheme: "Claro y oscuro",
  schemes: { auto: "Como prefiera el dispositivo de cada visitante", light: "Siempre claro", dark: "Siempre oscuro" },
  tokens: "Colores, fuentes y tamaños",
  groups: { base: "Fuentes y tamaños", light: "Colores en claro", dark: "Colores en oscuro" },
  away: "El plugin de este tema no está activo, así que no puedes cambiar sus colores ni sus fuentes.",
  own: "Cambiado",
  ownChoice: "{choice} (del tema)",
  pixels: { one: "{n} píxel", many: "{n} de píxeles", other: "{n} píxeles" },
  weights: {
    400: "Normal",
    500: "Media",
    600: "Seminegrita",
    700: "Negrita",
    800: "Extranegrita",
    900: "La más gruesa",
  },
  reset: "Restablecer el valor del tema",
  preview: "Cómo se ve",
  previewHelp: "Aquí ves un color mientras lo eliges. Los visitantes lo verán cuando se guarde y se publique.",

  contrast: "¿Lo puede leer todo el mundo?",
  contrastHelp:
    "El número indica con qué claridad destaca el texto sobre su fondo. El texto necesita 4,5; el texto grande y los botones, 3.",
  pair: "{text} sobre {ground}",
  grades: {
    enough: "bueno para todo texto",
    large: "solo para texto grande",
    little: "muy poco: muchas personas no pueden leerlo",
  },
  low: {
    one: "1 par de colores es difícil de leer.",
    many: "{n} de pares de colores son difíciles de leer.",
    other: "{n} pares de colores son difíciles de leer.",
  },
  done: {
    saved: "Guardado en el borrador. Los visitantes lo verán cuando se publique.",
    chosen: "El borrador tiene ahora este tema.",
    reset: "El borrador vuelve a usar el valor del tema.",
  },
};
