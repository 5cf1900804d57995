/** The lies of the stand-in, and the requests it tells them to. */
import type { ServerResponse } from "node:http";
import type { ProviderReply } from "./envelope.ts";

export interface LieQuestion {
  readonly method: string;
  readonly path: string;
  readonly pattern: string;
}

export interface Lie {
  applies(question: LieQuestion): boolean;
  /** Another answer than the true one; what was asked for is still done. */
  readonly change?: (truth: ProviderReply) => ProviderReply;
  /** Anything at all in place of an answer; nothing is done. */
  readonly instead?: (response: ServerResponse) => void;
}
