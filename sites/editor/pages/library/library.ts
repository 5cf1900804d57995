/** The page of all media: list, search and upload. */
import { html } from "hono/html";
import { EDITOR_UPLOAD_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { MEDIA_LABEL_MAX_CHARS } from "../../../../manifests/bounds/media.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MediaListView } from "../../../../runtime/media/views.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { explained } from "../../../words/explained.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn, pager, searching, lineTextIn, emptyList } from "../drawing/lists.ts";
import { MEDIA_AREA } from "./area.ts";
import { mediaAddress } from "./mediaActions.ts";
import type { DeskPageState } from "../desk/page.ts";
import { libraryPicture, sidesOf, mediaTypeName } from "./picture.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay } from "./untrustedText.ts";
import { wasKnown } from "./known.ts";
import type { Arrived } from "../desk/upload.ts";

const HERE = mediaAddress(null);
/** The number of files on a page. It is divisible by 3, 4 and 6, so that the last row is full. */
export const ROWS = 48;

type Show = keyof typeof WORDS.media.shows;
const SHOWS = Object.keys(WORDS.media.shows) as readonly Show[];

interface Looking {
  readonly text: string;
  readonly show: Show;
  /** Empty for files of any label. */
  readonly label: string;
  readonly cursor: number | null;
}

export async function library(desk: Desk, { failure, arrived = [] }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const show = SHOWS.find((one) => one === query.get("show")) ?? "all";
  const looking = { text: lineTextIn(query), show, label: labelIn(query), cursor: numberIn(query, "cursor") };
  const list = expectValue(
    await desk.workspace.read("media", desk.member.site, {
      ...(looking.text === "" ? {} : { text: looking.text }),
      ...(looking.label === "" ? {} : { label: looking.label }),
      undescribed: show === "undescribed",
      unused: show === "unused",
      cursor: looking.cursor,
      limit: ROWS,
    }),
  );
  const content = html`<h1>${WORDS.media.title}</h1>
${status(storedIn(query) || removedIn(query) || doneIn(query, WORDS.media.done))}
${publishBar(desk, HERE, failure)}
${uploading(failure, arrived)}
${toolbar(looking)}${labelling(list.labels, looking)}
<section aria-labelledby="files-title"><h2 id="files-title">${WORDS.media.files}</h2>
<div id="files">${listed(list, looking)}</div></section>`;
  return editorPage(desk, {
    title: WORDS.media.title,
    content,
    refusal: failure?.refusal ?? arrived.find((one) => one.refusal)?.refusal,
  });
}

const labelIn = (query: URLSearchParams): string => (query.get("label") ?? "").slice(0, MEDIA_LABEL_MAX_CHARS);

const addressOf = ({ text, show, label, cursor }: Looking): string =>
  withQuery(HERE, { text, show: show === "all" ? null : show, label: label || null, cursor });

function toolbar(looking: Looking): Html {
  const { text, show } = looking;
  const link = (one: Show): Html =>
    html`<a href="${addressOf({ ...looking, show: one, cursor: null })}"${one === show ? html` aria-current="true"` : ""}>${WORDS.media.shows[one]}</a> `;
  const kept = html`${show === "all" ? "" : html`<input type="hidden" name="show" value="${show}">`}${looking.label === "" ? "" : html`<input type="hidden" name="label" value="${looking.label}">`}`;
  const all = addressOf({ ...looking, text: "", cursor: null });
  return html`<div class="tools"><nav class="filter" aria-label="${WORDS.media.show}">${SHOWS.map(link)}</nav>
${searching({ method: "get", path: HERE, label: WORDS.media.searchFor, text, all, kept })}</div>`;
}

/** Links to the files of each label. The label of the address stays in the list, so that it can be left. */
function labelling(labels: MediaListView["labels"], looking: Looking): Html | string {
  if (labels.length === 0 && looking.label === "") return "";
  const link = (label: string, words: string): Html =>
    html`<li><a href="${addressOf({ ...looking, label, cursor: null })}"${label === looking.label ? html` aria-current="true"` : ""}><bdi>${words}</bdi></a></li> `;
  return html`<nav class="filter" aria-labelledby="labels-title"><h2 class="small" id="labels-title">${WORDS.media.labels}</h2><ul class="labels">${link("", WORDS.media.anyLabel)}${labels.map(({ label, files }) => link(label, `${label} (${files})`))}</ul></nav>`;
}

/** A number of files in the address; undefined for anything else. */
const filesIn = (query: URLSearchParams, name: string): { readonly n: number } | undefined =>
  /^[1-9]\d{0,2}$/.test(query.get(name) ?? "") ? { n: Number(query.get(name)) } : undefined;

/** Reports how many files a form without a script has stored, and how many were there. */
function storedIn(query: URLSearchParams): string {
  const [stored, known] = [filesIn(query, "stored"), filesIn(query, "known")];
  return [stored && say(WORDS.media.uploaded, stored), known && say(WORDS.media.knownMany, known)]
    .filter(Boolean)
    .join(" ");
}

function removedIn(query: URLSearchParams): string {
  const removed = filesIn(query, "removed");
  return removed ? say(WORDS.media.removedMany, removed) : "";
}

/** The upload form. The idempotency key precedes the files, because the server reads the form as a stream. */
const uploading = (
  failure: FormFailure | undefined,
  arrived: readonly Arrived[],
): Html => html`<section class="upload" aria-labelledby="upload-title">
<h2 id="upload-title">${WORDS.media.uploadTitle}</h2>
${alert(failure, "upload")}${outcomes(arrived)}
<form method="post" action="${HERE}" enctype="multipart/form-data" data-form="upload">
<input type="hidden" name="key" value="${crypto.randomUUID()}">
<div class="drop"><label for="file">${WORDS.media.choose}</label> <input id="file" name="file" type="file" multiple required aria-describedby="upload-help"> <span class="scripted">${WORDS.media.drop}</span></div>
<p id="upload-help" class="help">${WORDS.media.uploadHelp} ${WORDS.media.uploadPlace} <span class="unscripted">${say(WORDS.media.uploadMost, { most: sizeOf(EDITOR_UPLOAD_MAX_BYTES) })}</span></p>
<button type="submit" class="unscripted">${WORDS.media.upload}</button>
</form>
<ul id="sending" class="sending" aria-label="${WORDS.media.outcomes}"></ul>
</section>`;

/** The outcome of each file of a form. */
export function outcomes(arrived: readonly Arrived[]): Html | string {
  if (arrived.length === 0) return "";
  return html`<ul class="sending" role="alert">${arrived.map(outcome)}</ul>`;
}

function outcome({ name, refusal, answer }: Arrived): Html {
  if (!refusal)
    return html`<li class="is-stored"><bdi>${name}</bdi>${WORDS.everyPage.colon}${wasKnown(answer) ? WORDS.script.known : WORDS.script.stored}</li>`;
  const words = [wordsOf(refusal.code), ...explained(refusal.detail)];
  return html`<li class="is-refused"><bdi>${name}</bdi>${WORDS.everyPage.colon}<bdi>${words.join(" ")}</bdi> <code>${refusal.code}</code></li>`;
}

function listed({ items, next }: MediaListView, looking: Looking): Html {
  if (items.length === 0) return emptyList(nothing(looking), nextIn(looking));
  return html`<form method="get" action="${MEDIA_AREA.path}/remove" id="removing" class="acts"><button type="submit" class="quiet" formaction="${MEDIA_AREA.path}/label">${WORDS.media.labelChosen}</button> <button type="submit" class="quiet">${WORDS.media.removeChosen}</button></form>
<ul class="files">${items.map(card)}</ul>${paging(next, looking)}`;
}

/** The next step in an empty list: the upload, or all files. */
const nextIn = ({ text, show, label }: Looking): Parameters<typeof emptyList>[1] =>
  text === "" && label === "" && show === "all"
    ? { address: "#upload-title", words: WORDS.media.uploadTitle }
    : { address: HERE, words: WORDS.everyPage.clear };

function nothing({ text, show, label }: Looking): string {
  if (text !== "") return say(WORDS.media.noneFound, { text: oneWay(text) });
  if (label !== "") return say(WORDS.media.noneLabelled, { label: oneWay(label) });
  return show === "all" ? WORDS.media.none : WORDS.media.noneSo[show];
}

function card(file: MediaListView["items"][number]): Html {
  const facts = [
    mediaTypeName(file.type),
    sizeOf(file.bytes),
    sidesOf(file),
    file.used === 0 ? WORDS.media.unused : say(WORDS.media.used, { n: file.used }),
  ];
  const shown =
    libraryPicture(file, "", "12rem") || html`<span class="kind" aria-hidden="true">${mediaTypeName(file.type)}</span>`;
  return html`<li><a href="${HERE}/${file.id}"><span class="thumb">${shown}</span><span class="name"><bdi>${file.name}</bdi></span></a>
<input type="checkbox" class="pick" form="removing" name="file[]" value="${file.id}" aria-label="${say(WORDS.media.pick, { name: oneWay(file.name) })}">
<p class="facts">${facts.filter((fact) => fact !== "").join(" · ")}</p>
<p class="alt">${file.alt === "" ? WORDS.media.undescribed : html`<bdi>${file.alt}</bdi>`}</p>${file.labels.length === 0 ? "" : html`<p class="facts">${file.labels.map((label, index) => html`${index === 0 ? "" : ", "}<a href="${withQuery(HERE, { label })}"><bdi>${label}</bdi></a>`)}</p>`}</li>`;
}

function paging(next: number | null, looking: Looking): Html | string {
  const newest = { address: addressOf({ ...looking, cursor: null }), words: WORDS.media.newest };
  const older = next === null ? null : { address: addressOf({ ...looking, cursor: next }), words: WORDS.media.older };
  return pager(WORDS.media.files, looking.cursor === null ? null : newest, older);
}
