/** The help that the server gives at a place in a file of one kind. */
import type { FolderFacts } from "./facts.ts";

export interface HelpRequest {
  /** The path of the file in the plugin's folder. */
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

export interface HelpItem {
  readonly label: string;
  readonly says: string;
  readonly kind: "keyword" | "function" | "variable" | "field" | "text" | "property" | "value";
  /** The part of the text that the insertion replaces. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Hover {
  readonly says: string;
  readonly from: number;
  readonly to: number;
}

export interface Help {
  complete(request: HelpRequest, facts: FolderFacts): HelpItem[];
  hover(request: HelpRequest, facts: FolderFacts): Hover | undefined;
}
