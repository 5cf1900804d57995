/**
 * The evidence of each refusal: the members that its answer has beside `code`. Code that throws a refusal takes the types
 * alone; the description of the API takes the shapes, too.
 */
import * as z from "zod/mini";
import type { ConflictName } from "./conflicts.ts";
import { issueView } from "./issueView.ts";

const text = z.optional(z.string());
const count = z.optional(z.number());
const names = z.readonly(z.array(z.string()));
const issues = z.readonly(z.array(issueView));

/** A sentence for people. */
const reason = text;
/** The faults of an input. */
const faults = { issues: z.optional(issues) };

const wishes = z.readonly(
  z.array(z.object({ pointer: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
);
/** The documents that changed since the version that the caller saw. */
const changed = {
  changed: z.optional(
    z.readonly(
      z.array(
        z.object({
          kind: z.string(),
          id: z.string(),
          version: z.number(),
          changedBy: z.string(),
          changedAt: z.number(),
        }),
      ),
    ),
  ),
  total: count,
};
const objections = z.readonly(
  z.array(
    z.union([
      z.object({ plugin: z.string(), reasons: names }),
      z.object({ plugin: z.string(), unanswered: z.string() }),
    ]),
  ),
);
const objected = { reason: z.string(), plugins: objections, total: z.number() };

/** The rejection of a package: `reason` is a name for programs, `detail` a sentence, the rest what was compared. */
const rejection = {
  ...faults,
  reason,
  detail: text,
  step: text,
  what: text,
  kid: text,
  kids: z.optional(names),
  id: text,
  path: text,
  from: count,
  since: count,
  found: z.optional(z.union([z.string(), z.number()])),
  allowed: z.optional(z.union([z.string(), z.number(), names])),
  expected: text,
  version: text,
  highest: text,
  digest: text,
  installed: text,
  folder: text,
  lines: z.optional(names),
};

/** The thing that a request names. */
const named = {
  reason,
  kind: text,
  id: text,
  site: text,
  page: text,
  section: text,
  type: text,
  path: text,
  version: count,
  media: text,
  form: text,
  release: count,
  schedule: text,
  backup: text,
  export: text,
  exportId: text,
  archive: text,
  plugin: text,
  action: text,
  command: text,
  tool: text,
  uri: text,
};

const size = {
  ...faults,
  reason,
  kind: text,
  id: text,
  page: text,
  bytes: count,
  most: count,
  maxBytes: count,
  maxChars: count,
  maxFiles: count,
  maxSubmissions: count,
  pages: count,
  width: count,
  height: count,
  maxSide: count,
  maxPixels: count,
};

/** The head of a plugin's fault; the rest is as members read it elsewhere. */
/** Published pages that must be published, too. */
const missingPages = {
  missing: z.readonly(
    z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        path: z.string(),
        for: z.string(),
        kind: z.optional(z.literal("navigation")),
      }),
    ),
  ),
};

const plainFault = z.object({ name: z.string(), message: z.nullable(z.string()) });

const NONE = {};
const ALLOWED = { allowed: text };

/** The members of a conflict that its name alone does not say. The others have none but a sentence. */
export const CONFLICT_EVIDENCE = {
  archive_file_missing: { digest: z.string() },
  archive_outdated: { stale: z.literal(true) },
  archives_full: { most: z.number(), minutesToWait: count },
  copying_unfinished: { copied: z.number(), left: z.number() },
  export_key_used: { exportId: z.string(), createdAt: z.number() },
  file_decided: { state: z.string() },
  file_used: {
    used: z.number(),
    uses: z.readonly(
      z.array(
        z.object({
          kind: z.string(),
          id: z.string(),
          path: z.nullable(z.string()),
          title: z.nullable(z.string()),
          draft: z.boolean(),
          published: z.boolean(),
        }),
      ),
    ),
  },
  first_publication_failed: { problem: z.nullable(z.string()) },
  form_files_full: { issues },
  language_still_published: missingPages,
  language_taken: { issues, page: z.string() },
  media_files_missing: { files: z.number() },
  message_without_site: { why: z.string() },
  not_on_record: { issues },
  page_id_taken: { issues },
  page_used: {
    uses: z.readonly(
      z.array(
        z.object({ kind: z.string(), id: z.string(), path: z.nullable(z.string()), title: z.nullable(z.string()) }),
      ),
    ),
    more: z.boolean(),
  },
  path_still_published: missingPages,
  path_taken: { issues },
  placed_entry_left: missingPages,
  plugin_data_unconvertible: {
    migration: z.object({ of: z.string(), code: z.string(), fault: z.nullable(plainFault) }),
  },
  plugin_untrusted: { detail: z.string() },
  plugin_version_changed: { digest: text },
  plugin_without_code: { plugin: z.string() },
  publication_running: { release: z.number() },
  quarantined_files_left: { files: z.number() },
  release_current: { release: z.number() },
  release_unfinished: { release: z.number() },
  request_over: { request: z.string(), state: z.string() },
  remarks_full: { allowed: z.number() },
  requests_full: { allowed: z.number() },
  review_needed: { needing: z.readonly(z.array(z.object({ kind: z.string(), id: z.string() }))) },
  rewind_refused: { platform: z.string() },
  schedule_moved: { schedule: z.string(), at: z.number() },
  schedule_over: { schedule: z.string(), state: z.string() },
  schedules_full: { allowed: z.number() },
  shared_values_left: missingPages,
  sites_unknown: { sites: names },
  submissions_left: { rows: z.number() },
  tenant_not_stopped: { status: text },
  tenant_not_suspended: { status: text },
  trust_key_known: { kid: z.string() },
  trust_key_revoked: { kid: z.string() },
  uploads_running: { most: z.number() },
  version_not_installed: { digest: z.string(), digests: names },
  waiting_version_changed: { digest: z.string() },
  wishes_changed: { notRequested: wishes, notGranted: wishes },
} satisfies { readonly [C in ConflictName]?: z.core.$ZodShape };

