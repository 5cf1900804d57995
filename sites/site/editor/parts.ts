/** What several pages of the editor are made of. */
import { html, raw } from "hono/html";
import type { MediaTypeName } from "../../../manifests/mediaTypes.ts";
import { MEDIA_ENDINGS, RESIZED_ENDINGS } from "../../../manifests/mediaTypes.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import { can } from "../../../runtime/permissions.ts";
import { imageElement } from "../../../runtime/rendering/image.ts";
import { explain } from "../../shared/editor/explain.ts";
import { say, WORDS } from "../../shared/editor/words.ts";
import { wordsOf } from "./sheet.ts";
import type { Desk } from "./desk.ts";
import type { Failure, FormName } from "./failure.ts";
import type { Html } from "./html.ts";

const EDIT = "?svc_mode=edit";

const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** For places that hold nothing but text, where somebody's words could turn ours around. Elsewhere they stand in `bdi`. */
export const oneWay = (text: string): string => text.replaceAll(DIRECTIONS, "");

/** Where the draft of a page is looked at. */
export const draftOf = (path: string): string => `${path}${EDIT}`;

/** What the last form came to, for whoever was sent here by it. Only words of ours, by name. */
const DONE: ReadonlyMap<string, string> = new Map([
  ["saved", WORDS.saved], ["placed", WORDS.placed], ["published", WORDS.published], ["removed", WORDS.removed],
  ["read", WORDS.markedRead], ["unread", WORDS.markedUnread], ["deleted", WORDS.deleted], ["accepted", WORDS.accepted], ["rejected", WORDS.rejected],
]);

export function doneIn(query: URLSearchParams): string {
  const stored = /^[1-9]\d{0,2}$/.test(query.get("stored") ?? "") ? say(WORDS.uploaded, { n: Number(query.get("stored")) }) : "";
  return DONE.get(query.get("done") ?? "") ?? stored;
}

/** Always there, so that what a script writes into it is read out. */
export const status = (text: string): Html => html`<p class="status" role="status" id="status">${text}</p>`;

/** In the one zone that is the same for everybody: whoever has no script cannot be asked for theirs. */
export function moment(ms: number): Html {
  const written = new Date(ms).toISOString();
  return html`<time datetime="${written}">${written.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** A refusal in the place of its form. The code is for whoever asks about it. */
export function alert(failure: Failure | undefined, form: FormName, more: Html | string = ""): Html | string {
  if (failure?.form !== form) return "";
  const { code, detail } = failure.refusal;
  const lines = explain(WORDS.script, detail).map((line) => html`<li><bdi>${line}</bdi></li>`);
  return html`<div class="alert" role="alert"><p>${wordsOf(code)} <code>${code}</code></p>${lines.length > 0 ? html`<ul>${lines}</ul>` : ""}${more}</div>`;
}

/** A form that goes to the page it stands on. Its number makes a repeat harmless. */
export const form = (name: FormName, here: string, content: Html | string): Html => html`<form method="post" action="${here}" data-form="${name}">
<input type="hidden" name="do" value="${name}"><input type="hidden" name="key" value="${crypto.randomUUID()}">
${content}
</form>`;

/** For those who may publish, as soon as there is something to; everybody sees that there is. */
export function publishBar(desk: Desk, here: string, failure: Failure | undefined): Html | string {
  const { context: { unpublished, change }, member: { role } } = desk;
  if (unpublished === 0 && failure?.form !== "publish") return "";
  const button = html`<input type="hidden" name="change" value="${change}"><button type="submit">${WORDS.publish}</button>`;
  return html`<section class="publish" aria-label="${WORDS.publish}">${alert(failure, "publish")}
<p>${say(WORDS.unpublished, { n: unpublished })} <a href="${draftOf("/")}">${WORDS.preview}</a></p>
${can(role, "content.publish") ? form("publish", here, button) : ""}</section>`;
}

const NARROW = [320, 640, 960] as const;
const WIDTHS: ReadonlyMap<string, readonly number[]> = new Map([...RESIZED_ENDINGS].map((ending) => [ending, NARROW]));

export const isPicture = ({ type }: MediaView): boolean => type.startsWith("image/");

/** A picture as pages show it, in the width it has here; nothing for other files. */
export function pictureOf({ path, width, height, focal, ...file }: MediaView, className: string, sizes: string, alt = ""): Html | string {
  if (!isPicture(file as MediaView)) return "";
  return raw(imageElement({ src: path, alt, width, height, focal }, { className, eager: false, sizes, widths: WIDTHS }));
}

export const typeName = (type: MediaTypeName): string => MEDIA_ENDINGS[type].toUpperCase();

export const sidesOf = ({ width, height }: MediaView): string => (width === null || height === null ? "" : `${width} × ${height}`);
