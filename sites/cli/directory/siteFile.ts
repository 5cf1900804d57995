/** `svc.jsonc`, the file of a site directory. It holds no secret and belongs under version control. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import { issuesFromZod } from "../../../manifests/refusals/issues.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { exactly, nameShape, titled } from "../../../manifests/shapes/shape.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { PROFILES } from "../../workers/workers.ts";
import { offsetAt, parseAuthoring } from "../files/authoring.ts";
import { issueLine, located } from "../files/locatedIssue.ts";
import { Trouble } from "../command/command.ts";
import { boundedFile } from "./boundedText.ts";
import { servingShape } from "./servingShape.ts";

export const SITE_FILE = "svc.jsonc";

const SITE_FILE_MAX_BYTES = 64 * 1024;
const PATHS_MAX = 100;

const path = z.string().check(z.minLength(1, "a path relative to the site directory"));
const paths = z.array(path).check(z.maxLength(PATHS_MAX));

const shape = exactly({
  $schema: titled(z.exactOptional(z.string()), "Schema", "Address of this schema, for code editors."),
  name: titled(nameShape, "Name", "The name of the site directory."),
  profile: titled(z.enum(PROFILES), "Profile", "The workers that `svc start` runs."),
  plugins: titled(
    paths,
    "Plugins",
    "Folders of plugins, besides the first-party plugins. Each is one plugin or contains several.",
  ),
  trustKeys: titled(
    paths,
    "Trust keys",
    "Files with public keys, as `svc plugin keygen` prints them. Plugins that these keys signed can be installed.",
  ),
  serve: titled(
    z.exactOptional(servingShape),
    "Serve",
    "The public origins that `svc start` serves, and the identity provider.",
  ),
});

export type SiteFile = z.infer<typeof shape>;

/** JSON Schema (2020-12) of the file, for editors. */
export const siteFileSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(shape, { unrepresentable: "any" }),
  title: "Drawbridge site directory",
  description: "The configuration of a site directory (svc.jsonc). It never contains a secret.",
  allowTrailingCommas: true,
});

/** A fault at its place in the text. */
interface Fault {
  readonly issue: Issue;
  readonly offset: number;
}

function read(text: string): Result<SiteFile, readonly Fault[]> {
  const parsed = parseAuthoring(text);
  if (!parsed.ok) return refused([parsed.error]);
  const shaped = shape.safeParse(parsed.value);
  if (shaped.success) return accepted(shaped.data);
  const issues = issuesFromZod(shaped.error, parsed.value);
  return refused(issues.map((issue) => ({ issue, offset: offsetAt(text, issue.pointer) })));
}

export function readSiteFile(text: string): Result<SiteFile, readonly Issue[]> {
  const result = read(text);
  return result.ok ? result : refused(result.error.map(({ issue }) => issue));
}

/** Finds the nearest folder with the file, from `folder` upwards, because an author may work in a plugin's folder. */
export function siteDirectoryAbove(folder: string): string | undefined {
  const here = resolve(folder);
  if (existsSync(join(here, SITE_FILE))) return here;
  return dirname(here) === here ? undefined : siteDirectoryAbove(dirname(here));
}

/** The file of a site directory, or the trouble that names each fault by its place and JSON pointer. */
export function siteFileIn(folder: string): SiteFile {
  const file = join(folder, SITE_FILE);
  const text = textOf(file);
  const result = read(text);
  if (result.ok) return result.value;
  const issues = result.error.map(({ issue, offset }) => located(issue, file, text, offset));
  throw new Trouble(`${file} is not valid.`, { ok: false, lines: issues.map(issueLine), data: { file, issues } });
}

const textOf = (file: string): string => boundedFile(file, SITE_FILE_MAX_BYTES);

/** The place of a member, as people find it: file, line, column and JSON pointer. */
export function placeIn(folder: string, pointer: string): string {
  const file = join(folder, SITE_FILE);
  const text = textOf(file);
  const { line, column } = located({ pointer, found: "", allowed: "" }, file, text, offsetAt(text, pointer));
  return `${file}:${line}:${column} ${pointer}`;
}
