/** Rules for fields that refer to pages: the content type that `of` names must be there. */
import { isObject } from "../json/jsonObject.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { meantSays } from "../refusals/meant.ts";
import { describe } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { TypesOfPlugin } from "./contentTypeRules.ts";

interface ReferenceType {
  /** JSON pointer of `of` in the manifest. */
  readonly pointer: string;
  readonly type: string;
}

const REFERENCES: readonly unknown[] = ["drawbridge:page", "drawbridge:pages"];

function* referencesBelow(value: unknown, pointer: string): Generator<ReferenceType> {
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* referencesBelow(one, `${pointer}/${at}`);
  if (!isObject(value) || Array.isArray(value)) return;
  const { $ref, of } = value as { readonly $ref?: unknown; readonly of?: unknown };
  if (REFERENCES.includes($ref) && typeof of === "string") yield { pointer: `${pointer}/of`, type: of };
  for (const [name, inner] of Object.entries(value)) yield* referencesBelow(inner, `${pointer}/${name}`);
}

/** All content types to whose entries the fields of a manifest refer. */
export const typedReferences = ({ contributes: { sections = [], contentTypes = [] } }: Manifest): ReferenceType[] => [
  ...sections.flatMap(({ fields }, at) => [...referencesBelow(fields, `/contributes/sections/${at}/fields`)]),
  ...contentTypes.flatMap(({ fields }, at) => [...referencesBelow(fields, `/contributes/contentTypes/${at}/fields`)]),
];

/** Faults of references to the content types of one plugin. Types of others may change without it. */
export function referencesOverTypes(manifest: Manifest, { id, contentTypes }: TypesOfPlugin): Issue[] {
  const names = contentTypes.map(({ name }) => `${id}/${name}`);
  return typedReferences(manifest).flatMap(({ pointer, type }): Issue[] => {
    if (!type.startsWith(`${id}/`) || names.includes(type)) return [];
    const allowed =
      names.length > 0
        ? `one of ${names.join(", ")}${meantSays(type, names)}`
        : `a content type of ${id}, which has none`;
    return [{ pointer, found: describe(type), allowed }];
  });
}
