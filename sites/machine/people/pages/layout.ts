import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import type { AccountSpeech } from "./words.ts";

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #f6f7f9; --card: #fff; --line: #8a94a3; --mark: #2a5bc0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf0; --paper: #15181d; --card: #20252d; --line: #6d7887; --mark: #8db2ff } }
* { box-sizing: border-box }
body { font: 1.05rem/1.55 system-ui, sans-serif; max-width: 34rem; margin: 6vh auto; padding: 0 1rem; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.7rem; line-height: 1.2 } h2 { font-size: 1.15rem; margin: 0 0 .4rem }
section, form { display: block; margin: 1rem 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
section form { margin: .6rem 0; padding: 0; border: 0 }
label { display: block; margin: .7rem 0; font-weight: 600 }
input, select { display: block; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem }
button { padding: .7rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer; color: var(--card); background: var(--ink); border: 0; border-radius: .4rem }
button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
button + button { margin-block-start: .5rem }
button:disabled { opacity: .55; cursor: progress }
fieldset { margin: 1rem 0; padding: 0; border: 0 } legend { padding: 0; font-weight: 600 } fieldset p { margin: .2rem 0 }
input[type=radio] { display: inline; width: auto; margin: 0; margin-inline-end: .3rem }
.looks { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline } .looks label { font-weight: 400; margin: .3rem 0 }
.starters { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .8rem }
.starter { margin: 0; padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; font-weight: 400; cursor: pointer }
.starter:has(:checked) { border-color: var(--mark); box-shadow: 0 0 0 2px var(--mark) } .starter:has(:focus-visible) { outline: 3px solid var(--mark); outline-offset: 3px }
.starter input { position: absolute; opacity: 0 } .starter img { display: none; width: 100%; height: auto; margin-bottom: .4rem; border-radius: .25rem } .starter b { display: block }
form:has([name=theme][value=own]:checked) [data-look=own], form:has([name=theme][value=slate]:checked) [data-look=slate],
form:has([name=theme][value=almanac]:checked) [data-look=almanac], form:has([name=theme][value=signal]:checked) [data-look=signal] { display: block }
ul { padding-inline-start: 1.2rem } li { margin: .3rem 0 }
details { margin: 1rem 0 } summary { cursor: pointer; font-weight: 600 }
#app svg { display: block; width: 13rem; max-width: 100%; padding: .6rem; background: #fff; fill: #000; shape-rendering: crispEdges } .seed { overflow-wrap: anywhere }
.codes { columns: 2; font: 1rem/1.9 ui-monospace, monospace; list-style: none; padding: 0 }
.say { min-height: 1.6rem; font-weight: 600 } .say:not(:empty) { padding: .6rem .8rem; border: 2px solid currentColor; border-radius: .4rem }
[hidden] { display: none !important }
bdi { overflow-wrap: anywhere }`;

/** A page. The script reads its sentences from the body's attribute. `html` must be escaped. */
export const accountSheet = (words: AccountSpeech, title: string, html: string): string =>
  `<!doctype html><html lang="${words.lang}" dir="${words.direction}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style><script type="module" src="/page.js"></script></head>` +
  `<body data-words="${escapeHtml(JSON.stringify({ errors: words.errors, making: words.makingSite, noPasskeys: words.noPasskeys }))}">` +
  `<main><h1>${escapeHtml(title)}</h1><noscript><p>${escapeHtml(words.noScript)}</p></noscript>${html}` +
  `<p class="say" role="status" aria-live="polite"></p></main></body></html>\n`;

/** A form whose script is the action of this name. */
export const form = (action: string, html: string, attributes = ""): string =>
  `<form data-action="${action}"${attributes}>${html}</form>`;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly max: number;
  readonly autocomplete?: string;
  readonly value?: string;
  /** Further attributes, escaped. */
  readonly attributes?: string;
}

export const field = ({ name, label, max, autocomplete = "off", value = "", attributes = "" }: Field): string =>
  `<label>${escapeHtml(label)}<input name="${name}" maxlength="${max}" autocomplete="${autocomplete}" value="${escapeHtml(value)}"${attributes} required></label>`;

export const button = (label: string): string => `<button>${escapeHtml(label)}</button>`;
