import type * as z from "zod/mini";
import type { CommandAnswer } from "../../../../runtime/command.ts";
import type { Needed } from "../../../../runtime/permissions.ts";
import type { RateName, Standing } from "../../../../runtime/rateLimits.ts";
import type { Call } from "../call.ts";
import type { Parameters } from "./parameter.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What `If-Match` names: the version of something, which the command takes as its member `as`. */
export interface Versioned {
  readonly of: "page" | "navigation" | "redirects" | "theme" | "settings" | "draft" | "media" | "plugin settings";
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

/** What an address answers: JSON that has been written once, so that a replay is the same to the byte. */
export interface Reply extends CommandAnswer {
  /** Instead of JSON, a file that is written while it is read. */
  readonly download?: Download;
  /** What `If-Match` of the next change has to name, when there is one such thing. */
  readonly version: number | null;
  readonly standing: Standing | null;
}

/**
 * One address with one method. Router, guards, description and tests are made from this and from nothing else,
 * which is why no member may be left out: an address that forgets a guard does not compile.
 */
export interface Route {
  readonly method: Method;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Needed;
  readonly versioned: Versioned | null;
  readonly params: Parameters;
  readonly query: Parameters;
  /** What this address takes no more or never took, and which one does, by name. Missing where there is no such thing. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly body: z.ZodMiniType | null;
  /** The body is a file, which nobody reads before the call does: one that says its length before, or one that may not know it. */
  readonly file: "sized" | "unsized" | false;
  readonly output: z.ZodMiniType;
  /** What the answer is written in. */
  readonly answers: "application/json" | "text/csv; charset=utf-8" | "application/jsonl" | "application/octet-stream";
  /** Its name in audit; null for an address that changes nothing. */
  readonly command: string | null;
  readonly status: 200 | 201;
  /** Where what it has made is read from then on, with members of the answer in braces. */
  readonly creates?: string;
  readonly limits: { readonly bodyBytes: number; readonly rate: RateName | null };
  run(call: Call): Promise<Reply>;
}
