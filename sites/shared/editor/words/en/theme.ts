/** Words of the page of the theme. */
export const THEME = {
  title: "Theme",
  choose: "Choose a theme",
  present: "The present one",
  look: "Look at it",
  lookTitle: "The site with the theme “{title}”",
  lookHelp: "Nothing is changed yet. Links in here lead back to the draft as it is.",
  back: "Back to the present theme",
  use: "Use this theme",
  keepTokens: "Keep my own colours and fonts where this theme has the same ones",

  scheme: "Light and dark",
  schemes: { auto: "As each visitor's device prefers", light: "Always light", dark: "Always dark" },
  tokens: "Colours, fonts and sizes",
  groups: { base: "Fonts and sizes", light: "Colours in light", dark: "Colours in dark" },
  away: "The plugin of this theme is away, so its colours and fonts cannot be changed.",
  own: "Changed",
  ownChoice: "{choice} (the theme's own)",
  pixels: { one: "{n} pixel", other: "{n} pixels" },
  weights: {
    400: "Regular",
    500: "Medium",
    600: "Half bold",
    700: "Bold",
    800: "Extra bold",
    900: "Heaviest",
  },
  reset: "Back to the theme's own",
  resetOf: "Put “{token}” back to the theme's own",
  preview: "How it looks",
  previewHelp: "A colour shows here while you choose it. Visitors see it once it is saved and published.",

  contrast: "Can everybody read it?",
  contrastHelp: "How far text stands out from what is behind it. 4.5 is needed for text, 3 for large text and buttons.",
  pair: "{text} on {ground}",
  grades: {
    enough: "good for all text",
    large: "only for large text",
    little: "too little: many people cannot read this",
  },
  low: { one: "1 pair of colours is hard to read.", other: "{n} pairs of colours are hard to read." },
  /** Reports of finished actions, by the word in the address. */
  done: {
    saved: "Saved in the draft. Visitors see it once it is published.",
    chosen: "The draft has this theme now.",
    reset: "It is the theme's own again.",
  },
} as const;
