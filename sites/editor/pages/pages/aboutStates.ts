/** The content of each part of the form about a page, as stored and as sent. */
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { States } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { pictureIn } from "./sharePicture.ts";

/** Members of a page that hold text. */
export const ABOUT_TEXTS = ["title", "description", "collection", "date", "author"] as const;

export const aboutOf = (body: Page): States => ({
  ...Object.fromEntries(ABOUT_TEXTS.map((name) => [name, body[name] ?? ""])),
  noindex: String(body.noindex === true),
  picture: body.image?.src ?? "",
});

export const aboutIn = (fields: Fields, was: States): States => ({
  ...Object.fromEntries(ABOUT_TEXTS.map((name) => [name, fields.get(name) ?? was[name] ?? ""])),
  noindex: String(fields.get("noindex") === "true"),
  picture: pictureIn(fields, "picture", was),
});
