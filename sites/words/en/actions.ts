/** Words of plugins' actions. The browser loads them with the first action. */
export const ACTIONS = {
  by: "From the plugin {plugin}. Nothing changes until you apply the proposal.",
  run: "Get a proposal",
  running: "{title} is working…",
  cancel: "Cancel",
  proposed: "The proposal",
  nothing: "The plugin proposes no change.",
  before: "Now",
  after: "Proposed",
  empty: "empty",
  apply: "Apply",
  discard: "Discard",
  applied: "Applied: {title}",
  unsaved: "Some changes are not saved yet. Wait until they are saved, then try again.",
  stale: "The content has changed since this proposal was made. Get a new proposal.",
} as const;
