import type { GalleryView } from "../../../../runtime/media/views.ts";

type Named = Pick<GalleryView, "page" | "section" | "field" | "typeTitle" | "fieldTitle">;

/**
 * Names a gallery by its section type, and adds what distinguishes it from others on the page. A page may have several
 * sections of a type, and a section several lists.
 */
export function galleryName({ page, section, field, typeTitle, fieldTitle }: Named, all: readonly Named[]): string {
  const alike = all.filter((other) => other.page === page && other.typeTitle === typeTitle);
  const isOneSection = alike.every((other) => other.section === section);
  const isOneField = alike.every((other) => other.section !== section || other.field === field);
  return [typeTitle, ...(isOneSection ? [] : [section]), ...(isOneField ? [] : [fieldTitle])].join(" · ");
}
