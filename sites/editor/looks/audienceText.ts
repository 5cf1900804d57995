/** Groups of readers as members type them: names with commas between them. */
import { AUDIENCE_MAX_GROUPS, READER_GROUP_MAX_CHARS } from "../../../manifests/bounds/logins.ts";

/** The longest text of all groups, in characters. */
export const GROUPS_MAX_CHARS = AUDIENCE_MAX_GROUPS * (READER_GROUP_MAX_CHARS + 2);

export const groupsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((name) => name.toLowerCase())
      .filter((name) => name !== ""),
  ),
];
