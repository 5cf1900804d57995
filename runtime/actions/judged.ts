import { visibleIssues } from "../../manifests/faults/visibleIssues.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { PluginCall, NextTurn } from "../plugins/calls/calls.ts";

/**
 * Reads an answer while its call is on record. Where the answer may not be proposed, the record says what was wrong, so
 * its author finds out and not only the member who asked.
 */
export class JudgedAnswer<T> {
  readonly #read: (value: unknown) => T;
  #result: { readonly value: T } | { readonly error: unknown } | undefined;

  constructor(read: (value: unknown) => T) {
    this.#read = read;
  }

  readonly after: NonNullable<PluginCall["after"]> = (value) => {
    try {
      this.#result = { value: this.#read(value) };
      return undefined;
    } catch (error) {
      this.#result = { error };
      return turnOf(error);
    }
  };

  /** The answer as it was read, or the error that reading it threw; undefined if none came. */
  take(): { readonly value: T } | undefined {
    if (this.#result && "error" in this.#result) throw this.#result.error;
    return this.#result;
  }
}

function turnOf(error: unknown): NextTurn | undefined {
  if (!(error instanceof Refusal) || error.code !== "PROPOSAL_REFUSED") return undefined;
  const issues = visibleIssues(error.detail.issues ?? []);
  const fault = { name: "", message: "", places: [], issues };
  return { fails: { ok: false, code: "plugin_answer", message: error.message, fault } };
}
