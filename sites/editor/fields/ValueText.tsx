import type { JSX } from "preact";
import { FIELDS } from "../document/words.ts";
import { titleOf, useLinkTarget } from "../pickers/useLinkTarget.ts";
import type { FieldServices } from "../api/fieldServices.ts";
import { textsIn } from "./textsIn.ts";

interface Props {
  readonly services: FieldServices;
  readonly value: unknown;
  /** The text for an empty value. */
  readonly empty: string;
}

/** A value for readers: one line for each text, and a page's title for a link. */
export function ValueText({ services, value, empty }: Props): JSX.Element {
  const texts = textsIn(value);
  if (texts.length === 0) return <em>{empty}</em>;
  return (
    <>
      {texts.map((text, index) => (
        <Text key={`${index} ${text}`} text={text} isLater={index > 0} services={services} />
      ))}
    </>
  );
}

function Text({ text, isLater, services }: { text: string; isLater: boolean; services: FieldServices }): JSX.Element {
  const target = useLinkTarget(text.startsWith("page:") ? text : "", services);
  return (
    <>
      {isLater && <br />}
      <bdi>{target ? titleOf(target) : target === null ? FIELDS.link.deleted : text}</bdi>
    </>
  );
}
