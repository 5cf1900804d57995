/** Contributions in the language of the reader: the labels of their plugin name fields and choices. */
import type { ContentType } from "../../../manifests/manifest/contentType.ts";
import { labelled, translationsFor } from "../../../manifests/packages/labels.ts";
import type { Contribution, Contributions } from "../../contributions/points.ts";

type Types = Pick<Contributions, "contentTypes" | "idleContentTypes">;

const known = new WeakMap<object, Map<string, object>>();

export function inReadersWords<T extends object>({ item, plugin }: Contribution<T>, language: string): T {
  const languages = known.get(item) ?? new Map<string, object>();
  known.set(item, languages);
  const found = languages.get(language) ?? labelled(item, translationsFor(plugin.plugin.files, language));
  languages.set(language, found);
  return found as T;
}

/** The content type of this name, also of a plugin that is not active. Undefined if there is none. */
export function readersType(
  { contentTypes, idleContentTypes }: Types,
  name: string,
  language: string,
): ContentType | undefined {
  const active = contentTypes.get(name);
  return active ? inReadersWords(active, language) : idleContentTypes.get(name);
}
