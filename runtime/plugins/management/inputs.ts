import * as z from "zod/mini";
import { CONTRIBUTIONS_MAX, NAME_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { PACKAGE_DOCUMENT_MAX_BYTES, SIGNATURES_MAX } from "../../../manifests/bounds/packages.ts";
import { DEMANDED_DAYS_MAX } from "../../../manifests/bounds/plugins.ts";
import { capabilitiesShape } from "../../../manifests/capabilities/capabilities.ts";
import { UPDATE_RULES } from "../updates/updateRules.ts";
import { described } from "../../commands/described.ts";
import { sourceMapShape } from "../../../manifests/faults/sourceMap.ts";
import { nameShape, pluginIdShape, valuesShape, versionShape } from "../../../manifests/shapes/shape.ts";
import { kidShape } from "../../../manifests/trust/header.ts";

const digest = z.string().check(z.regex(/^sha256-[A-Za-z0-9_-]{43}$/, "sha256- and 43 characters of base64url"));
/** Names of tools and prompts that an owner allows without the plugin's prefix. */
const alone = z.optional(
  z.array(z.string().check(z.maxLength(NAME_MAX_CHARS))).check(z.maxLength(2 * CONTRIBUTIONS_MAX)),
);
const ofPlugin = { plugin: pluginIdShape };

export const installPlugin = z.strictObject({
  /** The package document exactly as sent. */
  document: z.string().check(z.maxLength(PACKAGE_DOCUMENT_MAX_BYTES)),
  /** True if the owner allows an older version to replace a newer one. */
  allowDowngrade: z.boolean(),
  alone,
});
/** The same for a package of an index, with the index's entry. */
export const addPlugin = z.extend(installPlugin, {
  ...ofPlugin,
  version: versionShape,
  digest,
  index: nameShape,
  publisher: kidShape,
  seen: z.int().check(z.gte(0)),
});
/** `capabilities` are those that the owner has read. The command refuses if the plugin asks for others. */
export const grantPlugin = z.strictObject({ ...ofPlugin, digest, capabilities: capabilitiesShape });
export const revokePlugin = z.strictObject(ofPlugin);
export const switchPlugin = z.strictObject({
  ...ofPlugin,
  state: z.enum(["enabled", "disabled"]),
  alone,
  digest: described(
    z.optional(digest),
    "The version that you have read. If another version is installed now, the request is refused.",
  ),
});
/**
 * All settings except the secrets. A secret that is absent stays; null removes it. `expected` is 0 before the first
 * change.
 */
export const setPlugin = z.strictObject({ ...ofPlugin, expected: z.int().check(z.gte(0)), values: valuesShape });
/** A source map, with the digest of its package version. */
export const mapPlugin = z.extend(sourceMapShape, { ...ofPlugin, digest });
export const removePlugin = z.strictObject(ofPlugin);
const rule = z.nullable(z.enum(UPDATE_RULES));
/** Null means the site's rule. */
export const ruleUpdates = z.strictObject({ ...ofPlugin, rule });
export const demandsShape = z.strictObject({
  days: z.int().check(z.gte(0), z.lte(DEMANDED_DAYS_MAX)),
  signatures: z.int().check(z.gte(1), z.lte(SIGNATURES_MAX)),
});
/** Null means the default rule. Without demands, the site keeps those that it has. */
export const ruleAllUpdates = z.strictObject({
  rule,
  demands: described(
    z.optional(demandsShape),
    "Demands of the site on new packages: days since this deployment first read the version in its index, and trusted keys that signed it.",
  ),
});
export const discardUpdate = z.strictObject({ ...ofPlugin, digest });
