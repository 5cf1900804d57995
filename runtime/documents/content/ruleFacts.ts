/** Facts about a redirect, each made once. A site may have 50,000, of which a change leaves most alone. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect } from "./content.ts";
import { markOf } from "./mark.ts";
import { sourceKey } from "./redirectSource.ts";

interface RuleFacts {
  /** The text by which two rules are for the same addresses. */
  readonly key: string;
  /** The length of the rule as JSON, in characters. */
  readonly chars: number;
  /** Thirty-two bits that belong to the old address. */
  readonly mark: number;
  /**
   * The normal path on this site to which the rule leads, whatever was asked. Empty if it leads away or nowhere.
   * Undefined if that depends on what was asked.
   */
  readonly target: string | undefined;
}

/** Rules never change: another rule is another object. */
const known = new WeakMap<Redirect, RuleFacts>();

export function ruleFacts(rule: Redirect): RuleFacts {
  const found = known.get(rule);
  if (found) return found;
  const key = sourceKey(rule.from);
  const facts = {
    key: key === rule.from ? rule.from : key,
    chars: JSON.stringify(rule).length,
    mark: markOf(rule.from, 0),
    target: targetOf(rule),
  };
  known.set(rule, facts);
  return facts;
}

export const ruleKey = (rule: Redirect): string => ruleFacts(rule).key;

/** A path without values, parameters or anchor. */
const PLAIN_TARGET = /^(?:\/[^/:*?#]+)*\/?$/;

function targetOf(rule: Redirect): string | undefined {
  if (rule.status === 410) return "";
  return PLAIN_TARGET.test(rule.to) ? normalPath(rule.to) : undefined;
}
