/** Words of the page of the theme. */
export const THEME = {
  title: "Theme",
  choose: "Choose a theme",
  present: "The current one",
  look: "Preview",
  lookTitle: "The site with the theme “{title}”",
  lookHelp: "Nothing is changed yet. If you follow a link here, you see the draft with its current theme again.",
  back: "Back to the current theme",
  use: "Use this theme",
  values: "Colours, fonts and sizes",
  valuesFrom: {
    earlier: "As this site last had this theme",
    present: "My present ones, where this theme has them too",
    own: "As the theme comes",
  },
  valuesHelp: "The present theme keeps its own ones, and gets them back when you choose it again.",
  notTaken: {
    one: "1 of your present values has no place in this theme.",
    other: "{n} of your present values have no place in this theme.",
  },

  scheme: "Light and dark",
  schemes: { auto: "As each visitor's device prefers", light: "Always light", dark: "Always dark" },
  tokens: "Colours, fonts and sizes",
  groups: { base: "Fonts and sizes", light: "Colours in light", dark: "Colours in dark" },
  away: "The plugin of this theme is not active, so you cannot change its colours and fonts.",
  own: "Changed",
  ownChoice: "{choice} (from the theme)",
  pixels: { one: "{n} pixel", other: "{n} pixels" },
  weights: {
    400: "Regular",
    500: "Medium",
    600: "Semi-bold",
    700: "Bold",
    800: "Extra bold",
    900: "Heaviest",
  },
  reset: "Reset to the theme’s value",
  preview: "How it looks",
  previewHelp: "You see a colour here while you choose it. Visitors see it once it is saved and published.",

  contrast: "Can everybody read it?",
  contrastHelp:
    "The number says how clearly text stands out from its background. Text needs 4.5, large text and buttons need 3.",
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
    reset: "The draft uses the theme’s value again.",
  },
} as const;
