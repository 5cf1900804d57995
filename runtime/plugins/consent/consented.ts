/** One item that an owner agrees to, with its extent. */

import type { Effect } from "./sentences.ts";

/** The groups of sentences, in reading order. */
export const TOPICS = {
  publishing: "What happens on the site",
  visitors: "Visitors",
  internet: "The internet",
  data: "Data of the site",
  agents: "Agents",
  addresses: "Addresses",
  pages: "Pages and looks",
} as const;

export type Topic = keyof typeof TOPICS;

export const TOPIC_NAMES = Object.keys(TOPICS) as [Topic, ...Topic[]];

export interface Consented {
  readonly topic: Topic;
  /** True if the owner must grant it. False if enabling the plugin is enough. */
  readonly needsGrant: boolean;
  /** Identifies the item across versions. */
  readonly key: string;
  /** The effects, one sentence each. */
  readonly effects: readonly Effect[];
  /** The people or hosts that it reaches. More entries reach further; `*` is all. */
  readonly reach: readonly string[];
  /** Sizes in the request, if it has any. A larger number is more. */
  readonly amounts?: readonly number[];
  /** True for a feature that does nothing until a member chooses it. */
  readonly isOffered?: true;
  /** True for a promise that keeps the plugin from something. Without it, a version reaches further. */
  readonly isPromise?: true;
  /** The author's reason. */
  readonly reason: string | undefined;
}
