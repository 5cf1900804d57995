/** Takes a change of a page back, and keeps the later changes of others. */
import type { Page } from "../../documents/content/content.ts";
import { differingMembers, sameJson } from "../operations/sameJson.ts";

type Members = Readonly<Record<string, unknown>>;

interface TakenBack<T> {
  readonly body: T;
  /** The members that have changed again since. */
  readonly conflicts: readonly string[];
}

/** Goes from `after` back to `before` in every member that differs, and leaves the others of `now` alone. */
function membersBack(now: Members, before: Members, after: Members): TakenBack<Members> {
  const names = differingMembers(before, after);
  const conflicts = names.filter((name) => !sameJson(now[name], after[name]) && !sameJson(now[name], before[name]));
  const kept = Object.entries(now).filter(([name]) => !names.includes(name));
  const back = names.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]] as const]));
  return { body: Object.fromEntries([...kept, ...back]), conflicts };
}

/** Members of the page one by one, and values of an entry one by one. */
export function pageBack(now: Page, before: Page, after: Page): TakenBack<Page> {
  const { values: nowValues = {}, ...nowMembers } = now;
  const { values: beforeValues, ...beforeMembers } = before;
  const { values: afterValues = {}, ...afterMembers } = after;
  const members = membersBack(nowMembers, beforeMembers, afterMembers);
  const values = membersBack(nowValues, beforeValues ?? {}, afterValues);
  const hasValues = beforeValues !== undefined || Object.keys(values.body).length > 0;
  return {
    body: { ...(members.body as Page), ...(hasValues && { values: values.body }) },
    conflicts: [...members.conflicts, ...values.conflicts.map((name) => `values/${name}`)],
  };
}
