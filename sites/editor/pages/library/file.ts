/** The page of one file: its facts, its description, its uses, and the actions on it. */
import { html, raw } from "hono/html";
import { PLAIN_TEXT_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { MEDIA_NAME_MAX_CHARS } from "../../../../manifests/bounds/media.ts";
import { mediaRow } from "../../../../manifests/shapes/mediaTypes.ts";
import type { ProposalView } from "../../../../runtime/actions/views.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { GalleriesView, GalleryView, MediaDetailView } from "../../../../runtime/media/views.ts";
import { CLEANED_ENDINGS } from "../../../../runtime/media/cleaning/cleaning.ts";
import { focalAttributes } from "../../../../runtime/templates/focal.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { audienceForm } from "./audience.ts";
import { galleryName } from "./galleryName.ts";
import type { Html } from "../drawing/html.ts";
import { galleryValue, mediaAddress } from "./mediaActions.ts";
import { moment } from "../drawing/moment.ts";
import type { DeskPageState } from "../desk/page.ts";
import { isPictureType, libraryPicture, sidesOf, mediaTypeName } from "./picture.ts";
import { actionsAtPictures, pictureActions } from "./pictureActions.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { removal } from "./removal.ts";
import { replacing } from "./replacing.ts";
import { doneIn, status } from "../drawing/status.ts";
import { useList } from "./uses.ts";
import { oneWay } from "./untrustedText.ts";

export async function filePage(
  desk: Desk,
  { failure, proposal, arrived }: DeskPageState & { readonly proposal?: ProposalView },
): Promise<Response> {
  const {
    workspace,
    member: { site },
  } = desk;
  const query = new URL(desk.request.url).searchParams;
  const file = expectValue(await workspace.read("media.file", site, { media: desk.subject ?? "" }));
  const galleries = canStand(file)
    ? expectValue(await workspace.read("galleries", site, { cursor: query.get("galleries") }))
    : null;
  const here = mediaAddress(file.id);
  const actions = isPictureType(file) ? await actionsAtPictures(desk) : [];
  const content = html`<p><a href="${mediaAddress(null)}">${WORDS.media.back}</a></p>
<h1><bdi>${file.name}</bdi></h1>
${status(doneIn(query, WORDS.media.done))}
${publishBar(desk, here, failure)}
<div class="file"><div class="look">${look(file)}${facts(file, await namesFor(desk))}</div>
<div class="work">${describing(file, here, failure)}${pictureActions(actions, { version: file.version, here, failure, proposal })}${used(file)}${audienceForm(file, here, failure)}${await replacing(desk, file, { ...(failure && { failure }), ...(arrived && { arrived }) })}${galleries ? placing(galleries, here, failure) : ""}${removing(file, here, failure)}</div></div>`;
  return editorPage(desk, { title: file.name, content, refusal: failure?.refusal });
}

/** Only a picture with known dimensions can be used in a section. */
const canStand = (file: MediaDetailView): boolean => isPictureType(file) && file.width !== null && file.height !== null;

function look(file: MediaDetailView): Html | string {
  if (file.type.startsWith("video/"))
    return html`<video class="whole" controls preload="metadata" src="${file.path}"></video>`;
  if (file.type.startsWith("audio/"))
    return html`<audio class="whole" controls preload="metadata" src="${file.path}"></audio>`;
  if (!isPictureType(file)) return html`<p class="kind">${mediaTypeName(file.type)}</p>`;
  const crop = (shape: string): Html | string => libraryPicture(file, `crop ${shape}`, "10rem");
  return html`<div class="stage" id="stage">${libraryPicture(file, "whole", "(min-width: 60rem) 40rem, 100vw", file.alt)}<span class="mark" id="mark"${raw(focalAttributes(file.focal))}${file.focal ? "" : " hidden"}></span></div>
<h2 class="small">${WORDS.media.crops}</h2><div class="crops" id="crops">${crop("is-square")}${crop("is-wide")}${crop("is-tall")}</div>`;
}

function facts(file: MediaDetailView, nameOf: NameOf): Html {
  const rows: [string, Html | string][] = [
    [WORDS.media.type, mediaTypeName(file.type)],
    [WORDS.media.size, sizeOf(file.bytes)],
    [WORDS.media.sides, sidesOf(file)],
    [WORDS.media.added, html`${moment(file.createdAt)} · <bdi>${nameOf(file.createdBy)}</bdi>`],
    [WORDS.media.address, html`<a href="${file.path}">${WORDS.media.open}</a>`],
    [
      WORDS.media.formerPaths,
      file.formerPaths.length === 0
        ? ""
        : html`${file.formerPaths.map((path) => html`<bdi class="path">${path}</bdi> `)}`,
    ],
  ];
  return html`<h2 class="small">${WORDS.media.facts}</h2><dl class="facts">${rows.filter(([, value]) => value !== "").map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<p class="help">${CLEANED_ENDINGS.has(mediaRow(file.type).ending) ? WORDS.media.cleaned : WORDS.media.asSent}</p>`;
}

/** Maps parts of the API's input to form fields. */
const FIELD_AT: readonly (readonly [pointer: string, field: string])[] = [
  ["/changes/name", "name"],
  ["/changes/alt", "alt"],
  ["/changes/caption", "caption"],
  ["/changes/credit", "credit"],
  ["/changes/labels", "labels"],
  ["/changes/focal/x", "focal-x"],
  ["/changes/focal/y", "focal-y"],
];

const isWrong = (failure: FormFailure | undefined, field: string): boolean =>
  failure?.form === "describe" &&
  (failure.refusal.detail.issues ?? []).some(({ pointer }) =>
    FIELD_AT.some(([at, name]) => name === field && (pointer === at || pointer.startsWith(`${at}/`))),
  );

const percent = (share: number | undefined): string =>
  share === undefined ? "" : String(Math.round(share * 1000) / 10);

function describing(file: MediaDetailView, here: string, failure: FormFailure | undefined): Html {
  const typed = failure?.form === "describe" ? failure.typed : new Map<string, string>();
  const invalid = (field: string): Html | string =>
    isWrong(failure, field) ? html` aria-invalid="true" aria-describedby="describe-alert"` : "";
  const isStale = failure?.refusal.code === "STALE_VERSION";
  const stored = isStale
    ? html`<p>${say(WORDS.media.storedNow, { alt: oneWay(file.alt), version: file.version })}</p>`
    : "";
  const share = (field: "x" | "y", label: string): Html => html`<p><label for="focal-${field}">${label}</label>
<input type="text" id="focal-${field}" name="focal-${field}" inputmode="decimal" size="6" value="${typed.get(`focal-${field}`) ?? percent(file.focal?.[field])}"${invalid(`focal-${field}`)}></p>`;
  const text = (
    field: "caption" | "credit",
    help: string,
  ): Html => html`<p><label for="${field}">${WORDS.media[field]}</label> <input type="text" id="${field}" name="${field}" maxlength="${PLAIN_TEXT_MAX_CHARS}" dir="auto" aria-describedby="${field}-help" value="${typed.get(field) ?? file[field]}"${isWrong(failure, field) ? raw(' aria-invalid="true"') : ""}>
<span class="help" id="${field}-help">${help}</span></p>`;
  const content = html`<input type="hidden" name="version" value="${file.version}">
<p><label for="name">${WORDS.media.name}</label> <input type="text" id="name" name="name" required maxlength="${MEDIA_NAME_MAX_CHARS}" dir="auto" value="${typed.get("name") ?? file.name}"${invalid("name")}></p>
<p><label for="alt">${WORDS.media.alt}</label> <input type="text" id="alt" name="alt" maxlength="${PLAIN_TEXT_MAX_CHARS}" dir="auto" aria-describedby="alt-help" value="${typed.get("alt") ?? file.alt}"${isWrong(failure, "alt") ? raw(' aria-invalid="true"') : ""}>
<span class="help" id="alt-help">${WORDS.media.altHelp}</span></p>
${isPictureType(file) ? html`${text("caption", WORDS.media.captionHelp)}${text("credit", WORDS.media.creditHelp)}` : ""}
<p><label for="labels">${WORDS.media.labels}</label> <input type="text" id="labels" name="labels" dir="auto" aria-describedby="labels-help" value="${typed.get("labels") ?? file.labels.join(", ")}"${invalid("labels")}>
<span class="help" id="labels-help">${WORDS.media.labelsHelp}</span></p>
${
  isPictureType(file)
    ? html`<fieldset class="focal"><legend>${WORDS.media.focal}</legend><p class="help">${WORDS.media.focalHelp} <span class="scripted">${WORDS.media.focalClick}</span></p>
${share("x", WORDS.media.across)}${share("y", WORDS.media.down)}</fieldset>`
    : ""
}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<section aria-labelledby="describe-title"><h2 id="describe-title">${WORDS.media.describeTitle}</h2><div id="describe-alert">${alert(failure, "describe", stored)}</div>
${drawnForm("describe", here, content)}</section>`;
}

const used = (file: MediaDetailView): Html =>
  html`<section aria-labelledby="uses-title"><h2 id="uses-title">${WORDS.media.usesTitle}</h2>
${useList(file)}</section>`;

function placing({ items, next }: GalleriesView, here: string, failure: FormFailure | undefined): Html {
  const chosen = failure?.form === "place" ? withoutVersion(failure.typed.get("gallery") ?? "") : "";
  const content = html`<p><label for="gallery">${WORDS.media.gallery}</label> <select id="gallery" name="gallery" required>${items.map((gallery) => option(gallery, galleryName(gallery, items), chosen))}</select></p>
<button type="submit">${WORDS.media.place}</button>`;
  const more =
    next === null
      ? ""
      : html`<p><a href="${here}?galleries=${encodeURIComponent(next)}">${WORDS.media.moreGalleries}</a></p>`;
  return html`<section aria-labelledby="place-title"><h2 id="place-title">${WORDS.media.placeTitle}</h2>${alert(failure, "place")}
${items.length === 0 ? html`<p>${WORDS.media.noGallery}</p>` : drawnForm("place", here, content)}${more}</section>`;
}

const withoutVersion = (value: string): string => value.replace(/\/\d+$/, "");

function option(gallery: GalleryView, name: string, chosen: string): Html {
  const { title, path, pictures, most } = gallery;
  const value = galleryValue(gallery);
  const isFull = most !== null && pictures >= most;
  const words = say(most === null ? WORDS.media.galleryOpen : WORDS.media.galleryOption, {
    title: oneWay(title),
    path,
    type: name,
    n: pictures,
    most: most ?? 0,
  });
  return html`<option value="${value}"${isFull ? " disabled" : ""}${withoutVersion(value) === chosen ? " selected" : ""}>${words}${isFull ? `, ${WORDS.media.full}` : ""}</option>`;
}

/** The removal form. A used file needs a confirmation, which lists the affected pages. */
function removing(file: MediaDetailView, here: string, failure: FormFailure | undefined): Html {
  const form = removal({
    name: "remove",
    here,
    back: here,
    failure,
    of: html`<input type="hidden" name="version" value="${file.version}">`,
    first: { help: html`<p>${WORDS.media.removeHelp}</p>`, button: WORDS.media.remove },
    second: {
      question: html`<p>${say(WORDS.media.removeUsed, { n: file.used })}</p>`,
      button: WORDS.media.removeAnyway,
    },
  });
  return html`<section aria-labelledby="remove-title"><h2 id="remove-title">${WORDS.media.removeTitle}</h2>${form}</section>`;
}
