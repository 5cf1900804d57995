/** The readers who see a page: people with an account that is no member's. */
import * as z from "zod/mini";
import { AUDIENCE_MAX_GROUPS, READER_GROUP_MAX_CHARS } from "../../../manifests/bounds/logins.ts";

/** The group of every reader. */
export const EVERY_READER = "readers";

export const readerGroup = z
  .string()
  .check(z.maxLength(READER_GROUP_MAX_CHARS), z.regex(/^[a-z][a-z0-9-]*$/, "the name of a group, such as paid"));

export const audience = z.array(readerGroup).check(
  z.minLength(1),
  z.maxLength(AUDIENCE_MAX_GROUPS),
  z.refine((groups) => new Set(groups).size === groups.length, "each group once"),
);

export type Audience = readonly string[];

/** Tells whether everybody who sees a page with the first audience sees one with the second. */
export const coversAudience = (seen: Audience | undefined, other: Audience | undefined): boolean =>
  other === undefined ||
  (seen !== undefined && (other.includes(EVERY_READER) || seen.every((one) => other.includes(one))));

/** Tells whether a reader with these groups sees a page with an audience. */
export const admits = (audience: Audience, groups: readonly string[]): boolean =>
  audience.includes(EVERY_READER) || groups.some((group) => audience.includes(group));

const READERS = "readers:";

/** The path under which a release keeps a page for readers. No address of a visitor is one, because each begins with a slash. */
export const readersPath = (path: string): string => READERS + path;

/** The address of a column with kept paths, in SQL. */
export const keptAddress = (column: string): string =>
  `iif(${column} GLOB '${READERS}*', substr(${column}, ${READERS.length + 1}), ${column})`;

/** The path under which a release keeps a page. */
export const keptPath = ({
  path,
  audience,
}: {
  readonly path: string;
  readonly audience?: Audience | undefined;
}): string => (audience ? readersPath(path) : path);

/** The address of a page of a release. */
export const addressKept = (kept: string): string => (kept.startsWith(READERS) ? kept.slice(READERS.length) : kept);