/** The members of every other refusal. A code without a row does not compile. */
export const EVIDENCE = {
  INVALID_REQUEST: { ...faults, reason, kind: text, total: count },
  LOGIN_FAILED: NONE,
  IDEMPOTENCY_KEY_MISSING: ALLOWED,
  UNAUTHENTICATED: NONE,
  FORBIDDEN: {
    reason,
    permission: z.optional(z.union([z.string(), names])),
    scope: text,
    /** The languages to which a member is limited, and what is beyond them: a document or a command. */
    languages: z.optional(names),
    beyond: text,
    /** The ids of all pages of the input that are beyond them. */
    pages: z.optional(names),
  },
  OTHER_MEMBER: NONE,
  ORIGIN_MISMATCH: ALLOWED,
  HTTPS_REQUIRED: NONE,
  NOT_INVITED: NONE,
  NOT_FOUND: named,
  METHOD_NOT_ALLOWED: { allowed: names },
  TOO_SLOW: NONE,
  PLUGIN_NAME_TAKEN: {
    plugin: z.string(),
    reason: z.string(),
    taken: z.readonly(z.array(z.object({ name: z.string(), by: z.string() }))),
  },
  PLUGIN_CONSENT_MISSING: { plugin: z.string(), reason: z.string(), alone: names },
  ACTION_RUNNING: NONE,
  ACTION_CANCELLED: NONE,
  IDEMPOTENCY_IN_PROGRESS: NONE,
  SITE_PROVISION_CONFLICT: { issues },
  SITE_INITIALIZATION_CONFLICT: { ...faults, site: z.string() },
  INVITATION_OVER: NONE,
  INVITATION_DAMAGED: NONE,
  STALE_VERSION: {
    ...changed,
    kind: text,
    id: text,
    current: count,
    changedBy: z.optional(z.nullable(z.string())),
    changedAt: z.optional(z.nullable(z.number())),
    conflicts: z.optional(
      z.readonly(
        z.array(
          z.object({
            operation: z.number(),
            pointer: z.string(),
            was: z.unknown(),
            now: z.unknown(),
            wanted: z.unknown(),
          }),
        ),
      ),
    ),
  },
  TOO_LARGE: size,
  WORKSPACE_FULL: { unpublished: count, bytes: z.number(), maxBytes: z.number() },
  UNSUPPORTED_MEDIA_TYPE: { ...faults, allowed: text },
  IDEMPOTENCY_KEY_REUSED: NONE,
  PLUGIN_REJECTED: rejection,
  PROPOSAL_REFUSED: { plugin: z.string(), issues },
  PUBLISH_VETOED: objected,
  TENANT_READ_ONLY: NONE,
  VERSION_REQUIRED: { allowed: z.string() },
  RATE_LIMITED: {
    limit: z.string(),
    allowed: z.boolean(),
    remaining: z.number(),
    waitSeconds: z.number(),
  },
  REWIND_UNAVAILABLE: { reason: z.string() },
  INTERNAL: { reason, attempts: count },
  DEPLOYMENT_STOPPED: {
    step: z.string(),
    found: z.string(),
    allowed: text,
    kind: text,
    providerStatus: count,
    codes: z.optional(z.readonly(z.array(z.number()))),
  },
  LOGIN_UNAVAILABLE: NONE,
  STORAGE_FULL: NONE,
  UNAVAILABLE: { reason },
  SHARE_LINK_ENDED: NONE,
  SIGNATURE_REFUSED: {
    why: z.enum(["missing", "malformed", "wrong", "untimely"]),
    reason: z.string(),
    header: text,
    windowSeconds: count,
  },
  TENANT_SUSPENDED: NONE,
  PLUGIN_UNAVAILABLE: {
    ...faults,
    reason,
    plugin: text,
    tool: text,
    cause: text,
    says: text,
    plugins: z.optional(objections),
    total: count,
  },
};

type Members<S extends z.core.$ZodShape> = [keyof S] extends [never]
  ? Record<never, never>
  : z.infer<z.ZodMiniObject<S>>;

/** The evidence of a conflict: its stable name, a sentence, and what the name does not say. */
export type ConflictEvidence = {
  [C in ConflictName]: Readonly<
    { conflict: C; reason?: string | undefined } & (C extends keyof typeof CONFLICT_EVIDENCE
      ? Members<(typeof CONFLICT_EVIDENCE)[C]>
      : unknown)
  >;
}[ConflictName];

/** The evidence of each code. */
export type Evidence = {
  readonly [C in keyof typeof EVIDENCE]: Readonly<Members<(typeof EVIDENCE)[C]>>;
} & { readonly CONFLICT: ConflictEvidence };

type Every = Evidence[keyof Evidence];
type Member = Every extends infer E ? (E extends unknown ? keyof E : never) : never;

/** The members that a reader finds who does not know the code: each of the table, if the refusal has it. */
export type AnyEvidence = {
  readonly [M in Member]?:
    | (Every extends infer E ? (E extends unknown ? (M extends keyof E ? E[M] : never) : never) : never)
    | undefined;
};
