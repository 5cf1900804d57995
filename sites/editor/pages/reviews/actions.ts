import { APPROVING_ROLES } from "../../../../runtime/reviews/rules.ts";
import type { RequestChanged } from "../../../../runtime/reviews/views.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { outcomeAt, requestMadeAt } from "../publish/area.ts";
import { momentIn } from "../publish/actions.ts";
import { REVIEWS_AREA, RULES_PATH } from "./area.ts";

const of = (fields: Fields) => ({ segments: { request: fields.get("request") ?? "" } });
const back = (done: string): string => withQuery(REVIEWS_AREA.path, { done });

const wordsIn = (fields: Fields): object => {
  const words = typedIn(fields, "words");
  return words === "" ? {} : { words };
};

/** The page that tells what an approval did. */
const afterApproval: Action["after"] = (_, __, answer) => {
  const { state, release } = answer as RequestChanged;
  if (state === "published" && release !== null) return outcomeAt(release);
  return back(state === "planned" ? "planned" : "approved");
};

export const REVIEW_ACTIONS: PageActions = {
  approve: {
    route: findCommandRoute("request.approve"),
    fields: ["request", "words", "at"],
    ask: ({ context: { timeZone } }, fields) => ({
      ...of(fields),
      body: { ...wordsIn(fields), ...(typedIn(fields, "at") === "" ? {} : { at: momentIn(fields, timeZone) }) },
    }),
    after: afterApproval,
  },
  return: {
    route: findCommandRoute("request.return"),
    fields: ["request", "words"],
    ask: (_, fields) => ({ ...of(fields), body: { words: typedIn(fields, "words") } }),
    after: () => back("returned"),
  },
  withdraw: {
    route: findCommandRoute("request.withdraw"),
    fields: ["request"],
    ask: (_, fields) => of(fields),
    after: () => back("withdrawn"),
  },
  again: {
    route: findCommandRoute("request.create"),
    fields: ["request", "words"],
    ask: (_, fields) => ({ body: { again: fields.get("request") ?? "", words: typedIn(fields, "words") } }),
    after: (_, __, answer) => requestMadeAt((answer as RequestChanged).request),
  },
};

/** The prefixes of the fields of ticks, before the name that is ticked. */
export const TICKS = { role: "role.", member: "member.", type: "type.", language: "language." } as const;

const ticked = (fields: Fields, prefix: string): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));

const orAll = (names: readonly string[]): readonly string[] | null => (names.length === 0 ? null : names);

export const RULES_ACTIONS: PageActions = {
  rules: {
    route: findCommandRoute("review.put"),
    fields: ["demanded", "approvals", "own"],
    more: /^(?:role|member|type|language)\../,
    ask: (_, fields) => ({
      body: {
        review:
          fields.get("demanded") === "true"
            ? {
                approvals: Number(fields.get("approvals")),
                own: fields.get("own") === "true",
                roles: APPROVING_ROLES.filter((role) => fields.has(TICKS.role + role)),
                members: ticked(fields, TICKS.member),
                types: orAll(ticked(fields, TICKS.type)),
                languages: orAll(ticked(fields, TICKS.language)),
              }
            : null,
      },
    }),
    after: () => withQuery(RULES_PATH, { done: "saved" }),
  },
};
