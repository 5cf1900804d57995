import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { seeOther } from "../../answers.ts";
import type { Route } from "../../api/request/route.ts";
import type { Desk } from "./desk.ts";
import type { Fields } from "./sent.ts";
import type { Question } from "./through.ts";
import { notInForm, through } from "./through.ts";

/** A form's action: the API route behind it, and how its fields become a request. */
export interface Action {
  readonly route: Route;
  /** Fields it may have, beside `do` and `key`. */
  readonly fields: readonly string[];
  /** Nothing is done before its sender has been asked a second time; where the API asks that itself, it is not asked here. */
  readonly isAskedTwice?: boolean;
  ask(desk: Desk, fields: Fields): Omit<Question, "key"> | Promise<Omit<Question, "key">>;
  /** The address to which the browser is sent afterwards. */
  after(desk: Desk, fields: Fields): string;
}

/** A form's action without an API request: it only answers where the browser continues. */
export interface Turn {
  readonly fields: readonly string[];
  turn(desk: Desk, fields: Fields): Response;
}

/** The actions of a page, by the name of the form. */
export type Actions = Readonly<Record<string, Action | Turn>>;

/** The hidden field of a confirmed form. */
export const FORCED = "force";
export const isForced = (fields: Fields): boolean => fields.get(FORCED) === "true";

/** The action a form asks for by its name, of those its page has. */
export function actionOf(actions: Actions, fields: Fields): readonly [name: string, action: Action | Turn] {
  const found = Object.entries(actions).find(([name]) => name === fields.get("do"));
  if (!found) throw new Refusal("INVALID_REQUEST");
  return found;
}

/** Does what a form asks, and leads its browser on. */
export async function act(desk: Desk, action: Action | Turn, fields: Fields): Promise<Response> {
  requireKnown(action.fields, fields);
  return "turn" in action ? action.turn(desk, fields) : seeOther(await done(desk, action, fields));
}

function requireKnown(known: readonly string[], fields: Fields): void {
  const stranger = [...fields.keys()].find((field) => field !== "do" && field !== "key" && !known.includes(field));
  if (stranger !== undefined) throw notInForm(stranger.slice(0, 40), known.join(", "));
}

async function done(desk: Desk, { route, isAskedTwice = false, ask, after }: Action, fields: Fields): Promise<string> {
  if (isAskedTwice && !isForced(fields)) throw new Refusal("CONFLICT");
  await through(desk, route, { ...(await ask(desk, fields)), key: fields.get("key") ?? "" });
  return after(desk, fields);
}
