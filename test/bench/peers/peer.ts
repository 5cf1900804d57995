import type { Article } from "./content.ts";

/** A kind of server that the bench can start, if it is installed here. */
export interface Peer {
  readonly name: string;
  /** The missing programs or files, with the way to get them. Undefined if nothing is missing. */
  missing(prepared: string): string | undefined;
  start(place: Place): Promise<Served>;
}

/** The surroundings of a server. */
export interface Place {
  /** An empty folder that is deleted after the bench. */
  readonly folder: string;
  /** The folder in which the server's packages were installed. */
  readonly prepared: string;
  readonly articles: readonly Article[];
  /** Drawbridge, which runs already. Some servers answer with its bytes. */
  readonly ours: Served | undefined;
}

export type Outcome = "published" | "refused";

/** Paths and headers of requests that reach the server behind its cache. */
interface Uncached {
  readonly headers: Readonly<Record<string, string>>;
  home(): string;
  article(n: number): string;
}

/** A server that runs with all articles. Members that are missing are features that the server lacks. */
export interface Served extends AsyncDisposable {
  readonly port: number;
  /** The Host header. */
  readonly host: string;
  /** All processes of the server. */
  pids(): readonly number[];
  home(packed: boolean): string;
  article?(n: number): string;
  /** Only servers with a cache have it. */
  readonly uncached?: Uncached;
  /** Puts a mark in front of an article's text, and publishes it. Each client is a person of its own. */
  edit?(n: number, mark: string, client: number): Promise<Outcome>;
  retitle?(n: number, title: string): Promise<void>;
  /** Sends the form of a visitor. Each number is another visitor. */
  submit?(visitor: number): Promise<void>;
  /** Searches for words and answers how much was found. Each number is another visitor. */
  search?(words: string, visitor: number): Promise<number>;
}
