/** The part of a file's page that puts another file in its place, and brings earlier ones back. */
import { html } from "hono/html";
import { mediaId, type MediaDetailView } from "../../../../runtime/media/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { cropAddress, mediaAddress } from "./mediaActions.ts";
import { libraryPicture, mayCrop, mediaTypeName, sidesOf } from "./picture.ts";
import { outcomes } from "./library.ts";
import { oneWay } from "./untrustedText.ts";

const { media: words } = WORDS;

/** The file that is proposed in the address; null without one. */
async function proposed({ request, workspace, member, subject }: Desk): Promise<MediaDetailView | null> {
  const by = new URL(request.url).searchParams.get("by") ?? "";
  if (by === subject || !mediaId.safeParse(by).success) return null;
  const answer = await workspace.read("media.file", member.site, { media: by });
  return answer.ok ? answer.value : null;
}

export async function replacing(
  desk: Desk,
  file: MediaDetailView,
  { failure, arrived = [] }: DeskPageState,
): Promise<Html | string> {
  if (file.replacedBy !== null)
    return html`<section><p>${words.isReplaced} <a href="${mediaAddress(file.replacedBy)}">${words.replacement}</a></p></section>`;
  const next = await proposed(desk);
  const here = mediaAddress(file.id);
  return html`<section aria-labelledby="replace-title"><h2 id="replace-title">${words.replaceTitle}</h2>
${alert(failure, "upload")}${alert(failure, "replace")}${outcomes(arrived)}${next ? compared(file, next) : choosing(file)}${
    file.earlier.length === 0 ? "" : earlierFiles(file, here)
  }</section>`;
}

/** The form has no name for scripts, so that the browser itself sends the file and goes on to the comparison. */
const choosing = (
  file: MediaDetailView,
): Html => html`<form method="post" action="${mediaAddress(file.id)}" enctype="multipart/form-data">
<p class="help" id="replace-help">${words.replaceHelp}</p>
<input type="hidden" name="key" value="${crypto.randomUUID()}">
<p><label for="file">${words.replaceFile}</label> <input id="file" name="file" type="file" required aria-describedby="replace-help"></p>
<p class="acts"><button type="submit">${words.replaceSend}</button>${mayCrop(file) ? html` <a href="${cropAddress(file.id)}">${words.cropOpen}</a>` : ""}</p>
</form>`;

const shown = (file: MediaDetailView, title: string): Html =>
  html`<figure><figcaption>${title}</figcaption>${
    libraryPicture(file, "whole", "(min-width: 60rem) 20rem, 50vw", file.alt) ||
    html`<a href="${file.path}">${mediaTypeName(file.type)}</a>`
  } <p class="facts">${[mediaTypeName(file.type), sidesOf(file)].filter((fact) => fact !== "").join(" · ")}</p></figure>`;

function compared(file: MediaDetailView, next: MediaDetailView): Html {
  const here = mediaAddress(file.id);
  const places = file.uses.filter(({ draft }) => draft).length;
  const content = html`${replacement(file, next.id)}
<div class="compared">${shown(file, words.replaceNow)}${shown(next, words.replaceThen)}</div>
<p>${say(words.replaceAsk, { n: places })} ${words.replaceHelp}</p>
<p class="acts"><button type="submit" autofocus>${words.replaceIt}</button> <a href="${here}">${WORDS.everyPage.keep}</a></p>`;
  return drawnForm("replace", here, content);
}

const replacement = (file: MediaDetailView, by: string): Html =>
  html`<input type="hidden" name="version" value="${file.version}"><input type="hidden" name="by" value="${by}">`;

function earlierFiles(file: MediaDetailView, here: string): Html {
  const items = file.earlier.map(
    (one) =>
      html`<li><a href="${mediaAddress(one.id)}"><bdi>${one.name}</bdi></a> <span class="help">${mediaTypeName(one.type)}</span>
${drawnForm("replace", here, html`${replacement(file, one.id)}<button type="submit" class="quiet">${say(words.bringBack, { name: oneWay(one.name) })}</button>`)}</li>`,
  );
  return html`<h3>${words.earlierTitle}</h3><ul class="uses">${items}</ul>`;
}
