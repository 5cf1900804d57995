import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Guard } from "./guard.ts";

/** One strong entity tag. Weak tags, lists and `*` do not identify one version. */
const STRONG = /^"(0|[1-9][0-9]{0,15})"$/;

export const entityTag = (version: number): string => `"${version}"`;

/**
 * Requires a change to name the version that it builds on. Only the workspace knows whether that version is current.
 */
export const version: Guard = ({ request }, { versioned }) => {
  if (!versioned) return { version: null };
  const [, digits] = STRONG.exec(request.headers.get("if-match") ?? "") ?? [];
  const named = Number(digits ?? Number.NaN);
  if (!Number.isSafeInteger(named) || named < versioned.least) {
    throw new Refusal("VERSION_REQUIRED", {
      allowed: `If-Match with one version of the ${versioned.of} in double quotes, such as "3"`,
    });
  }
  return { version: named };
};
