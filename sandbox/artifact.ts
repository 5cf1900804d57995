/**
 * A package's files, and whether they are the ones its digest names. Checked where they are stored and again over
 * the very text that is handed to the loader: whoever can write the store must not be able to run code.
 */
import * as z from "zod/mini";
import { MANIFEST_MAX_BYTES, PACKAGE_MAX_BYTES, PACKAGE_MAX_FILES } from "../manifests/bounds.ts";
import { checkImports } from "../manifests/importCheck.ts";
import { filePathShape, pluginIdShape } from "../manifests/shape.ts";
import { parseStrictJson } from "../manifests/strictJson.ts";
import { utf8Length } from "../manifests/utf8.ts";
import { digestOf } from "./digest.ts";
import { failed } from "./invocation.ts";
import type { Failed } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";

export interface Artifact {
  /** Exactly the text that was digested and signed. */
  readonly manifestText: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What the sandbox believes of a manifest whose digest it has checked; the rest is other people's business. */
const codeShape = z.object({
  id: pluginIdShape,
  kind: z.literal("executable"),
  main: filePathShape.check(z.regex(/\.m?js$/)),
  files: z.record(filePathShape, z.string()),
  limits: z.optional(z.object({ cpuMs: z.optional(z.int()), subrequests: z.optional(z.int()) })),
});

export type PluginCode = z.infer<typeof codeShape>;

export const artifactShape = z.strictObject({
  manifestText: z.string().check(z.maxLength(MANIFEST_MAX_BYTES)),
  files: z.record(filePathShape, z.string()).check(z.refine((files) => Object.keys(files).length <= PACKAGE_MAX_FILES)),
});

/** The manifest of an artifact of which every byte is pinned by the digest, or what is wrong. */
export async function openArtifact({ manifestText, files }: Artifact, digest: string): Promise<PluginCode | Failed> {
  if ((await digestOf(manifestText)) !== digest || bytesOf(files) > PACKAGE_MAX_BYTES) return failed("digest_mismatch");
  const parsed = parseStrictJson(manifestText);
  const code = codeShape.safeParse(parsed.ok ? parsed.value : undefined);
  if (!code.success || !Object.hasOwn(files, code.data.main)) return failed("not_executable");
  if (!(await arePinned(files, code.data.files))) return failed("digest_mismatch");
  return importing(files, code.data.main) ?? code.data;
}

/** Asked again here: a package that was kept before anybody asked runs no more than a new one. */
function importing(files: Artifact["files"], main: string): Failed | undefined {
  const [issue] = checkImports(files, main);
  return issue && failed("import_refused", pluginText(`${issue.file}: found ${issue.found}; allowed: ${issue.allowed}`));
}

export const isFailed = (result: object): result is Failed => "ok" in result && result.ok === false;

const bytesOf = (files: Artifact["files"]): number =>
  Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);

/** Every file has its digest and every digest its file. */
async function arePinned(files: Artifact["files"], pins: Readonly<Record<string, string>>): Promise<boolean> {
  const names = Object.keys(files);
  if (names.length !== Object.keys(pins).length || !names.every((name) => Object.hasOwn(pins, name))) return false;
  const digests = await Promise.all(names.map((name) => digestOf(files[name] ?? "")));
  return names.every((name, index) => pins[name] === digests[index]);
}
