/** `svc.jsonc`, the file of a site directory. It holds no secret and belongs under version control. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import { issuesFromZod } from "../../../manifests/refusals/issues.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { exactly, nameShape, titled } from "../../../manifests/shapes/shape.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { PROFILES } from "../../workers.ts";
import { parseAuthoring } from "../files/authoring.ts";
import { Trouble } from "../command.ts";
import { boundedFile } from "./boundedText.ts";
import { servingShape } from "./servingShape.ts";

export const SITE_FILE = "svc.jsonc";

const SITE_FILE_MAX_BYTES = 64 * 1024;
const PATHS_MAX = 100;

const path = z.string().check(z.minLength(1, "a path, from the site directory"));
const paths = z.array(path).check(z.maxLength(PATHS_MAX));

const shape = exactly({
  $schema: titled(z.exactOptional(z.string()), "Schema", "The address of this schema, for editors of code."),
  name: titled(nameShape, "Name", "The name of the site directory."),
  profile: titled(z.enum(PROFILES), "Profile", "The workers that `svc start` runs."),
  plugins: titled(
    paths,
    "Plugins",
    "Folders of plugins, beside the first-party ones. Each is a plugin or holds several.",
  ),
  trustKeys: titled(
    paths,
    "Trust keys",
    "Files with public keys whose plugins may be installed, as `svc plugin keygen` prints them.",
  ),
  serve: titled(
    z.exactOptional(servingShape),
    "Serve",
    "The real names that `svc start` serves, and the people who may log in.",
  ),
});

export type SiteFile = z.infer<typeof shape>;

/** JSON Schema (2020-12) of the file, for editors. */
export const siteFileSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(shape, { unrepresentable: "any" }),
  title: "Drawbridge site directory",
  description: "The file that makes a folder a site directory (svc.jsonc). Never holds a secret.",
  allowTrailingCommas: true,
});

export function readSiteFile(text: string): Result<SiteFile, readonly Issue[]> {
  const parsed = parseAuthoring(text);
  if (!parsed.ok) return refused([parsed.error.issue]);
  const shaped = shape.safeParse(parsed.value);
  return shaped.success ? accepted(shaped.data) : refused(issuesFromZod(shaped.error, parsed.value));
}

/** Finds the nearest folder with the file, from `folder` upwards, because an author may work in a plugin's folder. */
export function siteDirectoryAbove(folder: string): string | undefined {
  const here = resolve(folder);
  if (existsSync(join(here, SITE_FILE))) return here;
  return dirname(here) === here ? undefined : siteDirectoryAbove(dirname(here));
}

/** Reads the file of a site directory. Throws a trouble that names each fault by its JSON pointer. */
export function siteFileIn(folder: string): SiteFile {
  const file = join(folder, SITE_FILE);
  const read = readSiteFile(boundedFile(file, SITE_FILE_MAX_BYTES));
  if (read.ok) return read.value;
  const lines = read.error.map(
    ({ pointer, found, allowed }) => `${file} ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
  );
  throw new Trouble(`${file} is not valid.`, { ok: false, lines, data: { file, issues: read.error } });
}
