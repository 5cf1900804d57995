import type { AnyEvidence, Evidence } from "./evidence.ts";
import type { BrokenRule } from "./rules.ts";

/**
 * The project's one error class. Callers depend on `code`: it is stable and decides the HTTP status. `message` begins
 * with it, because not every RPC boundary keeps own properties. `detail` is evidence for the caller; it must never hold
 * secrets or submitted personal content.
 */
const CODES = {
  INVALID_REQUEST: { status: 400, says: "The request does not have the documented shape." },
  LOGIN_FAILED: { status: 400, says: "The login could not be completed." },
  IDEMPOTENCY_KEY_MISSING: { status: 400, says: "This request needs an Idempotency-Key header." },
  UNAUTHENTICATED: { status: 401, says: "Log in first." },
  SIGNATURE_REFUSED: {
    status: 401,
    says: "The signature of this request was not accepted; the plugin was not called.",
  },
  FORBIDDEN: { status: 403, says: "Your role does not allow this." },
  OTHER_MEMBER: { status: 403, says: "Another member is now logged in; nothing was changed." },
  ORIGIN_MISMATCH: { status: 403, says: "The Origin of this request is not this site." },
  HTTPS_REQUIRED: { status: 403, says: "This address answers over https only. Others may have read what was sent." },
  NOT_INVITED: { status: 403, says: "This identity has not been invited." },
  NOT_FOUND: { status: 404, says: "There is nothing here." },
  METHOD_NOT_ALLOWED: { status: 405, says: "This address does not support that method." },
  TOO_SLOW: { status: 408, says: "The request took too long to arrive; send it again." },
  CONFLICT: { status: 409, says: "The request conflicts with the present state." },
  PLUGIN_NAME_TAKEN: { status: 409, says: "Another plugin of this site already uses a name that this plugin needs." },
  PLUGIN_CONSENT_MISSING: { status: 409, says: "An owner must first agree to each of these names." },
  ACTION_RUNNING: { status: 409, says: "You are already running this action; wait for it or cancel it." },
  ACTION_CANCELLED: { status: 409, says: "The action was cancelled; nothing was changed." },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, says: "The first request with this key is still running." },
  SITE_PROVISION_CONFLICT: {
    status: 409,
    says: "A record with that name exists with other values; nothing was changed.",
  },
  SITE_INITIALIZATION_CONFLICT: {
    status: 409,
    says: "The site was initialised with other values; nothing was changed.",
  },
  INVITATION_OVER: {
    status: 410,
    says: "This invitation no longer works. Ask the person who sent it for another one.",
  },
  INVITATION_DAMAGED: {
    status: 410,
    says: "This link opens no invitation of this site. Copy the whole link again, or ask for another one.",
  },
  SHARE_LINK_ENDED: {
    status: 410,
    says: "This link has ended or was taken back. Ask the person who sent it for another one.",
  },
  STALE_VERSION: { status: 412, says: "Another change came first. Read the current version and try again." },
  TOO_LARGE: { status: 413, says: "The request is larger than this address accepts." },
  WORKSPACE_FULL: { status: 413, says: "There is no room left. Delete what you no longer need, then publish." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, says: "This content type is not accepted here." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    says: "This idempotency key was already used with different input. Use a new key.",
  },
  PLUGIN_REJECTED: { status: 422, says: "The plugin was not accepted." },
  PROPOSAL_REFUSED: { status: 422, says: "The plugin proposed a change that it may not make; nothing was changed." },
  PUBLISH_VETOED: { status: 422, says: "A plugin refused this publication." },
  TENANT_READ_ONLY: { status: 423, says: "This tenant is read-only at the moment." },
  VERSION_REQUIRED: { status: 428, says: "This request needs an If-Match header with the version that you change." },
  RATE_LIMITED: { status: 429, says: "Too many requests; wait and try again." },
  REWIND_UNAVAILABLE: {
    status: 501,
    says: "This platform has no point-in-time recovery, so a workspace cannot be rewound.",
  },
  INTERNAL: { status: 500, says: "Something broke on our side." },
  DEPLOYMENT_STOPPED: {
    status: 502,
    says: "The platform does not show the requested state yet, so the tenant is not ready. Send the same request again to continue.",
  },
  LOGIN_UNAVAILABLE: { status: 503, says: "Logins are not possible here at the moment." },
  STORAGE_FULL: { status: 503, says: "There is no storage space left; nothing was changed." },
  UNAVAILABLE: { status: 503, says: "The service does not answer at the moment; send the request again." },
  TENANT_SUSPENDED: { status: 503, says: "This site is not available at the moment." },
  PLUGIN_UNAVAILABLE: { status: 503, says: "The plugin cannot run here at the moment." },
} as const;

export type RefusalCode = keyof typeof CODES;

/** One fault of an input: its JSON pointer (RFC 6901), the found value, and the allowed ones. */
export interface Issue {
  readonly pointer: string;
  readonly found: string;
  readonly allowed: string;
  /** The broken rule, if a table names it. */
  readonly rule?: BrokenRule | undefined;
}

/** The evidence of a refusal whose code the reader does not know. */
export type RefusalDetail = AnyEvidence;

/** A refusal as an answer between workers carries it. */
export interface Refused {
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;
}

/** The evidence that fits each of the codes: none, one that may be left out, or one that is needed. */
type Fitting<C extends RefusalCode> = Both<C extends unknown ? { readonly evidence: Evidence[C] } : never>;
type Both<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;
type Given<T> = T extends { readonly evidence: infer E }
  ? [keyof E] extends [never]
    ? [detail?: undefined]
    : Record<never, never> extends E
      ? [detail?: E]
      : [detail: E]
  : never;

export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
  readonly code: C;
  readonly detail: RefusalDetail;

  constructor(code: C, ...[detail]: Given<Fitting<C>>) {
    super(`${code}: ${CODES[code].says}`);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail ?? {};
  }

  /** The refusal of an answer that crossed a worker boundary. Its constructor there paired the code with the evidence. */
  static again({ code, detail }: Refused): Refusal {
    return new Refusal(code as "NOT_FOUND", detail as Evidence["NOT_FOUND"]);
  }

  get status(): number {
    return CODES[this.code].status;
  }
}

export const refusalStatus = (code: RefusalCode): number => CODES[code].status;
export const refusalText = (code: RefusalCode): string => CODES[code].says;
export const refusalCodes = Object.keys(CODES) as readonly RefusalCode[];
