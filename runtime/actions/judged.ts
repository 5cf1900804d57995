import { visibleIssues } from "../../manifests/faults/visibleIssues.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { PluginCall, NextTurn } from "../plugins/calls/calls.ts";

/**
 * Parses an answer while the call's record is open. If the answer is not allowed, the record gets the fault, so that
 * the plugin's author learns of it and not only the member.
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

  /** The parsed answer. Throws the error that parsing threw. Undefined if no answer came. */
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
