import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { seeOther } from "../../../web/http/answers.ts";
import type { Route } from "../../../web/api/request/route.ts";
import type { Desk } from "./desk.ts";
import type { Fields } from "./sent.ts";
import { type ApiQuestion, notInForm, through } from "./through.ts";

type Asks = Omit<ApiQuestion, "key"> | readonly Omit<ApiQuestion, "key">[];

/** A form's action: the API route that it calls, and how its fields become a request. */
export interface Action {
  readonly route: Route;
  /** The fields that the form may send besides `do` and `key`. */
  readonly fields: readonly string[];
  /** Matches further field names that depend on the site's content. */
  readonly more?: RegExp;
  /** True if the editor asks for confirmation. An action whose API route itself asks for one does not set this. */
  readonly isAskedTwice?: boolean;
  /** One request, or several of one kind that are sent one after the other. */
  ask(desk: Desk, fields: Fields): Asks | Promise<Asks>;
  /** A second request after the first one succeeded, with its own key; null if none is needed. */
  follow?(desk: Desk, fields: Fields, answer: unknown): Promise<Follow | null>;
  /** The address to redirect to. `answer` is the API's answer. */
  after(desk: Desk, fields: Fields, answer: unknown): string;
}

/** A second request of a form. If it is refused, sending the form again repeats the first request harmlessly. */
interface Follow {
  readonly route: Route;
  readonly question: Omit<ApiQuestion, "key">;
}

/** A form's action that stores nothing. It answers a redirect or a page. */
export interface ContinueAction {
  readonly fields: readonly string[];
  /** Matches further field names that depend on the site's content. */
  readonly more?: RegExp;
  turn(desk: Desk, fields: Fields): Response | Promise<Response>;
}

/**
 * A form's action whose answer is shown once, such as a new secret. No address contains it, so a reload does not show
 * it again.
 */
export interface Telling extends Pick<Action, "route" | "fields" | "more"> {
  ask(desk: Desk, fields: Fields): Omit<ApiQuestion, "key"> | Promise<Omit<ApiQuestion, "key">>;
  tell(desk: Desk, answer: unknown): Promise<Response>;
}

type AnyAction = Action | Telling | ContinueAction;

/** The actions of a page, by the name of the form. */
export type PageActions = Readonly<Record<string, AnyAction>>;

/** The hidden field of a form that confirms an action. */
export const FORCED = "force";
export const isForced = (fields: Fields): boolean => fields.get(FORCED) === "true";

/** The action that a form names in `do`. */
export function findPageAction(actions: PageActions, fields: Fields): readonly [name: string, action: AnyAction] {
  const found = Object.entries(actions).find(([name]) => name === fields.get("do"));
  if (!found) throw new Refusal("INVALID_REQUEST");
  return found;
}

/** Does what a form asks, and answers the redirect or the page. */
export async function act(desk: Desk, action: AnyAction, fields: Fields): Promise<Response> {
  requireKnown(action, fields);
  if ("turn" in action) return action.turn(desk, fields);
  return "tell" in action ? answeredOnce(desk, action, fields) : seeOther(await done(desk, action, fields));
}

async function answeredOnce(desk: Desk, { route, ask, tell }: Telling, fields: Fields): Promise<Response> {
  return tell(desk, await through(desk, route, { ...(await ask(desk, fields)), key: fields.get("key") ?? "" }));
}

function requireKnown(action: AnyAction, fields: Fields): void {
  const known = ["do", "key", ...action.fields];
  const stranger = [...fields.keys()].find((field) => !known.includes(field) && action.more?.test(field) !== true);
  if (stranger !== undefined) throw notInForm(stranger.slice(0, 40), action.fields.join(", "));
}

/**
 * Sends several requests one after the other. If one is refused, the earlier ones stay done, and sending the form again
 * repeats them harmlessly.
 */
async function asked(desk: Desk, route: Route, asks: Asks, key: string): Promise<unknown> {
  if (!isList(asks)) return through(desk, route, { ...asks, key });
  const answers: unknown[] = [];
  for (const [index, one] of asks.entries())
    answers.push(await through(desk, route, { ...one, key: key === "" ? "" : `${key}.${index}` }));
  return answers;
}

const isList = (asks: Asks): asks is readonly Omit<ApiQuestion, "key">[] => Array.isArray(asks);

async function done(desk: Desk, action: Action, fields: Fields): Promise<string> {
  const { route, isAskedTwice = false } = action;
  if (isAskedTwice && !isForced(fields)) throw new Refusal("CONFLICT", { conflict: "confirmation_missing" });
  const key = fields.get("key") ?? "";
  const answer = await asked(desk, route, await action.ask(desk, fields), key);
  const next = await action.follow?.(desk, fields, answer);
  if (next) await through(desk, next.route, { ...next.question, key: `${key}.2` });
  return action.after(desk, fields, answer);
}
