/** Values of an entry that are the same in every language. The page that a group began with keeps them. */
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { decodePointer, encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { membersOf } from "../page/schema.ts";
import type { Studio } from "../studio/studio.ts";

function isShared({ editor }: Studio, section: string, pointer: string): boolean {
  const type = section === ENTRY ? editor.typeOf(editor.section(section)) : undefined;
  const [name] = decodePointer(pointer);
  return membersOf(type?.fields ?? {}).some(([one, schema]) => one === name && schema["shared"] === true);
}

const isTranslation = ({ editor }: Studio): boolean => editor.body.peek().translationOf !== undefined;

/** True for a value that a translation shows and another page keeps. */
export const isKeptElsewhere = (studio: Studio, section: string, pointer: string): boolean =>
  isTranslation(studio) && isShared(studio, section, pointer);

/** Tells a member who begins to write a value how many languages have it. */
export function tellSharing(studio: Studio, section: string, pointer: string): void {
  if (!isTranslation(studio) && isShared(studio, section, pointer))
    import("./sharing.ts").then(
      ({ tellLanguages }) => tellLanguages(studio),
      () => undefined,
    );
}

/** Tells of each value of a section once, however often its field gets the focus. */
export function tellingOnce(studio: Studio, section: string): (name: string) => void {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return;
    known.add(name);
    tellSharing(studio, section, encodePointer([name]));
  };
}
