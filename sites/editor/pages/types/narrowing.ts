/**
 * A change of a field that keeps its kind. Values that had another kind are not shown where they break a later bound. So
 * the losses are shown first.
 */
import { html } from "hono/html";
import type { OwnType, OwnTypes } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { KindChangeView } from "../../../../runtime/editing/comparing/kindChange.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { merge, wasIn } from "../desk/merging.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import type { Html } from "../drawing/html.ts";
import { typeNamed, withFieldParts } from "./changes.ts";
import { changedValues } from "./changedValues.ts";
import { sentField, statesOfField } from "./states.ts";

const words = WORDS.types;

export type Losses = KindChangeView["lost"];

const NONE: Losses = { total: 0, listed: [] };

const lostBy = async (desk: Desk, type: OwnType, field: string): Promise<Losses> => {
  const asked = { type, field };
  const { lost } = expectValue(await desk.workspace.read("types.kindChange", desk.member.site, asked));
  return lost;
};

/** The values that visitors see now, and would not see after the change of a field that a form asks for. */
export async function readLosses(desk: Desk, all: OwnTypes, fields: Fields): Promise<Losses> {
  const type = typeNamed(all, desk.subject ?? "");
  const field = typedIn(fields, "field");
  if (type.converted?.includes(field) !== true) return NONE;
  const now = statesOfField(type, field);
  const was = wasIn(fields);
  const sent = sentField(fields, was);
  const { mine } = merge(was, sent, now);
  // A new name takes the values along.
  const change = { sent, now, mine: new Set([...mine].filter((part) => part !== "name")) };
  const later = typeNamed(withFieldParts(all, { type: type.name, field }, change), type.name);
  const [before, after] = [await lostBy(desk, type, field), await lostBy(desk, later, field)];
  const known = new Set(before.listed.map(({ id }) => id));
  const total = Math.max(0, after.total - before.total);
  return total === 0 ? NONE : { total, listed: after.listed.filter(({ id }) => !known.has(id)) };
}

/** The values that the change would hide. The form carries the number, so sending it again confirms it. */
export const losing = (losses: Losses): Html =>
  html`<div class="alert" role="alert"><p>${say(words.kindLost, { n: losses.total })} ${words.narrowAgain}</p><p class="help">${words.kindLostHelp}</p>${changedValues(words.kindLosing, losses)}</div>`;
