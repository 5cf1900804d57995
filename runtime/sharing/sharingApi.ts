import type { Answer } from "../commands/answer.ts";

/** The page with which a link begins, and the time in milliseconds until the link ends. */
export interface OpenedLink {
  readonly path: string;
  readonly forMs: number;
}

/** The workspace's method for people without an account. Each path of an opened link is a read. */
export interface SharingApi {
  /** Counts that a browser opens a link. Null for a link that has ended, or whose pages are deleted. */
  openShareLink(site: string, secret: string): Promise<Answer<OpenedLink | null>>;
}
