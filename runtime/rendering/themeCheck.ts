/** Whether a choice of theme is one the active plugins offer, with tokens the theme takes. */
import { validateFields } from "../../manifests/fields.ts";
import { decodePointer, quote } from "../../manifests/pointer.ts";
import type { Issue } from "../../manifests/refusal.ts";
import { TOKEN_GROUPS } from "../../manifests/theme.ts";
import type { Theme } from "../content.ts";
import type { Contributions, ThemeEntry } from "../plugins/points.ts";
import { tokenDeclaration } from "./css.ts";

export function checkTheme(theme: Theme, { themes }: Contributions): Issue[] {
  const entry = themes.get(theme.theme);
  if (entry) return TOKEN_GROUPS.flatMap((group) => groupIssues(entry, group, theme.tokens[group] ?? {}));
  return [{ pointer: "/theme", found: quote(theme.theme), allowed: "a theme of an active plugin" }];
}

/** The owner changes some tokens and leaves the others, so a token that is not there is no fault. */
function groupIssues(
  { item }: ThemeEntry,
  group: keyof Theme["tokens"],
  changes: Readonly<Record<string, unknown>>,
): Issue[] {
  const at = `/tokens/${group}`;
  const refused = validateFields(item.tokens[group], { ...changes }).filter(({ pointer }) =>
    Object.hasOwn(changes, decodePointer(pointer)[0] ?? ""),
  );
  const refusedNames = new Set(refused.map(({ pointer }) => decodePointer(pointer)[0]));
  const unusable = Object.entries(changes).filter(
    ([name, value]) => !refusedNames.has(name) && tokenDeclaration(name, value) === undefined,
  );
  return [
    ...refused.map((issue) => ({ ...issue, pointer: at + issue.pointer })),
    ...unusable.map(([name, value]) => ({
      pointer: `${at}/${name}`,
      found: quote(String(value)),
      allowed: "a value that can stand in a style sheet",
    })),
  ];
}
