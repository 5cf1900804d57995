/** Style sheets that try to cover other sections, each by another technique. */

const COVER = "background: lime; z-index: 2147483647";

/** Sheets that the check accepts, and that containment must stop. */
export const CONTAINED_SHEETS: Readonly<Record<string, string>> = {
  "a fixed box": `.lure { position: fixed; inset: 0; ${COVER} }`,
  "an absolute box of a huge size": `.lure { position: absolute; inset: -300vh -300vw; ${COVER} }`,
  "a moved box": `.lure { translate: 0 -50vh; block-size: 300vh; margin-block-end: -300vh; ${COVER} }`,
  "a grown box": `.lure { transform: scale(50); ${COVER} }`,
  "a negative margin": `.lure { margin: -200vh; padding: 200vh; margin-block-end: -400vh; ${COVER} }`,
  "words before the section": `:scope::before { content: ""; position: fixed; inset: 0; ${COVER} }`,
  "a shadow": `.lure { box-shadow: 0 0 0 300vmax lime }`,
  "a wide edge": `.lure { outline: 300vmax solid lime }`,
  "the section under another name": `main > * { position: fixed; inset: 0; ${COVER} }`,
  "the section as whatever it is not": `:not(.lure *) { position: fixed; inset: 0; ${COVER} }`,
  "the section by its class": `.section { position: relative; inset-block-start: -300px; ${COVER} }`,
  "the layer that contains it":
    "@layer kernel { * { contain: none !important } } .lure { position: fixed; inset: 0; background: lime }",
  "the animation of the theme": "@keyframes appear { from { opacity: 0 } to { opacity: 0 } }",
  "the page around it": "html, body, main, :root { display: none } body:has(.lure) * { visibility: visible }",
};
