/** The page of one content type: what it is called, its address, its order and its fields. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import {
  ENTRY_ADDRESS_MAX_CHARS,
  EXPLANATION_MAX_CHARS,
  LABEL_MAX_CHARS,
} from "../../../../manifests/bounds/manifest.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { wasField } from "../drawing/wasField.ts";
import { TYPES_AREA, typeAt } from "./area.ts";
import { typeNamed } from "./changes.ts";
import { addingField, fieldRow } from "./fieldForms.ts";
import { readLosses } from "./narrowing.ts";
import { kindAsked, newKind } from "./newKind.ts";
import { hasLanguages, sharing, sharingAsked } from "./sharing.ts";
import { schemasOf, statesOfType } from "./states.ts";

const { types: words } = WORDS;

export async function typePage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { body } = expectValue(await desk.workspace.read("types", desk.member.site));
  const type = typeNamed(body, desk.subject ?? "");
  const { contentTypes } = expectValue(
    await desk.workspace.read("catalogue", desk.member.site, { language: reader().language }),
  );
  const others = contentTypes.map(({ type: name, plural }): SelectOption => [name, plural]);
  const here = typeAt(type.name);
  const names = Object.keys(schemasOf(type));
  const losses = failure?.form === "field" ? await readLosses(desk, body, failure.typed) : undefined;
  const isInLanguages = await hasLanguages(desk);
  const fieldsOf = { type, others, here, failure, losses, isInLanguages };
  const rows = names.map((name, index) => fieldRow(fieldsOf, name, index));
  const asked = kindAsked(type, failure?.form === "kind" ? failure.typed : query);
  const shared = sharingAsked(type, failure?.form === "sharing" ? failure.typed : query);
  const content = html`<p><a href="${TYPES_AREA.path}">${words.back}</a></p><h1><bdi>${type.plural}</bdi></h1>
<p class="help">${say(words.named, { name: `site/${type.name}` })}</p>
${status(doneIn(query, words.done))}
${publishBar(desk, here, failure)}
${asked ? await newKind(desk, { type, here, failure }, asked) : ""}
${shared === undefined ? "" : await sharing(desk, { type, here, failure }, shared)}
<section aria-labelledby="fields-title"><h2 id="fields-title">${words.fieldsTitle}</h2>${alert(failure, "up")}${alert(failure, "remove-field")}
${names.length === 0 ? html`<p class="none">${words.noFields}</p>` : html`<ul class="rows">${rows}</ul>`}</section>
<div class="work columns">${addingField(fieldsOf)}${about(type, here, failure, await pagesOf(desk, type))}</div>
<div class="work">${removing(here, failure)}</div>`;
  return editorPage(desk, { title: type.plural, content, refusal: failure?.refusal });
}

/** The number of entries that have a page. Undefined while the site indexes them again. */
async function pagesOf({ workspace, member }: Desk, { name, address }: OwnType): Promise<number | undefined> {
  if (address === undefined) return 0;
  const answer = await workspace.read("entries", member.site, { type: `site/${name}`, limit: 1 });
  return answer.ok ? answer.value.total : undefined;
}

function about(type: OwnType, here: string, failure: FormFailure | undefined, pages: number | undefined): Html {
  const fields = new DrawnFields("type", failure);
  const content = html`${wasField(statesOfType(type))}
${fields.text("title", words.single, type.title, { required: true, max: LABEL_MAX_CHARS })}
${fields.text("plural", words.plural, type.plural, { required: true, max: LABEL_MAX_CHARS })}
${fields.text("description", words.description, type.description ?? "", { max: EXPLANATION_MAX_CHARS })}
${fields.text("address", words.address, type.address ?? "", { max: ENTRY_ADDRESS_MAX_CHARS, help: pages ? `${words.addressHelp} ${say(words.addressPages, { n: pages })}` : words.addressHelp })}
${fields.choice("order", words.order, type.order ?? "", ordersOf(type))}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<section aria-labelledby="about"><h2 id="about">${words.aboutTitle}</h2>${alert(failure, "type")}${drawnForm("type", here, content)}</section>`;
}

/** The orders of all pages, and those by the fields that lists may use. */
function ordersOf(type: OwnType): SelectOption[] {
  const schemas = schemasOf(type);
  const byField = (type.index ?? []).flatMap((name): SelectOption[] => {
    const title = String(schemas[name]?.["title"] ?? name);
    return [
      [name, say(words.upwards, { title })],
      [`-${name}`, say(words.downwards, { title })],
    ];
  });
  const known: SelectOption[] = [...Object.entries(words.orders), ...byField];
  const present = type.order ?? "";
  return known.some(([value]) => value === present) ? known : [...known, [present, present]];
}

const removing = (here: string, failure: FormFailure | undefined): Html =>
  html`<section aria-labelledby="removing"><h2 id="removing">${words.removeTitle}</h2><p class="help">${words.removeHelp}</p>${alert(failure, "remove")}${drawnForm("remove", here, html`<button type="submit" class="danger">${words.removeType}</button>`)}</section>`;
