/**
 * The colours of code. Each is a hue mixed into the theme's own colour of text. So code stays readable in light and dark,
 * and on colours that an owner chooses.
 */
const HUES: Readonly<Record<string, string>> = {
  added: "#1a9e4b",
  keyword: "#a83ae0",
  name: "#2a78ff",
  number: "#e06c00",
  property: "#0097a7",
  removed: "#e5322d",
  string: "#1a9e4b",
  type: "#c2810c",
};

const mixed = ([name, hue]: readonly [string, string]): string =>
  `.code-${name}{color:color-mix(in oklab,var(--text) 40%,${hue})}`;

/** Only inside of code, so that a section may have such a class of its own. */
export const CODE_CSS = [
  "code{",
  ...Object.entries(HUES).map(mixed),
  ".code-comment,.code-meta{color:var(--muted)}",
  ".code-comment{font-style:italic}",
  ".code-inside{color:var(--text)}",
  "}",
].join("\n");
