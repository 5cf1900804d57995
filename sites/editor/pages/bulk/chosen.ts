/** The pages that a member chose, as addresses and forms write them. */
import { BULK_PAGES_MAX } from "../../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";

/** A page, and the version that the member saw. */
export interface ChosenPage {
  readonly id: string;
  readonly version: number;
}

const chosenText = ({ id, version }: ChosenPage): string => `${id}:${version}`;

/** All chosen pages in one field. */
export const chosenField = (pages: readonly ChosenPage[]): string => pages.map(chosenText).join(" ");

/** Pages with two versions each: those before and after a change. */
export interface BackPage extends ChosenPage {
  readonly before: number;
}

export const backField = (pages: readonly BackPage[]): string =>
  pages.map((page) => `${chosenText(page)}:${page.before}`).join(" ");

export const chosenPagesIn = (texts: readonly string[]): readonly ChosenPage[] =>
  [...new Set(texts)].map((text) => pageIn(text.split(":")));

export const chosenSent = (field: string): readonly ChosenPage[] =>
  requireBulk(chosenPagesIn(field.split(" ").filter((text) => text !== "")));

export const backSent = (field: string): readonly BackPage[] =>
  field
    .split(" ")
    .filter((text) => text !== "")
    .map((text) => {
      const parts = text.split(":");
      return { ...pageIn(parts.slice(0, 2), 0), before: pageIn([parts[0] ?? "", parts[2] ?? ""]).version };
    });

function pageIn([id = "", version = ""]: readonly string[], least = 1): ChosenPage {
  const number = /^\d{1,15}$/.test(version) ? Number(version) : -1;
  if (!documentId.safeParse(id).success || number < least) throw new Refusal("NOT_FOUND");
  return { id, version: number };
}

export function requireBulk<T>(pages: readonly T[]): readonly T[] {
  if (pages.length > BULK_PAGES_MAX) throw new Refusal("TOO_LARGE", { most: BULK_PAGES_MAX });
  return pages;
}
