/** The page that crops or turns a picture. Its script makes the new picture in the member's browser. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { CropPageWords } from "../../looks/cropPageWords.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { mediaAddress } from "./mediaActions.ts";
import { mayCrop } from "./picture.ts";
import { oneWay } from "./untrustedText.ts";

export async function cropPage(desk: Desk): Promise<Response> {
  const { workspace, member, subject } = desk;
  const file = expectValue(await workspace.read("media.file", member.site, { media: subject ?? "" }));
  if (!mayCrop(file)) throw new Refusal("NOT_FOUND");
  const { cropping } = await builtFiles(desk.env);
  const { media: words } = WORDS;
  const title = say(words.cropTitle, { name: oneWay(file.name) });
  const here = mediaAddress(file.id);
  const content = html`<p><a href="${here}"><bdi>${file.name}</bdi></a></p><h1>${title}</h1>
<div id="cropping" data-src="${file.path}" data-type="${file.type}" data-name="${file.name}" data-file="${here}" data-words="${JSON.stringify(scriptWords())}"><p class="unscripted none">${words.cropNeeds}</p></div>`;
  return editorPage(desk, {
    title,
    content,
    scripts: [{ path: builtPath(cropping.name), integrity: cropping.integrity }],
  });
}

function scriptWords(): CropPageWords {
  const { cropHelp, cropLeft, cropTop, cropWidth, cropHeight, turnLeft, turnRight, cropDone, cropFailed } = WORDS.media;
  return { cropHelp, cropLeft, cropTop, cropWidth, cropHeight, turnLeft, turnRight, cropDone, cropFailed };
}
