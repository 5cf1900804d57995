import type { GalleryView } from "../../../../runtime/media/views.ts";

type Named = Pick<GalleryView, "page" | "section" | "field" | "typeTitle" | "fieldTitle">;

/**
 * The type of its section, with what tells it from others of the page. Two sections may be of one type, and one may
 * have two lists.
 */
export function galleryName({ page, section, field, typeTitle, fieldTitle }: Named, all: readonly Named[]): string {
  const alike = all.filter((other) => other.page === page && other.typeTitle === typeTitle);
  const isOneSection = alike.every((other) => other.section === section);
  const isOneField = alike.every((other) => other.section !== section || other.field === field);
  return [typeTitle, ...(isOneSection ? [] : [section]), ...(isOneField ? [] : [fieldTitle])].join(" · ");
}
