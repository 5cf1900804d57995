import * as z from "zod/mini";
import { TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { SUBJECT } from "../../platform/login/subject.ts";
import { ISSUER_MAX_CHARS, SUBJECT_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import {
  PROVISION_MAX_IDENTITIES,
  PROVISION_MAX_PICTURES,
  PROVISION_MAX_PLUGINS,
  TENANT_ID_MAX_CHARS,
} from "../../../manifests/bounds/operators.ts";
import { pluginIdShape } from "../../../manifests/shapes/shape.ts";
import { siteDocument, theme } from "../../../runtime/documents/content/content.ts";
import { normaliseHostname } from "../names/hostname.ts";

/**
 * The body of `POST /api/admin/provision`: everything that a new site starts with. A repeated request changes nothing.
 */

const NIL = "00000000-0000-0000-0000-000000000000";

const id = z.string().check(
  z.maxLength(TENANT_ID_MAX_CHARS),
  z.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "lower-case letters, digits and hyphens, not at either end a hyphen"),
  z.refine((text) => text !== NIL, "an id other than the nil UUID, which programs write for none"),
);
const name = z
  .string()
  .check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS), z.regex(/^[^\p{Cc}]*$/u, "one line without control characters"));

export const hostnameShape = z.string().check(
  z.refine(
    // Browsers take `localhost` for the visitor's own machine. Names below it are for this machine's own sites.
    (text) => normaliseHostname(text) === text && text !== "localhost",
    "a domain in small letters, such as www.example.com, without https:// and without a path; letters such as ü in the form xn--",
  ),
);

/** Plain http is allowed only for an identity provider on the same machine. */
const issuer = z
  .string()
  .check(
    z.maxLength(ISSUER_MAX_CHARS),
    z.regex(
      /^(?:https:\/\/[A-Za-z0-9.-]+|http:\/\/(?:[a-z0-9-]+\.)*(?:localhost|127\.0\.0\.1))(?::[0-9]{1,5})?(?:\/[A-Za-z0-9\-._~/:@%]*)?$/,
      "the issuer of the identity provider, an https address without query",
    ),
  );

/** An invited person's identity, without the role. */
export const identityShape = {
  issuer,
  /** The subject exactly as the provider gives it; not a mail address. */
  subject: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(SUBJECT_MAX_CHARS),
      z.regex(SUBJECT, "the subject as the provider gives it, without controls and invisible signs"),
    ),
  name: z.optional(name),
};

const identity = z.strictObject({ ...identityShape, role: z.literal("owner") });

export const siteIdsShape = z.strictObject({ tenant: id, site: id });

export const provisioning = z.strictObject({
  tenant: z.strictObject({ id, name }),
  site: z.strictObject({ id, name }),
  domain: z.strictObject({ hostname: hostnameShape }),
  identities: z.array(identity).check(
    z.minLength(1),
    z.maxLength(PROVISION_MAX_IDENTITIES),
    z.refine(
      (all) => new Set(all.map((one) => JSON.stringify([one.issuer, one.subject]))).size === all.length,
      "each identity once",
    ),
  ),
  /**
   * The wrong owners that `identities` replace. Only for a site that nobody has ever logged in to, and only if these
   * are all of its members.
   */
  insteadOf: z.optional(
    z
      .array(z.strictObject({ issuer, subject: identityShape.subject }))
      .check(z.minLength(1), z.maxLength(PROVISION_MAX_IDENTITIES)),
  ),
  /** Pages, navigation, redirects and settings, as the workspace stores them. */
  document: siteDocument,
  theme,
  /** Pictures of the documents, in base64. A document names one as `/media/<SHA-256 of its bytes>/<name>`. */
  pictures: z.optional(
    z
      .array(
        z.strictObject({
          name: z
            .string()
            .check(
              z.regex(/^[a-z0-9][a-z0-9-]{0,80}\.[a-z0-9]{2,4}$/, "a file name in small letters, such as hill.webp"),
            ),
          bytes: z.base64(),
        }),
      )
      .check(z.maxLength(PROVISION_MAX_PICTURES)),
  ),
  /** The first-party plugins to install; all if undefined. */
  plugins: z.optional(
    z.array(pluginIdShape).check(
      z.maxLength(PROVISION_MAX_PLUGINS),
      z.refine((ids) => new Set(ids).size === ids.length, "each plugin once"),
    ),
  ),
});
export type Provisioning = z.infer<typeof provisioning>;

/** The answer. `created` is false if everything existed with these values. */
export const provisioned = z.strictObject({
  created: z.boolean(),
  tenant: z.strictObject({ id, name }),
  site: z.strictObject({ id, name }),
  domain: z.strictObject({ hostname: hostnameShape, origin: z.url() }),
  identities: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      issuer,
      subject: z.string(),
      role: z.literal("owner"),
    }),
  ),
  release: z.int(),
  sequence: z.int(),
  /** Faults that did not prevent publication. */
  issues: z.array(z.strictObject({ pointer: z.string(), found: z.string(), allowed: z.string() })),
  /** Section types that no active plugin provides. The documents keep them, and no visitor sees them. */
  unavailable: z.array(z.strictObject({ type: z.string(), pages: z.array(z.string()) })),
});
export type Provisioned = z.infer<typeof provisioned>;
