import type { Answer } from "../commands/answer.ts";

/** The page with which a link begins, and the time in milliseconds until the link ends. */
export interface OpenedLink {
  readonly path: string;
  readonly forMs: number;
}

/** A remark as a guest types it. `path` is the page's. */
export interface GuestRemark {
  readonly path: string;
  readonly name: string;
  readonly quote: string;
  readonly words: string;
}

/** The workspace's methods for people without an account. Each path of an opened link is a read. */
export interface SharingApi {
  /** Counts that a browser opens a link. Null for a link that has ended, or whose pages are deleted. */
  openShareLink(site: string, secret: string): Promise<Answer<OpenedLink | null>>;
  /** Leaves a remark. Answers the path of its page; null if the link does not allow a remark there. */
  leaveRemark(site: string, secret: string, remark: GuestRemark): Promise<Answer<string | null>>;
}
