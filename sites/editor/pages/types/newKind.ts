/** A change of the kind of a field: what it does to the values of entries is shown first, and then confirmed. */
import { html } from "hono/html";
import { PLAIN_TEXT_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { KIND_NAMES, type KindName } from "../../../../manifests/ownTypes/kinds.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { KindChangeView } from "../../../../runtime/editing/comparing/kindChange.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { changedValues } from "./changedValues.ts";
import { withKind } from "./changes.ts";
import { kindOfSchema, schemasOf } from "./states.ts";

const words = WORDS.types;

const ofTexts: readonly KindName[] = ["text", "long", "formatted", "texts"];
const TYPED: readonly KindName[] = ["number", "yesNo", "date", "dateTime", "choice"];

/** The kinds that a field may become. References, pictures and links become nothing that people could read. */
const BECOMES: Readonly<Record<KindName, readonly KindName[]>> = {
  text: [...ofTexts, ...TYPED, "link"],
  long: [...ofTexts, ...TYPED],
  formatted: ofTexts,
  number: [...ofTexts, "choice"],
  yesNo: ofTexts,
  date: [...ofTexts, "choice"],
  dateTime: ofTexts,
  choice: [...ofTexts, "number"],
  picture: [],
  link: ofTexts,
  page: ["pages"],
  pages: ["page"],
  texts: [...ofTexts, "choice"],
};

export const kindsAfter = (kind: KindName): readonly KindName[] => BECOMES[kind].filter((one) => one !== kind);

/** The form that asks for a new kind. It only looks. */
export function askingKind(here: string, name: string, kind: KindName): Html | "" {
  const kinds = kindsAfter(kind);
  if (kinds.length === 0) return "";
  const fields = new DrawnFields("look", undefined, {}, name);
  const offered = kinds.map((one): SelectOption => [one, words.kinds[one]]);
  return html`<form method="get" action="${here}#kind"><input type="hidden" name="field" value="${name}">${fields.choice("kind", words.newKind, kinds[0] ?? "", offered)}
<button type="submit" class="quiet">${words.seeKind}</button></form>`;
}

export interface NewKind {
  readonly field: string;
  readonly kind: KindName;
  readonly choices: string;
}

/** The change that an address asks to see. Undefined if it asks for none that the field can have. */
export function kindAsked(type: OwnType, query: { get(name: string): string | null | undefined }): NewKind | undefined {
  const field = query.get("field") ?? "";
  const schema = schemasOf(type)[field];
  const kind = KIND_NAMES.find((one) => one === query.get("kind"));
  if (!schema || !kind || !kindsAfter(kindOfSchema(schema)).includes(kind)) return undefined;
  return { field, kind, choices: query.get("choices") ?? "" };
}

export async function readKindChange(desk: Desk, type: OwnType, asked: NewKind): Promise<KindChangeView> {
  const { types } = withKind({ types: [type] }, { type: type.name, field: asked.field }, { ...asked, mayLack: true });
  const [later] = types;
  return expectValue(
    await desk.workspace.read("types.kindChange", desk.member.site, { type: later ?? type, field: asked.field }),
  );
}

interface Asking {
  readonly type: OwnType;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

/** The effects of a new kind, and the button that applies it. */
export async function newKind(desk: Desk, { type, here, failure }: Asking, given: NewKind): Promise<Html> {
  const isChoice = given.kind === "choice";
  const asked = isChoice && given.choices === "" ? await withChoices(desk, type, given) : given;
  const change = await readKindChange(desk, type, asked);
  const schema = schemasOf(type)[asked.field] ?? {};
  const from = words.kinds[kindOfSchema(schema)];
  const hidden = html`<input type="hidden" name="field" value="${asked.field}"><input type="hidden" name="kind" value="${asked.kind}">`;
  const title = say(words.kindTitle, { title: String(schema["title"] ?? ""), from, to: words.kinds[asked.kind] });
  const apply = html`${hidden}<input type="hidden" name="choices" value="${asked.choices}"><input type="hidden" name="lost" value="${change.lost.total}">
<button type="submit"${change.lost.total > 0 ? html` class="danger"` : ""}>${words.changeKind}</button> <a href="${here}">${words.keepKind}</a>`;
  return html`<div class="work"><section id="kind" aria-labelledby="kind-title"><h2 id="kind-title">${title}</h2>${alert(failure, "kind")}
<p>${say(words.kindKept, { n: change.kept })} ${say(words.kindConverted, { n: change.converted.total })} ${say(words.kindLost, { n: change.lost.total })}</p>
${change.lost.total > 0 ? html`<p class="help">${words.kindLostHelp}</p>${changedValues(words.kindLosing, change.lost)}` : ""}
${changedValues(words.kindConverting, change.converted)}
${isChoice ? choosing(here, hidden, asked) : ""}
${drawnForm("kind", here, apply)}</section></div>`;
}

/** Proposes the values that entries have as the choices. */
async function withChoices(desk: Desk, type: OwnType, asked: NewKind): Promise<NewKind> {
  const { different } = await readKindChange(desk, type, { ...asked, kind: "text" });
  return { ...asked, choices: different.join("\n") };
}

function choosing(here: string, hidden: Html, { choices, field }: NewKind): Html {
  const fields = new DrawnFields("choosing", undefined, {}, field);
  return html`<form method="get" action="${here}#kind">${hidden}${fields.text("choices", words.choices, choices, { lines: 4, max: PLAIN_TEXT_MAX_CHARS })}
<button type="submit" class="quiet">${words.seeKind}</button></form>`;
}
