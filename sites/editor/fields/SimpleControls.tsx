/** Controls that are one native input. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../words/shape/say.ts";
import { type ControlProps, describedControl } from "./control.ts";
import { fieldChoices } from "./kinds.ts";
import { isEmptyAllowed } from "./values.ts";

const textOf = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/**
 * An empty optional text becomes undefined, unless the field accepts an empty text. A required one stays empty, so that
 * validation reports it.
 */
const given = ({ schema, isRequired }: ControlProps, text: string): string | undefined =>
  text === "" && !isRequired && !isEmptyAllowed(schema) ? undefined : text;

/** Shows the number of characters beside the limit. A limit that the browser enforces would cut off a pasted text. */
const Counter = ({ schema, value, context: { words } }: ControlProps): JSX.Element | null => {
  const most = Number(schema["maxLength"] ?? 0);
  const { length } = textOf(value);
  if (most === 0 || length * 2 < most) return null;
  return (
    <span class={length > most ? "counter is-over" : "counter"}>
      {say(length > most ? words.tooLong : words.length, { n: length, most })}
    </span>
  );
};

export const TextControl = (props: ControlProps & { readonly type?: "text" | "date" | "email" }): JSX.Element => (
  <>
    <input
      {...describedControl(props)}
      {...({ type: props.type ?? "text" } as { type: "text" })}
      value={textOf(props.value)}
      onInput={({ currentTarget }) => props.onChange(given(props, currentTarget.value))}
    />
    <Counter {...props} />
  </>
);

export const ParagraphControl = (props: ControlProps): JSX.Element => (
  <>
    <textarea
      {...describedControl(props)}
      rows={4}
      value={textOf(props.value)}
      onInput={({ currentTarget }) => props.onChange(given(props, currentTarget.value))}
    />
    <Counter {...props} />
  </>
);

const numberIn = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")));

/** A text that is no number is the field's value as typed. Validation refuses it, and the editor keeps it meanwhile. */
export function NumberControl(props: ControlProps): JSX.Element {
  const [text, setText] = useState(textOf(props.value));
  const isWrong = text.trim() !== "" && Number.isNaN(numberIn(text));
  const known = useRef(props.value);
  useEffect(() => {
    if (known.current !== props.value) setText(textOf(props.value));
    known.current = props.value;
  }, [props.value]);
  const write = (typed: string): void => {
    setText(typed);
    const value = numberIn(typed);
    known.current = typed.trim() === "" ? undefined : Number.isNaN(value) ? typed : value;
    props.onChange(known.current);
  };
  return (
    <>
      <input
        {...describedControl(props)}
        type="text"
        inputMode="decimal"
        aria-invalid={isWrong || props.isInvalid ? "true" : undefined}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      {isWrong && !props.isInvalid && (
        <span class="fault" role="alert">
          {props.context.words.number}
        </span>
      )}
    </>
  );
}

/** A slider with its number, because a slider alone is not exact. */
export const SliderControl = (props: ControlProps): JSX.Element => {
  const { minimum, maximum, multipleOf, type } = props.schema as Readonly<Record<string, number>> & { type: string };
  return (
    <span class="color">
      <input
        {...describedControl(props)}
        type="range"
        min={minimum}
        max={maximum}
        step={multipleOf ?? (type === "integer" ? 1 : "any")}
        value={Number(props.value ?? minimum)}
        onInput={({ currentTarget: { valueAsNumber } }) => props.onChange(valueAsNumber)}
      />
      <output>{textOf(props.value) || props.context.words.none}</output>
    </span>
  );
};

export const BooleanControl = (props: ControlProps): JSX.Element => (
  <label class="check">
    <input
      {...describedControl(props)}
      type="checkbox"
      checked={props.value === true}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
    <span>{props.label}</span>
  </label>
);

/** The most choices that appear as radio buttons. */
const RADIO_MAX = 4;

export function ChoiceControl(props: ControlProps): JSX.Element {
  const choices = fieldChoices(props.schema);
  const chosen = choices.findIndex(({ value }) => value === props.value);
  const choose = (index: number): void => props.onChange(choices[index]?.value);
  const { widget } = props.schema;
  if (widget === "select" || (widget !== "radios" && choices.length > RADIO_MAX)) {
    return (
      <select
        {...describedControl(props)}
        value={String(chosen)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {(chosen < 0 || !props.isRequired) && <option value="-1">{props.context.words.none}</option>}
        {choices.map(({ title }, index) => (
          <option key={title} value={String(index)}>
            {title}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div
      class="radios"
      id={props.id}
      role="radiogroup"
      aria-labelledby={`${props.id}-label`}
      aria-describedby={props.describedBy}
    >
      {choices.map(({ title }, index) => (
        <label key={title} class="check">
          <input type="radio" name={props.id} checked={index === chosen} onChange={() => choose(index)} />
          <span>{title}</span>
        </label>
      ))}
    </div>
  );
}

/** A native colour input has no empty value, so a text beside it says that the field is empty. */
export const ColorControl = (props: ControlProps): JSX.Element => (
  <span class="color">
    <input
      {...describedControl(props)}
      type="color"
      value={/^#[0-9a-f]{6}$/i.test(textOf(props.value)) ? textOf(props.value) : "#000000"}
      onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
    <code>{textOf(props.value) || props.context.words.none}</code>
    {!props.isRequired && props.value !== undefined && (
      <button type="button" class="quiet" onClick={() => props.onChange(undefined)}>
        {props.context.words.clear}
      </button>
    )}
  </span>
);
