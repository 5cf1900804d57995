/** The page that adds labels to several files, or takes labels from them. */
import { html } from "hono/html";
import { MEDIA_LABEL_MAX_CHARS, MEDIA_LABELS_MAX } from "../../../../manifests/bounds/media.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MediaDetailView } from "../../../../runtime/media/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { MEDIA_AREA } from "./area.ts";
import { CHOSEN_FILE_FIELD, chosenFields, chosenFiles, chosenRow, sentIn } from "./chosenFiles.ts";
import { labelsIn } from "./mediaActions.ts";

export const LABEL_MANY = `${MEDIA_AREA.path}/label`;

/** Changes the labels that each file has now. Other labels of the files stay. */
export const LABELS_MANY: Action = {
  route: findCommandRoute("media.update"),
  fields: ["add", "drop"],
  more: CHOSEN_FILE_FIELD,
  async ask({ workspace, member }, fields) {
    const [more, less] = [labelsIn(fields.get("add") ?? ""), new Set(labelsIn(fields.get("drop") ?? ""))];
    return Promise.all(
      sentIn(fields).map(async ([media, version]) => {
        const { labels } = expectValue(await workspace.read("media.file", member.site, { media }));
        const kept = [...new Set([...labels, ...more])].filter((label) => !less.has(label));
        return { segments: { media }, version, body: { changes: { labels: kept } } };
      }),
    );
  },
  after: () => withQuery(MEDIA_AREA.path, { done: "saved" }),
};

export async function labelMany(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const files = await chosenFiles(desk, failure);
  const content = html`<p><a href="${MEDIA_AREA.path}">${WORDS.media.back}</a></p>
<h1>${WORDS.media.labelTitleMany}</h1>
<div class="work narrow"><section aria-label="${WORDS.media.files}">${alert(failure, "labelMany")}${files.length === 0 ? html`<p class="none">${WORDS.media.noneChosen}</p>` : asked(files, failure?.typed)}</section></div>`;
  return editorPage(desk, { title: WORDS.media.labelTitleMany, content, refusal: failure?.refusal });
}

function asked(files: readonly MediaDetailView[], typed: ReadonlyMap<string, string> = new Map()): Html {
  const field = (name: "add" | "drop", label: string): Html =>
    html`<p><label for="${name}">${label}</label> <input type="text" id="${name}" name="${name}" maxlength="${(MEDIA_LABEL_MAX_CHARS + 2) * MEDIA_LABELS_MAX}" dir="auto" value="${typed.get(name) ?? ""}" aria-describedby="labels-help"></p>`;
  const content = html`${chosenFields(files)}${field("add", WORDS.media.labelAdd)}${field("drop", WORDS.media.labelDrop)}
<p class="help" id="labels-help">${WORDS.media.labelsHelp}</p>
<p class="acts"><button type="submit">${say(WORDS.media.labelMany, { n: files.length })}</button> <a href="${MEDIA_AREA.path}">${WORDS.everyPage.keep}</a></p>`;
  const rows = files.map((file) =>
    chosenRow(file, file.labels.length === 0 ? "" : html`<p class="help"><bdi>${file.labels.join(", ")}</bdi></p>`),
  );
  return html`<ul class="rows">${rows}</ul>${drawnForm("labelMany", LABEL_MANY, content)}`;
}
