/** Members that only an executable plugin has: routes, limits of one call, and migrations of its data. */
import * as z from "zod/mini";
import {
  CALL_MAX_CPU_MS,
  CALL_MAX_SUBREQUESTS,
  CALL_MAX_WALL_MS,
  SIGNATURE_PREFIX_MAX_CHARS,
  WEBHOOK_HEADERS_MAX,
} from "../bounds/calls.ts";
import { HOSTS_MAX } from "../bounds/manifest.ts";
import { HEADER_NAME_SAYS, isHeaderName } from "../shapes/headerName.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { HTTP_METHODS } from "../shapes/methods.ts";
import {
  exactly,
  fieldNameShape,
  jsonSchemaShape,
  manyOf,
  nameField,
  optional,
  pagePathShape,
  titled,
  upTo,
  versionShape,
} from "../shapes/shape.ts";

/**
 * The callers that a route allows: everybody, every member, or members whose role has a permission. Every member may
 * read the site.
 */
export const ROUTE_ACCESS = [
  "public",
  "member",
  "content.edit",
  "media.write",
  "content.publish",
  "theme.edit",
  "forms.read",
  "forms.write",
  "plugins.manage",
  "members.manage",
  "domains.manage",
  "backups.manage",
  "audit.read",
  "owners.manage",
] as const;

export const effectOf = (what: string) =>
  optional(
    z.enum(["read", "write"]),
    "Effect",
    `write if the ${what} changes drafts; only then can its code change them. Default: read.`,
  );

/** The ways in which services sign what they send to a webhook. `stripe`, `github` and `slack` are those services' own. */
export const SIGNATURE_SCHEMES = ["hmac-sha256", "standard-webhooks", "stripe", "github", "slack"] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

export const SIGNATURE_ENCODINGS = ["hex", "base64"] as const;

const headerNameShape = z.string().check(z.refine(isHeaderName, HEADER_NAME_SAYS));

const signatureShape = exactly({
  scheme: titled(z.enum(SIGNATURE_SCHEMES), "Scheme", "The way in which the service signs what it sends."),
  secret: titled(fieldNameShape, "Secret", "The secret setting with the key that the service signs with."),
  header: optional(headerNameShape, "Header", "hmac-sha256 only: the header with the signature of the body."),
  prefix: optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(SIGNATURE_PREFIX_MAX_CHARS),
        z.regex(/^[\x21-\x2b\x2d-\x7e]*$/, "visible ASCII characters without a comma, such as sha256="),
      ),
    "Prefix",
    "hmac-sha256 only: the text before the signature in its header, such as sha256=.",
  ),
  encoding: optional(
    z.enum(SIGNATURE_ENCODINGS),
    "Encoding",
    "hmac-sha256 only: the encoding of the signature. Default: hex.",
  ),
});

export type RouteSignature = z.infer<typeof signatureShape>;

const routeShape = exactly({
  name: nameField("route"),
  path: titled(pagePathShape, "Path", "Path below the plugin's own address, such as /ratings."),
  methods: titled(
    z.array(z.enum(HTTP_METHODS)).check(z.minLength(1), z.maxLength(HTTP_METHODS.length)),
    "Methods",
    "HTTP methods of the route.",
  ),
  access: titled(
    z.enum(ROUTE_ACCESS),
    "Access",
    "The callers: everybody, logged-in members, or members whose role has a permission.",
  ),
  input: optional(jsonSchemaShape, "Input", "JSON Schema of the request body."),
  effect: effectOf("route"),
  kind: optional(
    z.enum(["json", "webhook", "form"]),
    "Kind",
    "webhook for a route that a service calls with a signed body, at webhooks instead of routes. form for one that the plugin's own forms ask; it has no address. Default: json.",
  ),
  signature: optional(signatureShape, "Signature", "Webhooks only: the signature that the site verifies."),
  headers: optional(
    z.array(headerNameShape).check(z.maxLength(WEBHOOK_HEADERS_MAX)),
    "Headers",
    "Webhooks only: further headers that the function gets, such as x-github-event. No signature covers them.",
  ),
  leaves: optional(
    z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.minLength(1), z.maxLength(HOSTS_MAX)),
    "Leaves",
    "Public routes only: hosts that the route may send a visitor to, such as checkout.stripe.com.",
  ),
});

export const routesShape = manyOf(routeShape);

export const limitsShape = exactly({
  cpuMs: optional(upTo(CALL_MAX_CPU_MS), "CPU", "CPU time of one call, in milliseconds."),
  wallMs: optional(upTo(CALL_MAX_WALL_MS), "Wall clock", "Wall-clock time of one call, in milliseconds."),
  subrequests: optional(upTo(CALL_MAX_SUBREQUESTS), "Subrequests", "Capability calls that one call may make."),
});

/** The kinds of data that a plugin keeps at a site. */
export const DATA_KINDS = ["storage", "settings"] as const;
export type DataKind = (typeof DATA_KINDS)[number];

const migrationShape = exactly({
  of: titled(
    z.enum(DATA_KINDS),
    "Of",
    "The kind of data. It is also the name of the function in the plugin's `migrate`.",
  ),
  since: titled(
    versionShape,
    "Since",
    "The first version whose data has the present form. The function migrates data of earlier versions.",
  ),
});

export const migrationsShape = z.array(migrationShape).check(z.maxLength(DATA_KINDS.length));
