import type { SourceChangesView } from "../../../../runtime/editing/languages/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";

const { translations: words } = WORDS;

/** Says how many texts of a translation's source have changed. */
export const changedText = ({ total }: Pick<SourceChangesView, "total">): string =>
  total === 0 ? words.changedOrder : say(words.changed, { n: total });
