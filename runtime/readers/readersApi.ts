import type { Answer } from "../commands/answer.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";

/** An act of a visitor at the pages of readers' accounts. `login` is the secret of the browser's login, empty without one. */
export type ReaderAct =
  /** Asks for a sign-in letter. `client` is the network address, as a digest. */
  | { readonly do: "ask"; readonly address: string; readonly path: string; readonly client: string }
  /** Opens the link of a letter. It shows a button, and changes nothing. */
  | { readonly do: "open"; readonly secret: string }
  /** Presses that button. */
  | { readonly do: "enter"; readonly secret: string }
  /** Looks at the own account. */
  | { readonly do: "look"; readonly login: string }
  /** Signs out. */
  | { readonly do: "leave"; readonly login: string }
  /** Gets a new secret address for a feed, or ends it. */
  | { readonly do: "giveFeed"; readonly login: string }
  | { readonly do: "endFeed"; readonly login: string }
  /** Reads a feed by its secret. */
  | { readonly do: "readFeed"; readonly secret: string }
  /** Asks whether the own account is to be deleted. It changes nothing. */
  | { readonly do: "doubt"; readonly login: string }
  /** Deletes the own account. */
  | { readonly do: "forget"; readonly login: string };

/** A page, or another page to go to. A `login` of null ends the one of the browser. */
export type ReaderOutcome =
  | { readonly answer: PublishedAnswer }
  | { readonly to: string; readonly login: { readonly secret: string; readonly forMs: number } | null };

/** A file that a visitor asks for, by its address. `login` is the secret of the browser's login, empty without one. */
export interface FileAsked {
  readonly digest: string;
  readonly name: string;
  readonly login: string;
}

/** The decision about a file in the place of files for readers. Nobody gets it, everybody, this visitor, or others. */
export type FileVerdict =
  | { readonly for: "nobody" | "everybody" | "reader" }
  | { readonly for: "others"; readonly door: PublishedAnswer };

/** The workspace's method for people with a reader's account, and for those who want one. */
export interface ReadersApi {
  readerAct(site: string, act: ReaderAct): Promise<Answer<ReaderOutcome>>;
}
