/** One text of a document before and after, and the texts that a replacement leaves as they are. */
import type { ReadDirectiveText } from "../xliff/texts.ts";
import { replacedIn, type Wanted } from "./finding.ts";

export interface TextChange {
  /** The section. Null for members of the document. */
  readonly section: string | null;
  /** JSON pointer into the fields of the section, or into the document. */
  readonly pointer: string;
  /** The titles of the fields on the way, or the name of a page's member. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The reason why a text that has the words stays as it is. */
export const KEPT = ["links", "directives", "unknown", "forbidden"] as const;

export interface TextLeft extends Omit<TextChange, "after"> {
  readonly why: (typeof KEPT)[number];
}

export interface PlannedTexts {
  readonly changes: readonly TextChange[];
  readonly kept: readonly TextLeft[];
}

export interface FoundText extends Omit<TextChange, "before" | "after"> {
  readonly text: string;
  readonly isMarkdown: boolean;
}

/** The changes of texts, and the texts that stay. Those without the words are in neither list. */
export function planTexts(texts: Iterable<FoundText>, wanted: Wanted, isRead?: ReadDirectiveText): PlannedTexts {
  const changes: TextChange[] = [];
  const kept: TextLeft[] = [];
  for (const { text, isMarkdown, section, pointer, name } of texts) {
    const { after, count, changesLinks, changesDirectives } = replacedIn(text, isMarkdown, wanted, isRead);
    if (count === 0 || after === text) continue;
    const place = { section, pointer, name, before: text };
    if (changesDirectives) kept.push({ ...place, why: "directives" });
    else if (changesLinks) kept.push({ ...place, why: "links" });
    else changes.push({ ...place, after });
  }
  return { changes, kept };
}

/** A key of a change that no other change of its document has. */
export const changeKey = ({ section, pointer }: Pick<TextChange, "section" | "pointer">): string =>
  `${section ?? ""} ${pointer}`;
