/** Rules about further pages of stored values: only a plugin with storage has any. */
import type { Manifest } from "../manifest/manifest.ts";
import type { Issue } from "../refusals/refusal.ts";

export const storedIssues = ({ contributes: { sections = [] }, capabilities }: Manifest): Issue[] =>
  sections.flatMap(({ data }, index) =>
    data?.further && capabilities?.storage === undefined
      ? [
          {
            pointer: `/contributes/sections/${index}/data/further`,
            found: "further pages",
            allowed: "storage among the capabilities",
          },
        ]
      : [],
  );
