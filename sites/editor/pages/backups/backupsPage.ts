/** The page of backups and exports. It is for members who manage the backups of every site of the tenant. */
import { html } from "hono/html";
import { type ArchiveView, archiveId } from "../../../../runtime/backups/views.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { requireEverySite } from "../../../web/api/backups/everySite.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { removal } from "../library/removal.ts";
import { BACKUPS_AREA } from "./area.ts";

const { backups: words } = WORDS;
const HERE = BACKUPS_AREA.path;

export async function backupsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  await requireEverySite(desk);
  const query = new URL(desk.request.url).searchParams;
  const { items, platform } = expectValue(await desk.workspace.read("backups", desk.member.site));
  const nameOf = await namesFor(desk);
  const rows = items.map((one) => row(one, nameOf, failure));
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>${status(doneIn(query, words.done))}${ready(query)}
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2>${alert(failure, "verify")}
${rows.length === 0 ? html`<p class="none">${words.none}</p>` : html`<ul class="rows">${rows}</ul>`}
<p class="help">${platform.available ? words.platform : words.noPlatform} ${words.restoring}</p></section>
<div class="work columns">${making("make", { title: words.makeTitle, help: "", button: words.make }, failure)}
${making("export", { title: words.exportTitle, help: words.exportHelp, button: words.export }, failure)}</div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** The link to a finished export. The API decides who may download it. */
function ready(query: URLSearchParams): Html | string {
  const id = query.get("export") ?? "";
  return archiveId.safeParse(id).success
    ? html`<p class="acts"><a href="/api/exports/${id}" download>${words.download}</a></p>`
    : "";
}

interface Making {
  readonly title: string;
  readonly help: string;
  readonly button: string;
}

/**
 * The form that makes an archive. One request copies a limited number of files, and a repeat continues. So the form
 * keeps its idempotency key.
 */
function making(name: "make" | "export", { title, help, button }: Making, failure: FormFailure | undefined): Html {
  const fields = new DrawnFields(name, failure);
  const isUnderway = failure?.form === name && failure.refusal.detail.conflict === "copying_unfinished";
  const content = html`${help === "" ? "" : html`<p class="help">${help}</p>`}
${fields.tick("submissions", words.submissions, false, words.submissionsHelp)}<button type="submit">${button}</button>`;
  return html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>
${alert(failure, name)}${drawnForm(name, HERE, content, isUnderway ? failure.typed.get("key") : undefined)}</section>`;
}

function row(
  { id, bytes, createdAt, createdBy, submissions, media }: ArchiveView,
  nameOf: NameOf,
  failure?: FormFailure,
): Html {
  const formFailure = failure?.typed.get("backup") === id ? failure : undefined;
  const named = html`<input type="hidden" name="backup" value="${id}">`;
  const verify = html`${named}<button type="submit" aria-label="${say(words.verifyOf, { id })}">${words.verify}</button>`;
  const remove = removal({
    name: "remove",
    here: HERE,
    back: HERE,
    of: named,
    first: { help: "", button: words.remove },
    second: { question: html`<p>${words.removeQuestion}</p>`, button: words.removeSure },
    failure: formFailure,
  });
  const facts = [
    say(words.files, { n: media.files, size: sizeOf(media.bytes) }),
    ...(submissions ? [words.withSubmissions] : []),
    ...(media.missing === 0 ? [] : [say(words.missing, { n: media.missing })]),
  ];
  return html`<li class="row"><div class="what"><p class="name">${moment(createdAt)}</p>
<p class="facts"><bdi>${say(words.facts, { size: sizeOf(bytes), name: nameOf(createdBy) })}</bdi></p><p class="facts">${facts.join(" · ")}</p></div>
<div class="acts">${drawnForm("verify", HERE, verify)}${remove}</div></li>`;
}
