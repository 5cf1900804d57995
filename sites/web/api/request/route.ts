import type * as z from "zod/mini";
import type { HttpMethod } from "../../../../manifests/shapes/methods.ts";
import type { CommandAnswer } from "../../../../runtime/commands/commands.ts";
import type { CommandFacts } from "../../../../runtime/commands/facts.ts";
import type { Needed } from "../../../../runtime/commands/permissions.ts";
import type { RateName, RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import type { ApiCall } from "./call.ts";
import type { Parameters } from "./parameter.ts";

/** The version in `If-Match`. The command gets it as the member `as` of its input. */
export interface Versioned {
  readonly of:
    | "page"
    | "navigation"
    | "redirects"
    | "theme"
    | "settings"
    | "types"
    | "draft"
    | "media"
    | "plugin settings"
    | "unfinished work";
  readonly as: "expected" | "change";
  /** 0 if `If-Match` may say that the document does not exist yet. */
  readonly least: 0 | 1;
}

/** A file to download. `name` is untrusted; `bytes` is set if the length is known in advance. */
export interface Download {
  readonly name: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes?: number;
}

/** The path of a page, with `{page}` in place of its id. */
export type PathOfPage = `${string}{page}${string}`;

/** A route's answer. The JSON is serialized once, so that a replay is identical. */
export interface ApiReply extends Pick<CommandAnswer, "json" | "replayed"> {
  /** The facts about a workspace command's answer. */
  readonly facts?: CommandFacts;
  /** A streamed file instead of JSON. */
  readonly download?: Download;
  /** The version for the ETag; null if there is not exactly one. */
  readonly version: number | null;
  readonly standing: RateLimitState | null;
  /** True for a dry run. */
  readonly isRehearsal?: true;
}

/**
 * One route. The router, the guards, the API description and tests are built from this row. Every member is required,
 * so that a route cannot forget a guard.
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
  /** Query parameters that this route refuses, each with the route that accepts it. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly body: z.ZodMiniType | null;
  /** Set if the body is a file, which only the call reads. `sized` requires a Content-Length. */
  readonly file: "sized" | "unsized" | false;
  readonly output: z.ZodMiniType;
  /** The shape of a dry run's answer; null if there is no dry run. */
  readonly rehearsal: z.ZodMiniType | null;
  /** The content type of the answer. */
  readonly answers: "application/json" | "text/csv; charset=utf-8" | "application/jsonl" | "application/octet-stream";
  /** The command's name in audit; null for a route that changes nothing. */
  readonly command: string | null;
  readonly status: 200 | 201;
  /** The path of the created page. */
  readonly creates?: PathOfPage;
  readonly limits: { readonly bodyBytes: number; readonly rate: RateName | null };
  run(call: ApiCall): Promise<ApiReply>;
}
