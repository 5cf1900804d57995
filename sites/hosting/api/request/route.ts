import type * as z from "zod/mini";
import type { HttpMethod } from "../../../../manifests/shapes/methods.ts";
import type { CommandAnswer } from "../../../../runtime/commands/commands.ts";
import type { Needed } from "../../../../runtime/commands/permissions.ts";
import type { RateName, RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import type { ApiCall } from "./call.ts";
import type { Parameters } from "./parameter.ts";

/** The version that `If-Match` names. The command takes it as its member `as`. */
export interface Versioned {
  readonly of:
    | "page"
    | "navigation"
    | "redirects"
    | "theme"
    | "settings"
    | "draft"
    | "media"
    | "plugin settings"
    | "unfinished work";
  readonly as: "expected" | "change";
  /** 0 stands for something that is not there, or not yet. */
  readonly least: 0 | 1;
}

/** `name` may hold anything a file's name may; `bytes` is there where its length is known before. */
export interface Download {
  readonly name: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes?: number;
}

/** An address's answer: JSON text that is written once, so that a replay is the same to the byte. */
export interface ApiReply extends CommandAnswer {
  /** Instead of JSON, a file that is written while it is read. */
  readonly download?: Download;
  /** The version for `If-Match` of the next change, if there is exactly one. */
  readonly version: number | null;
  readonly standing: RateLimitState | null;
  /** True where nothing was stored. */
  readonly isRehearsal?: true;
}

/**
 * One address with one method. Router, guards, description and tests are made from this row alone. Every member is
 * required, so an address that forgets a guard does not compile.
 */
export interface Route {
  readonly method: HttpMethod;
  /** The path, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Needed;
  readonly versioned: Versioned | null;
  readonly params: Parameters;
  readonly query: Parameters;
  /** Query parameters that this address refuses, each with the address that takes it. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly body: z.ZodMiniType | null;
  /** The body is a file, which only the call reads: `sized` requires its length, `unsized` does not. */
  readonly file: "sized" | "unsized" | false;
  readonly output: z.ZodMiniType;
  /** The answer of a dry run; null where there is none. */
  readonly rehearsal: z.ZodMiniType | null;
  /** The content type of the answer. */
  readonly answers: "application/json" | "text/csv; charset=utf-8" | "application/jsonl" | "application/octet-stream";
  /** The command's name in audit; null for an address that changes nothing. */
  readonly command: string | null;
  readonly status: 200 | 201;
  /** The address of the created thing, with members of the answer in braces. */
  readonly creates?: string;
  readonly limits: { readonly bodyBytes: number; readonly rate: RateName | null };
  run(call: ApiCall): Promise<ApiReply>;
}
