/** Reads a section from the clipboard. The canvas loads this script with the first paste, because it brings the schemas. */
import { type Section, newSection } from "../../../../runtime/documents/content/section.ts";
import { DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { SECTION_KIND } from "./sectionKind.ts";

/** The section in a clipboard text; undefined for any other text. It is validated as strictly as at the site. */
export function clipboardSection(text: string): Section | undefined {
  if (text.length > DOCUMENT_MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value["kind"] !== SECTION_KIND) return undefined;
    const parsed = newSection.safeParse(value["section"]);
    return parsed.success ? { ...parsed.data, id: parsed.data.id ?? "section" } : undefined;
  } catch {
    return undefined;
  }
}
