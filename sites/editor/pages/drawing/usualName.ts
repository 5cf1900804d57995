import { canonicalTag } from "../../../../runtime/documents/content/languages.ts";

/** The name of a language in itself, beginning as names do. The tag if the platform knows no name. */
export function usualName(tag: string): string {
  const canonical = canonicalTag(tag);
  if (canonical === undefined) return tag;
  const name = new Intl.DisplayNames([canonical], { type: "language" }).of(canonical) ?? tag;
  return name.charAt(0).toLocaleUpperCase(canonical) + name.slice(1);
}
