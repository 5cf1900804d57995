/**
 * Everything that an owner agrees to with a plugin version, compared with what they agreed to before. The editor, the
 * command line and the API show this list.
 */
import type { Requested } from "../../contributions/grant.ts";
import { type Contributor, consentedBySwitch } from "./effects.ts";
import type { ConsentView } from "./consentView.ts";
import { type Consented, TOPIC_NAMES } from "./consented.ts";
import { inEnglish, type Effect } from "./sentences.ts";
import { consentedByGrant } from "./wishes.ts";

/** The parts of a version that an owner agrees to. */
export interface Agreed {
  readonly contributor: Contributor | undefined;
  readonly capabilities: Requested;
}

type Change = ConsentView["change"];

const itemsOf = ({ contributor, capabilities }: Agreed): Consented[] => [
  ...consentedByGrant(capabilities),
  ...(contributor ? consentedBySwitch(contributor) : []),
];

const isWithin = (one: Consented, other: Consented): boolean =>
  (other.reach.includes("*") || one.reach.every((member) => other.reach.includes(member))) &&
  (one.amounts ?? []).every((amount, index) => amount <= (other.amounts?.[index] ?? 0));

function changeOf(before: Consented, now: Consented): Change {
  if (!isWithin(now, before)) return "widened";
  if (!isWithin(before, now)) return "narrowed";
  return inEnglish(before.effects) === inEnglish(now.effects) ? null : "changed";
}

function viewOf(item: Consented, change: Change, was: Consented | undefined): ConsentView {
  const { topic, effects, reason, needsGrant } = item;
  return {
    topic,
    effects: shown(effects),
    says: inEnglish(effects),
    reason: reason ?? null,
    needsGrant,
    change,
    before: was ? shown(was.effects) : null,
    was: was ? inEnglish(was.effects) : null,
  };
}

const shown = (effects: readonly Effect[]): ConsentView["effects"] =>
  effects.map(({ name, values }) => ({ name, values: structuredClone(values) as Shown }));

type Shown = ConsentView["effects"][number]["values"];

const byKey = (items: readonly Consented[]): ReadonlyMap<string, Consented> =>
  new Map(items.map((item) => [item.key, item]));

/**
 * Lists what a version does, with the change since the last agreement. Without an earlier agreement, no change is
 * marked.
 */
export function consentOf(now: Agreed, before: Agreed | undefined): ConsentView[] {
  const [had, has] = [byKey(before ? itemsOf(before) : []), byKey(itemsOf(now))];
  const present = [...has.values()].map((item) => {
    const known = had.get(item.key);
    const change = before ? (known ? changeOf(known, item) : "added") : null;
    return viewOf(item, change, change === null ? undefined : known);
  });
  const gone = [...had.values()].filter(({ key }) => !has.has(key)).map((item) => viewOf(item, "removed", undefined));
  return [...present, ...gone].toSorted(
    (one, other) => TOPIC_NAMES.indexOf(one.topic) - TOPIC_NAMES.indexOf(other.topic),
  );
}

/**
 * Tells whether an owner has already agreed to everything that a version does. Features that do nothing until a member
 * chooses them need no agreement.
 */
export function isCovered(now: Agreed, before: Agreed): boolean {
  const [had, has] = [byKey(itemsOf(before)), byKey(itemsOf(now))];
  const isKept = ({ key, isPromise }: Consented): boolean => isPromise !== true || has.has(key);
  if (![...had.values()].every(isKept)) return false;
  return [...has.values()].every((item) => {
    const known = had.get(item.key);
    if (!known) return item.isOffered === true && item.reach.length === 0;
    const change = changeOf(known, item);
    return change === null || change === "narrowed" || (change === "changed" && item.isOffered === true);
  });
}
