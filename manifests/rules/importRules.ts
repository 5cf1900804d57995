/** Rules of rows for imports: each makes one thing, of this plugin's own, of names that no other row has. */
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

export function importIssues({ contributes: { imports = [], sections = [] } }: Manifest): Issue[] {
  const named = new Set<string>();
  return imports.flatMap(({ of, markdown, section }, index): Issue[] => {
    const at = `/contributes/imports/${index}`;
    const issues: Issue[] = [];
    if ((markdown === undefined) === (section === undefined)) {
      const found = markdown === undefined ? "neither" : "both";
      issues.push({ pointer: at, found, allowed: "either markdown or section" });
    }
    if (section && !sections.some(({ name }) => name === section.type))
      issues.push({ pointer: `${at}/section/type`, found: quote(section.type), allowed: "a section of this plugin" });
    for (const [place, name] of of.entries()) {
      if (named.has(name)) issues.push({ pointer: `${at}/of/${place}`, found: quote(name), allowed: "each name once" });
      named.add(name);
    }
    return issues;
  });
}
