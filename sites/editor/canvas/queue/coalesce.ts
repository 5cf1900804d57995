/** Merges successive edits into as few operations as possible. */
import type {
  PageOperation,
  SetFields,
  SetMembers,
  FieldValues,
} from "../../../../runtime/editing/operations/pageOperation.ts";
import { sameJson } from "../../../../runtime/editing/operations/sameJson.ts";

const kept = (values: FieldValues, keep: (name: string) => boolean): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)));

/** Merges two changes of one section. The merged change keeps the earlier previous values (`was`). */
export function joinedSets(first: SetFields, second: SetFields): SetFields {
  const fields = { ...first.fields, ...second.fields };
  const was = { ...second.was, ...first.was };
  const differs = (name: string): boolean => !(name in was) || !sameJson(fields[name] ?? null, was[name] ?? null);
  return { ...first, fields: kept(fields, differs), was: kept(was, differs) };
}

const isEmpty = (operation: PageOperation): boolean =>
  operation.op === "set" && Object.keys(operation.fields).length === 0;

/**
 * The index of the waiting change that can take in this change; -1 if there is none. Only field changes of other
 * sections may lie between them.
 */
function placeFor(waiting: readonly PageOperation[], { section }: SetFields): number {
  const last = waiting.findLastIndex((operation) => operation.op !== "set" || operation.section === section);
  const found = waiting[last];
  return found?.op === "set" ? last : -1;
}

/** Merges an operation into the last one; undefined if the two cannot be merged. */
function joinedToLast(last: PageOperation | undefined, next: PageOperation): PageOperation | undefined {
  if (next.op === "variant" && last?.op === "variant" && last.section === next.section)
    return { ...next, was: last.was };
  const isPlain =
    next.op === "page" && last?.op === "page" && next.redirect === undefined && last.redirect === undefined;
  return isPlain ? joinedMembers(last, next) : undefined;
}

/** Adds an operation to the waiting ones. An edit and its reversal cancel out. */
export function withOperation(waiting: readonly PageOperation[], operation: PageOperation): readonly PageOperation[] {
  if (operation.op === "set") {
    const at = placeFor(waiting, operation);
    const first = waiting[at];
    if (first?.op === "set") return waiting.with(at, joinedSets(first, operation)).filter((one) => !isEmpty(one));
    return joinedAlone(waiting, operation);
  }
  const joined = joinedToLast(waiting.at(-1), operation);
  return withoutEmpty(joined ? [...waiting.slice(0, -1), joined] : [...waiting, operation]);
}

/** Merges two changes of the page's own members. */
function joinedMembers(first: SetMembers, second: SetMembers): SetMembers {
  const changes = { ...first.changes, ...second.changes };
  const was = { ...second.was, ...first.was };
  const differs = (name: string): boolean => !(name in was) || !sameJson(changes[name] ?? null, was[name] ?? null);
  return { ...first, changes: kept(changes, differs), was: kept(was, differs) };
}

const withoutEmpty = (operations: readonly PageOperation[]): readonly PageOperation[] =>
  operations.filter((one) => one.op !== "page" || Object.keys(one.changes).length > 0);

/** Adds a change of fields, unless every field keeps its value. */
function joinedAlone(waiting: readonly PageOperation[], operation: SetFields): readonly PageOperation[] {
  const alone = joinedSets(operation, operation);
  return isEmpty(alone) ? waiting : [...waiting, alone];
}
