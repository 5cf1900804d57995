/** The values with which a member can choose another theme. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { TOKEN_GROUPS } from "../../../../manifests/manifest/theme.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import type { Desk } from "../desk/desk.ts";
import { type ThemeChoice, keptTokens } from "./tokens.ts";

export interface ThemeValues {
  /** `earlier` is how the site last had the theme, `present` what it has now, and `own` how the theme comes. */
  readonly name: "earlier" | "present" | "own";
  readonly tokens: Theme["tokens"];
}

/** The choices, the most likely one first. Those without a value of their own are left out. */
export async function valuesFor(
  { workspace, member }: Desk,
  choice: ThemeChoice,
  present: Theme["tokens"],
): Promise<readonly ThemeValues[]> {
  const last = expectValue(await workspace.read("theme.tokens", member.site, { theme: choice.theme }));
  const untouched = { name: "own", tokens: {} } as const;
  const found: readonly ThemeValues[] = [
    { name: "earlier", tokens: keptTokens(last ?? {}, choice) },
    { name: "present", tokens: keptTokens(present, choice) },
  ];
  const others = found.filter(({ tokens }) => count(tokens) > 0);
  // A theme that had no values of the site comes back without any, unless the member chooses otherwise.
  return last !== null && others[0]?.name !== "earlier" ? [untouched, ...others] : [...others, untouched];
}

/** The number of a site's own values that another theme does not take. */
export const notTaken = (present: Theme["tokens"], choice: ThemeChoice): number =>
  count(present) - count(keptTokens(present, choice));

const count = (tokens: Theme["tokens"]): number =>
  TOKEN_GROUPS.reduce((sum, group) => sum + Object.keys(tokens[group] ?? {}).length, 0);
