/** The script and the style sheet of a search. Pages without a search load neither. */
import { SEARCH_SCRIPT, SEARCH_STYLE } from "./assets.generated.ts";

const SEARCH_STYLE_PATH = `/_assets/${SEARCH_STYLE.digest}.css`;
export const SEARCH_SCRIPT_PATH = `/_assets/${SEARCH_SCRIPT.digest}.js`;

/** In the body, because a section draws it. Browsers wait for it before they show what follows. */
export const SEARCH_STYLE_ELEMENT = `<link rel="stylesheet" href="${SEARCH_STYLE_PATH}">`;

/** A module, so a page with several searches runs it once. */
export const SEARCH_SCRIPT_ELEMENT = `<script type="module" src="${SEARCH_SCRIPT_PATH}" integrity="${SEARCH_SCRIPT.integrity}"></script>`;

/** The files that the kernel serves for searches, by path. */
export const SEARCH_ASSETS = [
  [
    SEARCH_SCRIPT_PATH,
    { type: "text/javascript; charset=utf-8", body: SEARCH_SCRIPT.text, digest: SEARCH_SCRIPT.digest },
  ],
  [SEARCH_STYLE_PATH, { type: "text/css; charset=utf-8", body: SEARCH_STYLE.text, digest: SEARCH_STYLE.digest }],
] as const;
