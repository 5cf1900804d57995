import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { type ChosenCondition, type ChosenEntries } from "../../../manifests/fields/chosenEntries.ts";
import { WHERE_MAX_FIELDS } from "../../../manifests/bounds/manifest.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { say } from "../../words/shape/say.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { LISTS } from "../document/listWords.ts";
import type { EntryTypeView, FieldServices } from "../api/fieldServices.ts";
import {
  chosenIn,
  comparisonsFor,
  entriesWords,
  type ListField,
  listFields,
  ordersOf,
  specialValues,
  controlValue,
} from "./chosenEntries.ts";
import { ShownValues } from "./ShownValues.tsx";

interface DrawnValue {
  readonly schema: JsonSchema;
  readonly name: string;
  readonly title: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export interface EntriesChooserProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly words: FieldWords;
  readonly services: FieldServices;
  /** True if the section shows the values that its member chooses. */
  readonly hasValues: boolean;
  /** Draws the control of one value. The forms of fields have it. */
  readonly drawValue: (value: DrawnValue) => JSX.Element;
}

type Options = readonly (readonly [value: string, said: string])[];

interface ChoiceProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly options: Options;
  readonly onChange: (value: string) => void;
}

function Choice({ id, label, value, options, onChange }: ChoiceProps): JSX.Element {
  const fallbackId = useId();
  return (
    <p class="field">
      <label for={id ?? fallbackId}>{label}</label>
      <select id={id ?? fallbackId} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([one, said]) => (
          <option key={one} value={one}>
            {said}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Chooses the entries of a list in words: their type, conditions and order. */
export function EntriesChooser(props: EntriesChooserProps): JSX.Element {
  const { id, label, value, onChange, services } = props;
  const [types, setTypes] = useState<readonly EntryTypeView[]>();
  useEffect(() => void services.contentTypes().then(setTypes), []);
  const chosen = chosenIn(value);
  const known = types?.find(({ type }) => type === chosen?.type);
  const gone: Options = chosen && !known ? [[chosen.type, chosen.type]] : [];
  const listed: Options = [...(types ?? [])].map(({ type, plural }) => [type, plural]);
  return (
    <div class="entries-chooser">
      {chosen && types && <Sentence {...{ chosen, types, services }} />}
      <Choice
        id={id}
        label={say(LISTS.type, { title: label })}
        value={chosen?.type ?? ""}
        options={[...(chosen ? [] : [["", LISTS.choose] as const]), ...gone, ...listed]}
        onChange={(type) => onChange(type === "" ? undefined : { type })}
      />
      {chosen && known && <Details {...props} chosen={chosen} known={known} />}
    </div>
  );
}

interface SentenceProps extends Pick<EntriesChooserProps, "services"> {
  readonly chosen: ChosenEntries;
  readonly types: readonly EntryTypeView[];
}

/** The name of a value in the sentence: a page's title, a choice's words, or the value itself. */
function nameIn(value: string, field: ListField | undefined, services: FieldServices): string {
  if (field?.kind === "page") return services.pageOf(value)?.title ?? value;
  const choices = (field?.schema["oneOf"] ?? []) as readonly { readonly const: unknown; readonly title: string }[];
  return choices.find((one) => String(one.const) === value)?.title ?? value;
}

const Sentence = ({ chosen, types, services }: SentenceProps): JSX.Element => (
  <p class="note" role="status">
    <bdi>{entriesWords(chosen, types, LISTS, (value, field) => nameIn(value, field, services))}</bdi>
  </p>
);

interface DetailsProps extends EntriesChooserProps {
  readonly chosen: ChosenEntries;
  readonly known: EntryTypeView;
}

function Details(props: DetailsProps): JSX.Element {
  const { chosen, known, onChange, words } = props;
  const fields = listFields(known);
  const { where = [], order } = chosen;
  const put = (change: Partial<ChosenEntries>): void => {
    const { where: kept = [], order: sorted, show: shown = [], ...rest } = { ...chosen, ...change };
    onChange({
      ...rest,
      ...(kept.length > 0 && { where: kept }),
      ...(sorted ? { order: sorted } : {}),
      ...(shown.length > 0 && { show: shown }),
    });
  };
  const [first] = fields;
  return (
    <>
      {where.map((condition, index) => (
        <ConditionRow
          key={index}
          {...{ condition, fields, index }}
          {...props}
          onCondition={(next) => put({ where: next ? where.with(index, next) : where.toSpliced(index, 1) })}
        />
      ))}
      {first && where.length < WHERE_MAX_FIELDS && (
        <button type="button" class="list-add" onClick={() => put({ where: [...where, newCondition(first)] })}>
          {LISTS.add}
        </button>
      )}
      <Choice
        label={LISTS.order}
        value={order ?? ""}
        options={[["", LISTS.byType], ...ordersOf(fields, LISTS)]}
        onChange={(next) => put({ order: next })}
      />
      {props.hasValues && (
        <ShownValues {...{ known, words }} chosen={chosen.show ?? []} onChange={(show) => put({ show })} />
      )}
    </>
  );
}

/** A condition that asks nothing until its value is filled in. A day begins with today. */
const newCondition = (field: ListField): ChosenCondition => ({
  field: field.name,
  is: specialValues(field).includes("today") ? "from" : (comparisonsFor(field)[0] ?? "eq"),
  value: specialValues(field)[0] ?? "",
});

interface ConditionProps extends DetailsProps {
  readonly condition: ChosenCondition;
  readonly index: number;
  readonly fields: readonly ListField[];
  /** Reports the changed condition; undefined removes it. */
  readonly onCondition: (condition: ChosenCondition | undefined) => void;
}

function ConditionRow({ condition, index, fields, drawValue, onCondition }: ConditionProps): JSX.Element {
  const field = fields.find(({ name }) => name === condition.field);
  const named: Options = fields.map(({ name, title }) => [name, title]);
  const special = field ? specialValues(field) : [];
  const found = special.find((one) => one === condition.value);
  const kinds: Options = [...special.map((one) => [one, LISTS.special[one]] as const), ["", LISTS.special.own]];
  return (
    <fieldset class="field is-group condition">
      <legend>{say(LISTS.condition, { n: index + 1 })}</legend>
      <Choice
        label={LISTS.field}
        value={condition.field}
        options={field ? named : [[condition.field, condition.field], ...named]}
        onChange={(name) => {
          const next = fields.find((one) => one.name === name);
          if (next) onCondition(newCondition(next));
        }}
      />
      {field && (
        <Choice
          label={LISTS.comparison}
          value={condition.is}
          options={comparisonsFor(field).map((is) => [is, say(LISTS.is[is], { title: "", value: "…" }).trim()])}
          onChange={(is) => onCondition({ ...condition, is: is as ChosenCondition["is"] })}
        />
      )}
      {special.length > 0 && (
        <Choice
          label={LISTS.value}
          value={found ?? ""}
          options={kinds}
          onChange={(value) => onCondition({ ...condition, value })}
        />
      )}
      {field && found === undefined && (
        <div>
          {drawValue({
            schema: field.schema,
            name: `where/${index}/value`,
            title: field.title,
            value: controlValue(field, condition.value),
            onChange: (value) => onCondition({ ...condition, value: value === undefined ? "" : String(value) }),
          })}
        </div>
      )}
      <button type="button" class="quiet" onClick={() => onCondition(undefined)}>
        {LISTS.remove}
      </button>
    </fieldset>
  );
}
