/** The form that imports redirects. The first submission shows a preview, and the second imports. */
import { html } from "hono/html";
import { EDITOR_ROWS_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import type { Redirects } from "../../../../runtime/documents/content/content.ts";
import type { OwnHosts } from "../../../../runtime/documents/hostRedirects.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { FORCED } from "../desk/action.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { type RedirectLine, isTaken, readRows } from "./rows.ts";

const { redirects: words } = WORDS;

/** The most lines in a preview, the refused ones first. The rest is counted. */
const SHOWN_LINES = 200;

interface Importing {
  /** The preview of sent rows. Empty without any. */
  readonly preview: Html | string;
  readonly version: number;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

export function importing({ preview, version, here, failure }: Importing): Html {
  const fields = new DrawnFields("import", failure);
  const content = html`${versionField(version)}
${fields.text("rows", words.rows, "", { required: true, max: EDITOR_ROWS_MAX_CHARS, lines: 6, help: words.rowsHelp })}
<p class="scripted field"><label for="import-file">${words.file}</label> <input type="file" id="import-file" accept=".csv,.tsv,.txt,text/csv,text/plain" data-into="import-rows"></p>
<button type="submit" class="quiet">${words.preview}</button>`;
  return html`<section aria-labelledby="import-title"><h2 id="import-title">${words.importTitle}</h2>${preview === "" ? alert(failure, "import") : preview}${drawnForm("import", here, content)}</section>`;
}

interface Sent {
  readonly rows: string;
  readonly present: Redirects;
  readonly own: OwnHosts;
}

export function rowsPreview({ rows, present, own }: Sent, version: number, here: string): Html {
  const { lines } = readRows(rows, present, own);
  const refused = lines.filter(({ state }) => state === "refused");
  const changing = lines.filter(isTaken);
  const ordered = [...refused, ...lines.filter(({ state }) => state !== "refused")];
  const more = ordered.length - SHOWN_LINES;
  const send = html`${versionField(version)}<input type="hidden" name="${FORCED}" value="true"><input type="hidden" name="rows" value="${rows}">
<button type="submit">${words.import}</button>`;
  return html`<div class="preview" role="status" tabindex="-1"><p>${changing.length === 0 ? words.nothingNew : say(words.counts, { n: changing.length })} ${refused.length === 0 ? "" : say(words.refused, { n: refused.length })}</p></div>
<ul class="rows">${ordered.slice(0, SHOWN_LINES).map(lineRow)}</ul>${more > 0 ? html`<p>${say(words.linesMore, { n: more })}</p>` : ""}
${changing.length === 0 ? "" : drawnForm("import", here, send)}`;
}

const lineRow = ({ number, from, to, state, reason }: RedirectLine): Html =>
  html`<li class="row"><div class="what"><p><bdi class="path">${from}</bdi> <span class="way">→</span> <bdi class="path">${to}</bdi></p>
<p class="${state === "refused" ? "warning" : "facts"}">${say(words.line, { n: number })}${WORDS.everyPage.colon}${words.states[state]}${reason === "" ? "" : html`. ${reason}`}</p></div></li>`;
