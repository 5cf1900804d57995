import type { ChangesView, PublicationView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DocumentToken } from "./chosen.ts";

const { publish: words } = WORDS;

/** The data of the publish page. */
export interface Publishing {
  readonly changes: ChangesView;
  readonly prospect: PublicationView;
  /** The chosen changes; empty for all. */
  readonly chosen: readonly DocumentToken[];
  readonly failure: FormFailure | undefined;
  /** The number of documents that need an approval, as far as the kernel lists them. */
  readonly needing: number;
}

export const changedDocuments = ({ prospect }: Publishing): number => prospect.documents;

/** Says how many of all changes are chosen; empty if all are. */
export const chosenWords = ({ changes, chosen, prospect: { documents } }: Publishing): string =>
  chosen.length === 0 || documents === changes.total ? "" : say(words.chosen, { n: documents, of: changes.total });
