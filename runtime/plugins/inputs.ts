import * as z from "zod/mini";
import { CONTRIBUTIONS_MAX, NAME_MAX_CHARS, PACKAGE_DOCUMENT_MAX_BYTES } from "../../manifests/bounds.ts";
import { capabilitiesShape } from "../../manifests/executable.ts";
import { pluginIdShape, valuesShape } from "../../manifests/shape.ts";

const digest = z.string().check(z.regex(/^sha256-[A-Za-z0-9_-]{43}$/, "sha256- and 43 characters of base64url"));
/** Names of tools and prompts that an owner agrees to have stand without the plugin's name before them. */
const alone = z.optional(z.array(z.string().check(z.maxLength(NAME_MAX_CHARS))).check(z.maxLength(2 * CONTRIBUTIONS_MAX)));
const ofPlugin = { plugin: pluginIdShape };

export const installPlugin = z.strictObject({
  /** The package exactly as it was sent. */
  document: z.string().check(z.maxLength(PACKAGE_DOCUMENT_MAX_BYTES)),
  /** An owner's word that an older version may take the place of a newer one. */
  allowDowngrade: z.boolean(),
  alone,
});
/** `capabilities` are what the owner has read; a grant is given when they are what the plugin asks for. */
export const grantPlugin = z.strictObject({ ...ofPlugin, digest, capabilities: capabilitiesShape });
export const revokePlugin = z.strictObject(ofPlugin);
export const switchPlugin = z.strictObject({ ...ofPlugin, state: z.enum(["enabled", "disabled"]), alone });
/**
 * The settings as a whole, but for the secrets among them: one that is not named stays as it is, null takes it away.
 * `expected` is 0 when nothing has been set yet.
 */
export const setPlugin = z.strictObject({ ...ofPlugin, expected: z.int().check(z.gte(0)), values: valuesShape });
export const removePlugin = z.strictObject(ofPlugin);
