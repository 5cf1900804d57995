import type { ChangesView, PublicationView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DocumentToken } from "./chosen.ts";

const { publish: words } = WORDS;

/** The subject of the page: the changes there are, and those that are chosen. */
export interface Publishing {
  readonly changes: ChangesView;
  readonly prospect: PublicationView;
  /** Empty for everything. */
  readonly chosen: readonly DocumentToken[];
  readonly failure: FormFailure | undefined;
}

export const changedDocuments = ({ prospect }: Publishing): number => prospect.documents;

/** The part that a publication takes of all changes, in words; empty where it takes all there are. */
export const chosenWords = ({ changes, chosen }: Publishing): string =>
  chosen.length === 0 || chosen.length === changes.total
    ? ""
    : say(words.chosen, { n: chosen.length, of: changes.total });
