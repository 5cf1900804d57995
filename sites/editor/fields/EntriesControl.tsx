import type { JSX } from "preact";
import { EntriesChooser } from "../pickers/later.tsx";
import type { ControlProps } from "./control.ts";

/** The control of the entries that a list shows. The values of its conditions have the controls of their fields. */
export const EntriesControl = ({
  id,
  schema: field,
  label,
  pointer,
  value,
  onChange,
  context,
}: ControlProps): JSX.Element => (
  <EntriesChooser
    {...{ id, label, value, onChange, words: context.words, services: context.services }}
    hasValues={field["values"] === true}
    drawValue={({ schema, title, name, value: text, onChange: write }) => (
      <context.Field
        schema={schema}
        pointer={`${pointer}/${name}`}
        label={title}
        value={text}
        isRequired={false}
        onChange={write}
        context={{ ...context, issues: [] }}
      />
    )}
  />
);
