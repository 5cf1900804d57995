/** False answers of the stand-in, with the requests that get them. */
import type { ServerResponse } from "node:http";
import type { ProviderReply } from "./envelope.ts";

export interface LieQuestion {
  readonly method: string;
  readonly path: string;
  readonly pattern: string;
}

export interface Lie {
  applies(question: LieQuestion): boolean;
  /** Changes the true answer. The request still takes effect. */
  readonly change?: (truth: ProviderReply) => ProviderReply;
  /** Replaces the whole response. The request has no effect. */
  readonly instead?: (response: ServerResponse) => void;
}
