import type { Fault } from "./fault.ts";

/** Every way in which a call of a plugin can fail, with our words for people. No other code leaves a call. */
export const CALL_FAILURES = {
  // The call was not made, or failed without the plugin's fault.
  loader_unavailable: "This deployment cannot run plugin code.",
  sandbox_silent: "The plugin sandbox does not answer.",
  invalid_call: "The call does not have the documented shape.",
  not_declared: "Its manifest does not declare this.",
  plugin_skipped: "It does not take part any more.",
  settings_unfit: "Its settings are not valid.",
  busy: "Too many of its calls are waiting.",
  on_probation: "It is on probation, and its turn did not come in time.",
  cancelled: "The member has cancelled it.",
  process_stopped: "The process ended, and another plugin was the cause.",
  // The package cannot be run.
  artifact_missing: "The plugin's files are missing here.",
  digest_mismatch: "The plugin's files are not the ones that were signed.",
  not_executable: "The plugin has no code to run.",
  import_refused: "The plugin's code imports modules that it may not use.",
  // Migrations alone.
  not_called: "The migration was not called.",
  data_changed: "The version in use wrote data meanwhile, so nothing was changed.",
  workspace_full: "The workspace has no room for the migration.",
  // The plugin itself is at fault.
  plugin_broken: "The plugin stopped unexpectedly.",
  plugin_failed: "The plugin failed.",
  plugin_late: "The plugin did not answer in time.",
  plugin_answer: "The plugin's answer does not have the documented shape.",
  plugin_interrupted: "The plugin was running when the process ended.",
} as const;

export type CallFailureCode = keyof typeof CALL_FAILURES;

/** A failed call. Code and message stay flat, so a caller can read an answer of any sandbox version. */
export interface CallFailure {
  readonly ok: false;
  readonly code: CallFailureCode;
  /** Our own words. If they quote the plugin after them, that part is shortened and escaped. */
  readonly message: string;
  /** The failure in the form that the plugin's author may see. */
  readonly fault?: Fault;
}

export const callFailure = (code: CallFailureCode, detail = ""): CallFailure => ({
  ok: false,
  code,
  message: detail === "" ? CALL_FAILURES[code] : `${CALL_FAILURES[code]} ${detail}`,
});
