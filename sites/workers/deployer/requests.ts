/** Shapes of requests to the deployer. They are strict, so a misspelt member is refused and not ignored. */
import * as z from "zod/mini";
import { EXPORT_ID_MAX_CHARS, PLUGIN_RECORDS_MAX, RELEASE_LABEL_MAX_CHARS } from "../../../manifests/bounds/hosting.ts";
import { PROVISION_MAX_PLUGINS, TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/operators.ts";
import { pluginIdShape } from "../../../manifests/shapes/shape.ts";
import { siteDocument, theme } from "../../../runtime/documents/content/content.ts";
import { hostnameShape } from "../../web/provisioning/payload.ts";
import { pluginRecord } from "../../../runtime/operating/pluginRecords.ts";

const id = z
  .string()
  .check(
    z.maxLength(TENANT_ID_MAX_CHARS),
    z.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "lower-case letters, digits and hyphens, not at either end a hyphen"),
  );
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"));
const release = z
  .string()
  .check(
    z.maxLength(RELEASE_LABEL_MAX_CHARS),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits, dots, underscores and hyphens"),
  );
export const exportIdShape = z
  .string()
  .check(
    z.maxLength(EXPORT_ID_MAX_CHARS),
    z.regex(/^[a-z0-9-]+\/exports\/[A-Za-z0-9-]{1,64}\.json$/, "an export under a tenant's prefix, ending in .json"),
  );
const name = z.string().check(z.minLength(1), z.maxLength(TENANT_ID_MAX_CHARS));

export const deployRequest = z.strictObject({ tenantId: id, release, sha256: digest });

export const exportRequest = z.strictObject({ tenantId: id });

export const eraseRequest = z.strictObject({
  tenantId: id,
  exportId: exportIdShape,
  sha256: digest,
  confirmation: z.string(),
  discardSubmissions: z.optional(z.boolean()),
});

export const restoreRequest = z.strictObject({
  tenantId: id,
  workerName: name,
  dispatchNamespace: name,
  release,
  exportId: exportIdShape,
  sha256: digest,
  /** Milliseconds since the epoch. */
  createdAt: z.int().check(z.gte(0)),
  confirmation: z.string(),
});

export const initialiseRequest = z.strictObject({
  tenantId: id,
  siteId: id,
  /** First-party plugins to install; by default all. */
  pluginIds: z.optional(
    z.array(pluginIdShape).check(
      z.maxLength(PROVISION_MAX_PLUGINS),
      z.refine((ids) => new Set(ids).size === ids.length, "each plugin once"),
    ),
  ),
  bundle: z.strictObject({ hostname: hostnameShape, document: siteDocument, theme }),
  /** Initial records of plugins. Visitors can read them only through the plugin. */
  pluginRecords: z.optional(z.array(pluginRecord).check(z.maxLength(PLUGIN_RECORDS_MAX))),
});
export type InitialiseRequest = z.infer<typeof initialiseRequest>;
