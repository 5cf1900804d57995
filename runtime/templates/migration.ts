/**
 * Converts content that was written for another version of a section type. Content does not record its version, so each
 * step checks the values. A step changes a field only if the current schema does not accept its value. So repeating a
 * step has no effect.
 */
import { conversionsOf } from "../../manifests/fields/conversion.ts";
import type { Moved } from "../../manifests/manifest/migration.ts";
import type { SectionContribution } from "../../manifests/manifest/section.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { validateFields, validateForDefaults } from "../../manifests/fields/fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Content converted to the current version of its type. */
export interface Fit {
  /** The fields to render: moved as the type declares, without unknown ones. */
  readonly fields: Fields;
  /** Names of fields that the type no longer has. The document keeps them, but they are not rendered. */
  readonly kept: readonly string[];
  /** Faults that keep the content from being rendered. */
  readonly issues: readonly Issue[];
  /** True if the content had to be converted. */
  readonly moved: boolean;
}

/** The part of a section type that content has to fit. */
export type FittedType = Pick<SectionContribution, "fields" | "renamed" | "migrate">;

/** Renders one part of a split value. Undefined if it fails. */
export type WritePart = (template: string, value: unknown) => unknown;

const propertiesOf = (schema: JsonSchema): Fields => {
  const { properties } = expandSchema(schema);
  return isObject(properties) ? properties : {};
};

/** Tells whether the current schema accepts the value of a field. */
function takes(type: FittedType, name: string, value: unknown): boolean {
  if (!Object.hasOwn(propertiesOf(type.fields), name)) return false;
  return !validateFields(type.fields, { [name]: value }).some(({ pointer }) => `${pointer}/`.startsWith(`/${name}/`));
}

/** A value as the field's present kind has it. Undefined if it cannot become one. */
export function convertedValue(type: FittedType, field: string, value: unknown): unknown {
  const schema = propertiesOf(type.fields)[field];
  if (!isObject(schema)) return undefined;
  return conversionsOf(value, schema).find((one) => takes(type, field, one));
}

class Moving {
  readonly #type: FittedType;
  readonly #write: WritePart;
  #fields: Record<string, unknown>;
  moved = false;

  constructor(type: FittedType, fields: Fields, write: WritePart) {
    this.#type = type;
    this.#fields = { ...fields };
    this.#write = write;
  }

  get fields(): Fields {
    return this.#fields;
  }

  step({ move, default: preset, split, convert }: Moved): void {
    if (move) this.#move(move.from, move.to);
    if (split) this.#split(split.from, split.into);
    for (const field of convert?.fields ?? []) this.#convert(field, convert?.drop === true);
    if (preset && !Object.hasOwn(this.#fields, preset.field)) this.#put(preset.field, preset.value);
  }

  #move(from: string, to: string): void {
    const value = this.#left(from);
    if (value === undefined || this.#isTaken(to)) return;
    this.#take(from);
    this.#put(to, value);
  }

  #split(from: string, into: Readonly<Record<string, string>>): void {
    const value = this.#left(from);
    if (value === undefined || Object.keys(into).some((name) => name !== from && this.#isTaken(name))) return;
    const parts = Object.entries(into).map(([name, template]) => [name, this.#write(template, value)] as const);
    // If a template fails, the content stays as written.
    if (parts.some(([, part]) => part === undefined)) return;
    this.#take(from);
    for (const [name, part] of parts) this.#put(name, part);
  }

  #convert(field: string, isDropped: boolean): void {
    const value = this.#left(field);
    if (value === undefined) return;
    const converted = convertedValue(this.#type, field, value);
    if (converted !== undefined) return this.#put(field, converted);
    if (!isDropped) return;
    this.#take(field);
    this.moved = true;
  }

  /** The value of a field that the current schema does not accept. Undefined if there is none. */
  #left(name: string): unknown {
    if (!Object.hasOwn(this.#fields, name)) return undefined;
    const value = this.#fields[name];
    return takes(this.#type, name, value) ? undefined : value;
  }

  #isTaken(name: string): boolean {
    return Object.hasOwn(this.#fields, name) && takes(this.#type, name, this.#fields[name]);
  }

  #take(name: string): void {
    const { [name]: _taken, ...rest } = this.#fields;
    this.#fields = rest;
  }

  #put(name: string, value: unknown): void {
    this.#fields[name] = value;
    this.moved = true;
  }
}

/** Removes unknown members at any depth. */
function known(schema: JsonSchema, value: unknown): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) return isObject(items) ? value.map((item) => known(items, item)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const names = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
  return Object.fromEntries(
    names.map((name) => [name, isObject(properties[name]) ? known(properties[name], value[name]) : value[name]]),
  );
}

/** Converts content. If it already fits, this costs one validation. */
export function fit(type: FittedType, fields: Fields, write: WritePart): Fit {
  const issues = validateForDefaults(type.fields, fields);
  if (issues.length === 0) return { fields, kept: [], issues: [], moved: false };
  const moving = new Moving(type, fields, write);
  for (const [from, to] of Object.entries(type.renamed ?? {})) moving.step({ move: { from, to } });
  for (const step of type.migrate ?? []) moving.step(step);
  const shown = known(expandSchema(type.fields), moving.fields) as Fields;
  return {
    fields: shown,
    kept: Object.keys(moving.fields).filter((name) => !Object.hasOwn(shown, name)),
    issues: validateForDefaults(type.fields, shown),
    moved: moving.moved,
  };
}
