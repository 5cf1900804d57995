/** A route of the stand-in: a method, a path pattern and its answer. */
import type { ProviderReply } from "./envelope.ts";
import type { AccountState } from "./state.ts";

export interface ProviderRequest {
  readonly account: AccountState;
  /** The value of a named part of the path. */
  readonly part: (name: string) => string;
  readonly query: URLSearchParams;
  readonly bearer: string;
  /** The body as JSON; undefined for an empty body. */
  readonly json: () => Promise<unknown>;
  readonly form: () => Promise<FormData>;
  /** The raw body. */
  readonly bytes: Uint8Array;
}

export interface ProviderRoute {
  readonly method: string;
  /** A pattern such as `/accounts/:account/queues`. A last part such as `*key` matches the rest of the path. */
  readonly pattern: string;
  /** Checks the bearer of a route that accepts others than the account's token. */
  isKnown?(bearer: string, account: AccountState): boolean;
  answer(asked: ProviderRequest): ProviderReply | Promise<ProviderReply>;
}

export const route = (method: string, pattern: string, answer: ProviderRoute["answer"]): ProviderRoute => ({
  method,
  pattern,
  answer,
});

/** The values of the named parts; undefined if the path does not match. */
export function pathParts(pattern: string, path: string): Map<string, string> | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  const hasRest = wanted.at(-1)?.startsWith("*") === true && given.length >= wanted.length;
  const found = hasRest ? [...given.slice(0, wanted.length - 1), given.slice(wanted.length - 1).join("/")] : given;
  if (wanted.length !== found.length) return undefined;
  const parts = new Map<string, string>();
  for (const [index, name] of wanted.entries()) {
    const value = decodeURIComponent(found[index] ?? "");
    if (/^[:*]/.test(name)) parts.set(name.slice(1), value);
    else if (name !== value) return undefined;
  }
  return parts;
}
