/** Words of plugins' actions. The browser loads them with the first action. */
export const ACTIONS = {
  by: "From the plugin {plugin}. Nothing changes before you apply it.",
  run: "Get a proposal",
  running: "{title} is at work…",
  cancel: "Cancel",
  proposed: "The proposal",
  nothing: "It proposes no change.",
  before: "Now",
  after: "Proposed",
  empty: "empty",
  apply: "Apply",
  discard: "Discard",
  applied: "Applied: {title}",
  unsaved: "Some changes are not saved yet. Try again when they are.",
  stale: "What it was about has changed meanwhile. Get another proposal.",
} as const;
