import type { ChangesView, PublicationView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Failure } from "../desk/failure.ts";
import type { Token } from "./chosen.ts";

const { publish: words } = WORDS;

/** The subject of the page: the changes there are, and those that are chosen. */
export interface Publishing {
  readonly changes: ChangesView;
  readonly prospect: PublicationView;
  /** Empty for everything. */
  readonly chosen: readonly Token[];
  readonly failure: Failure | undefined;
}

export const countOf = ({ prospect }: Publishing): number => prospect.documents;

/** The number of changes that a publication takes, out of all, in words. */
export const chosenWords = ({ changes, chosen }: Publishing): string =>
  chosen.length === 0 ? "" : say(words.chosen, { n: chosen.length, of: changes.total });
