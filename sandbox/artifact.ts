/**
 * A package's files, and the check that they match the digest. The sandbox checks them when it stores them and at each
 * load, over the exact text that the loader gets. So write access to the store is not enough to run code.
 */
import * as z from "zod/mini";
import { MANIFEST_MAX_BYTES } from "../manifests/bounds/manifest.ts";
import { PACKAGE_MAX_BYTES, PACKAGE_MAX_FILES } from "../manifests/bounds/packages.ts";
import { checkImports } from "../manifests/packages/importCheck.ts";
import { filePathShape, pluginIdShape } from "../manifests/shapes/shape.ts";
import { parseStrictJson } from "../manifests/json/strictJson.ts";
import { utf8Length } from "../manifests/json/utf8.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { Failed } from "./invocation.ts";
import { pluginText } from "./pluginText.ts";
import { base64urlOf } from "../manifests/bytes/base64.ts";

export interface PluginArtifact {
  /** The exact text that was digested and signed. */
  readonly manifestText: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest members that the sandbox reads, after it has checked the digest. */
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

/** Opens an artifact. Answers its code if the digest pins every byte, else the failure. */
export async function openArtifact(
  { manifestText, files }: PluginArtifact,
  digest: string,
): Promise<PluginCode | Failed> {
  if ((await fileDigest(manifestText)) !== digest || bytesOf(files) > PACKAGE_MAX_BYTES)
    return callFailure("digest_mismatch");
  const parsed = parseStrictJson(manifestText);
  const code = codeShape.safeParse(parsed.ok ? parsed.value : undefined);
  if (!code.success || !Object.hasOwn(files, code.data.main)) return callFailure("not_executable");
  if (!(await arePinned(files, code.data.files))) return callFailure("digest_mismatch");
  return importing(files, code.data.main) ?? code.data;
}

/** Checks imports at each load. A package may have been stored before this rule existed, and must obey it too. */
function importing(files: PluginArtifact["files"], main: string): Failed | undefined {
  const [issue] = checkImports(files, main);
  return (
    issue && callFailure("import_refused", pluginText(`${issue.file}: found ${issue.found}; allowed: ${issue.allowed}`))
  );
}

export const isFailed = (result: object): result is Failed => "ok" in result && result.ok === false;

const bytesOf = (files: PluginArtifact["files"]): number =>
  Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);

/** Tells whether the pins and the files have the same names, and each file has its pinned digest. */
async function arePinned(files: PluginArtifact["files"], pins: Readonly<Record<string, string>>): Promise<boolean> {
  const names = Object.keys(files);
  if (names.length !== Object.keys(pins).length || !names.every((name) => Object.hasOwn(pins, name))) return false;
  const digests = await Promise.all(names.map((name) => fileDigest(files[name] ?? "")));
  return names.every((name, index) => pins[name] === digests[index]);
}

const encoder = new TextEncoder();

export async function fileDigest(text: string): Promise<string> {
  return `sha256-${base64urlOf(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))))}`;
}
