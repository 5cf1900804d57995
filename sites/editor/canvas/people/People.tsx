import type { JSX } from "preact";
import { CANVAS } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import type { OtherMember } from "../studio/person.ts";

const WORDS = CANVAS.people;

export const nameFor = ({ name }: OtherMember): string => name ?? WORDS.unnamed;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** The other members on this page, and their places in it. */
export function People({ studio: { editor, people } }: { readonly studio: Studio }): JSX.Element | null {
  if (people.value.length === 0) return null;
  const text = (person: OtherMember): string =>
    editor.section(person.section)
      ? say(WORDS.at, { name: nameFor(person), section: sectionNameOf(editor, person.section) })
      : say(WORDS.on, { name: nameFor(person) });
  return (
    <ul class="people" aria-label={WORDS.here}>
      {people.value.map((person) => (
        <li key={person.member} title={text(person)}>
          <span aria-hidden="true">{initialsOf(nameFor(person))}</span>
          <span class="hidden">{text(person)}</span>
        </li>
      ))}
    </ul>
  );
}
