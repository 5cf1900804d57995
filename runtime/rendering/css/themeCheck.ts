/** Checks that an active plugin has the chosen theme, and that the chosen tokens fit its schema. */
import { validateFields } from "../../../manifests/fields/fields.ts";
import { decodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { TOKEN_GROUPS } from "../../../manifests/manifest/theme.ts";
import type { Theme } from "../../documents/content/content.ts";
import type { Contributions, ThemeEntry } from "../../contributions/points.ts";
import { tokenDeclaration } from "./css.ts";

export function checkTheme(theme: Theme, { themes }: Contributions): Issue[] {
  const entry = themes.get(theme.theme);
  if (entry) return TOKEN_GROUPS.flatMap((group) => groupIssues(entry, group, theme.tokens[group] ?? {}));
  return [{ pointer: "/theme", found: quote(theme.theme), allowed: "a theme of an active plugin" }];
}

/** Checks the changed tokens of one group. A missing token is no fault, because owners change only some. */
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
