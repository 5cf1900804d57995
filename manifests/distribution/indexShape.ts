/**
 * An index: a signed list of plugins, their versions and the addresses of their packages. An index grants nothing: a
 * package is trusted by its own signature and the deployment's keyring.
 */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { INDEX_KEYS_MAX, INDEX_PLUGINS_MAX, INDEX_VERSIONS_MAX } from "../bounds/packages.ts";
import { exactly, explanationShape, labelShape, nameShape, pluginIdShape, versionShape } from "../shapes/shape.ts";
import { rangeShape } from "../shapes/versionRange.ts";
import { kidShape } from "../trust/header.ts";
import { jwsShape } from "../trust/packageShape.ts";
import { LAST_SECOND } from "../trust/trustKey.ts";

export const INDEX_FORMAT = "drawbridge-index/1";

const digestShape = z.string().check(z.regex(/^sha256-[A-Za-z0-9_-]{43}$/, "sha256- and 43 characters of base64url"));
const addressShape = z
  .string()
  .check(z.maxLength(TEXT_MAX_CHARS), z.regex(/^https:\/\/[^\s\\@#]+$/, "an https address"));
const secondsShape = z.int().check(z.minimum(1), z.maximum(LAST_SECOND, "seconds since 1970, not milliseconds"));

const atMost = (most: number) =>
  z.refine((value) => Object.keys(value as object).length <= most, `at most ${most} members`);

const indexedVersion = exactly({
  digest: digestShape,
  package: addressShape,
  engine: rangeShape,
  /** The reason why the version should not be installed any more. It stays listed, so that a version cannot vanish. */
  withdrawn: z.exactOptional(explanationShape),
});

const indexedPlugin = exactly({
  name: labelShape,
  description: z.exactOptional(explanationShape),
  /** Thumbprint of the publisher's key. */
  publisher: kidShape,
  versions: z.record(versionShape, indexedVersion).check(atMost(INDEX_VERSIONS_MAX)),
});

export const indexShape = exactly({
  index: nameShape,
  version: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  expires: secondsShape,
  /** Public keys of which one must sign the next version. */
  keys: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(INDEX_KEYS_MAX)),
  plugins: z.record(pluginIdShape, indexedPlugin).check(atMost(INDEX_PLUGINS_MAX)),
});

export const indexDocumentShape = exactly({ format: z.literal(INDEX_FORMAT), jws: jwsShape });

export type Index = z.infer<typeof indexShape>;
export type IndexedPlugin = z.infer<typeof indexedPlugin>;
export type IndexDocument = z.infer<typeof indexDocumentShape>;
