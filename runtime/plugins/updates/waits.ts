/**
 * Reasons why an update waits. `older`: it is a downgrade. `other_key`: no key that signed the running version signed
 * it. `asks_more`: it does something that no owner has agreed to. `shares_values`: translations show other values with
 * it. `rule`: the rule does not allow this step. `migration`: the data could not be migrated.
 */
export const WAITS = ["older", "other_key", "asks_more", "shares_values", "rule", "migration"] as const;
export type Waits = (typeof WAITS)[number];
