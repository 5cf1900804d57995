/**
 * The reasons for which an update waits. `older`: it goes back. `other_key`: none of the keys that signed the version in use signed it.
 * `asks_more`: it does something that no owner has read. `rule`: its number is beyond what the rule lets take over.
 * `migration`: the data could not be brought over to it.
 */
export const WAITS = ["older", "other_key", "asks_more", "rule", "migration"] as const;
export type Waits = (typeof WAITS)[number];
