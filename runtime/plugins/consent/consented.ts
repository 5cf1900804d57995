/** One thing that an owner agrees to, and how much of it. */

import type { Effect } from "./sentences.ts";

/** The subjects of sentences, in the order in which an owner reads. */
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
  /** Tells whether the owner grants it, or allows it by switching the plugin on. */
  readonly needsGrant: boolean;
  /** Names the thing across versions, whatever its sentence says. */
  readonly key: string;
  /** The effects, a sentence each. */
  readonly effects: readonly Effect[];
  /** The people or hosts it reaches. More members are more; `*` is all. */
  readonly reach: readonly string[];
  /** The sizes of the wish, where it has some. A greater number is more. */
  readonly amounts?: readonly number[];
  /** True for what does nothing until a member chooses to use it. */
  readonly isOffered?: true;
  /** The author's words. */
  readonly reason: string | undefined;
}
