/**
 * Merges two edits of one field. Texts merge by block, entries of a list one by one. The members of a group belong
 * together, such as a picture and its description: they merge only in members that both edits changed.
 */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { mergedText } from "./mergedText.ts";
import { sameJson } from "./sameJson.ts";

/** The value with both edits; undefined if they collide. */
export function mergedValue(was: unknown, now: unknown, wanted: unknown): unknown {
  if (sameJson(now, was) || sameJson(now, wanted)) return wanted;
  if (typeof was === "string" && typeof now === "string" && typeof wanted === "string")
    return mergedText(was, now, wanted);
  if (Array.isArray(was) && Array.isArray(now) && Array.isArray(wanted)) return mergedList(was, now, wanted);
  return isObject(was) && isObject(now) && isObject(wanted) ? mergedGroup(was, now, wanted) : undefined;
}

function mergedList(was: readonly unknown[], now: readonly unknown[], wanted: readonly unknown[]): unknown {
  if (was.length !== now.length || was.length !== wanted.length) return undefined;
  const items = was.map((item, index) =>
    sameJson(item, wanted[index]) ? now[index] : mergedValue(item, now[index], wanted[index]),
  );
  return items.includes(undefined) ? undefined : items;
}

type Group = Readonly<Record<string, unknown>>;

function mergedGroup(was: Group, now: Group, wanted: Group): unknown {
  const names = [...new Set([was, now, wanted].flatMap((group) => Object.keys(group)))];
  const members = names.map((name): [string, unknown] => {
    const [before, theirs, mine] = [was[name], now[name], wanted[name]];
    if (sameJson(theirs, mine)) return [name, theirs];
    const isOfBoth = !sameJson(before, theirs) && !sameJson(before, mine);
    return [name, isOfBoth ? mergedValue(before, theirs, mine) : undefined];
  });
  const isWhole = members.every(([name, value]) => value !== undefined || (now[name] ?? wanted[name]) === undefined);
  return isWhole ? Object.fromEntries(members.filter(([, value]) => value !== undefined)) : undefined;
}
