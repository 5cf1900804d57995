/**
 * The schema of the form with a page's settings. The form leaves out the path, which links and other pages depend on.
 */
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { PAGES as WORDS } from "../../document/words.ts";

const COLLECTION_MAX_CHARS = 64;
const line = (title: string, maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  title,
  maxLength,
  minLength: 1,
  ...(description !== undefined && { description }),
});

/** A page's date may hold a time. Only a date without time gets a native date input, which every browser has. */
const dateOf = ({ date }: Page): JsonSchema =>
  date?.includes("T") === true
    ? line(WORDS.date, 40, WORDS.dateHelp)
    : { type: "string", format: "date", title: WORDS.date };

export const memberSchema = (page: Page): JsonSchema => ({
  type: "object",
  properties: {
    title: line(WORDS.pageTitle, TITLE_MAX_CHARS, WORDS.titleHelp),
    description: {
      type: "string",
      minLength: 1,
      maxLength: TEXT_MAX_CHARS,
      title: WORDS.description,
      description: WORDS.descriptionHelp,
    },
    image: { $ref: "drawbridge:image", title: WORDS.picture, description: WORDS.pictureHelp },
    collection: {
      type: "string",
      minLength: 1,
      maxLength: COLLECTION_MAX_CHARS,
      pattern: "^[a-z][a-z0-9-]*$",
      title: WORDS.collection,
      description: WORDS.collectionHelp,
    },
    date: dateOf(page),
    author: line(WORDS.author, TITLE_MAX_CHARS),
    noindex: { type: "boolean", title: WORDS.noindex },
    held: { type: "boolean", title: WORDS.held, description: WORDS.heldHelp },
    from: { type: "string", format: "date-time", title: WORDS.from, description: WORDS.fromHelp },
    until: { type: "string", format: "date-time", title: WORDS.until },
  },
  required: ["title"],
  additionalProperties: false,
});
