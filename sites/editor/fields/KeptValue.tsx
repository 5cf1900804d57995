import type { JSX } from "preact";
import { type FieldProps, controlId } from "./control.ts";
import { valueTitle } from "./values.ts";
import { ValueText } from "./ValueText.tsx";

/** A value that all translations share: read here, and changed at the page that keeps it. */
export function KeptValue({ schema, pointer, value, context, at }: FieldProps & { readonly at: string }): JSX.Element {
  const { words, prefix, services } = context;
  const id = controlId(prefix, pointer);
  return (
    <div class="field is-kept" data-at={pointer} role="group" aria-labelledby={`${id}-label`}>
      <strong id={`${id}-label`}>{valueTitle(schema)}</strong>
      <p>
        <ValueText services={services} value={value} empty={words.none} />
      </p>
      <p class="note">
        {words.kept.says} <a href={at}>{words.kept.at}</a>
      </p>
    </div>
  );
}
