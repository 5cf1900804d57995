/** A field that all languages come to share, or no longer share: the values that change are shown first. */
import { html } from "hono/html";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { KindChangeView } from "../../../../runtime/editing/comparing/kindChange.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { changedValues } from "./changedValues.ts";
import { withSharing } from "./changes.ts";
import { isShared, schemasOf } from "./states.ts";

const words = WORDS.types;

/** True if the site has languages that could share a value. */
export const hasLanguages = async (desk: Desk): Promise<boolean> =>
  expectValue(await desk.workspace.read("settings", desk.member.site)).body.languages !== undefined;

/** The form that asks what sharing would change. It only looks. */
export const askingSharing = (here: string, name: string, isNow: boolean): Html =>
  html`<form method="get" action="${here}#sharing"><input type="hidden" name="sharing" value="${name}">
<button type="submit" class="quiet">${isNow ? words.separate : words.share}</button></form>`;

/** The field whose sharing an address asks to see. */
export function sharingAsked(
  type: OwnType,
  query: { get(name: string): string | null | undefined },
): string | undefined {
  const field = query.get("sharing") ?? "";
  return Object.hasOwn(schemasOf(type), field) ? field : undefined;
}

const isSharedNow = (type: OwnType, field: string): boolean => isShared(schemasOf(type)[field] ?? {});

/** The values that entries get. Those of the source stay. */
export async function sharingChange(desk: Desk, type: OwnType, field: string): Promise<KindChangeView> {
  const [later] = withSharing({ types: [type] }, type.name, field, !isSharedNow(type, field)).types;
  return expectValue(await desk.workspace.read("types.kindChange", desk.member.site, { type: later ?? type, field }));
}

export const valuesChanged = ({ converted, lost }: KindChangeView): KindChangeView["lost"] => ({
  total: converted.total + lost.total,
  listed: [...lost.listed, ...converted.listed],
});

interface Asking {
  readonly type: OwnType;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

/** The values that change, and the button that applies it. */
export async function sharing(desk: Desk, { type, here, failure }: Asking, field: string): Promise<Html> {
  const isNow = isSharedNow(type, field);
  const change = valuesChanged(await sharingChange(desk, type, field));
  const title = String(schemasOf(type)[field]?.["title"] ?? "");
  const apply = html`<input type="hidden" name="sharing" value="${field}"><input type="hidden" name="changes" value="${change.total}">
<button type="submit"${change.total > 0 ? html` class="danger"` : ""}>${isNow ? words.separate : words.share}</button> <a href="${here}">${words.keepKind}</a>`;
  return html`<div class="work"><section id="sharing" aria-labelledby="sharing-title"><h2 id="sharing-title">${say(isNow ? words.separateTitle : words.shareTitle, { title })}</h2>${alert(failure, "sharing")}
<p>${isNow ? words.separateHelp : words.shareHelp}</p><p>${say(words.shareChanges, { n: change.total })}</p>
${changedValues(words.shareChanging, change)}${drawnForm("sharing", here, apply)}</section></div>`;
}
