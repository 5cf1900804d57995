/** Resolves the fields of sections that are bound to values of the page's entry. */
import { asBound, boundName, fitsInto } from "../../manifests/fields/binding.ts";
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Contributions } from "../contributions/points.ts";
import type { Page } from "../documents/content/content.ts";
import type { Section } from "../documents/content/section.ts";
import { fieldsToShow } from "./fitting.ts";

type Known = Pick<Contributions, "sections" | "contentTypes">;
type Fields = Readonly<Record<string, unknown>>;

/** The bound fields of a resolved section, each with the name of its value. */
const made = new WeakMap<Section, ReadonlyMap<string, string>>();
const NONE: ReadonlyMap<string, string> = new Map();

export const bindingsOf = (section: Section): ReadonlyMap<string, string> => made.get(section) ?? NONE;

const boundIn = (fields: Fields): [field: string, value: string][] =>
  Object.entries(fields).flatMap(([name, one]): [string, string][] => {
    const value = boundName(one);
    return value === undefined ? [] : [[name, value]];
  });

const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (expandSchema(schema)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;

const schemaNamed = (schemas: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema | undefined =>
  Object.hasOwn(schemas, name) ? schemas[name] : undefined;

/** The value for one field. Undefined if the entry has none that the field takes. */
function valueFor(field: string, schema: JsonSchema, values: Fields, name: string): unknown {
  const target = schemaNamed(propertiesOf(schema), field);
  if (target === undefined || !Object.hasOwn(values, name)) return undefined;
  const value = asBound(values[name], target);
  const isRefused = validateFields(schema, { [field]: value }).some(({ pointer }) =>
    `${pointer}/`.startsWith(`/${field}/`),
  );
  return isRefused ? undefined : value;
}

function resolved(section: Section, values: Fields, known: Known): Section {
  const bound = boundIn(section.fields);
  const nested = section.children && childrenOf(section.children, values, known);
  if (bound.length === 0) return nested === section.children ? section : { ...section, children: nested };
  const schema = known.sections.get(section.type)?.item.fields;
  const fields = { ...section.fields };
  for (const [field, name] of bound) {
    const value = schema && valueFor(field, schema, values, name);
    // Without a value the field is as if a member had left it empty.
    if (value === undefined) delete fields[field];
    else fields[field] = value;
  }
  const found = { ...section, fields, ...(nested ? { children: nested } : {}) };
  made.set(found, new Map(bound));
  return found;
}

function all(sections: Section[], values: Fields, known: Known): Section[] {
  const found = sections.map((section) => resolved(section, values, known));
  return found.every((section, index) => section === sections[index]) ? sections : found;
}

function childrenOf(children: Record<string, Section[]>, values: Fields, known: Known): Record<string, Section[]> {
  const found = Object.entries(children).map(([slot, nested]) => [slot, all(nested, values, known)] as const);
  return found.every(([slot, nested]) => nested === children[slot]) ? children : Object.fromEntries(found);
}

/** The page with the entry's values in the fields that are bound to them. A page without a type is returned as it is. */
export function boundPage(page: Page, known: Known): Page {
  if (page.type === undefined) return page;
  const type = known.contentTypes.get(page.type)?.item;
  const sections = all(page.sections, type ? fieldsToShow(type, page.values ?? {}) : {}, known);
  return sections === page.sections ? page : { ...page, sections };
}

/** Bindings that can never have a value, with pointers that begin at the section's fields. */
export function bindingIssues(section: Section, schema: JsonSchema, type: JsonSchema | undefined): Issue[] {
  const bound = [...bindingsOf(section)];
  if (bound.length === 0) return [];
  const [targets, values] = [propertiesOf(schema), type ? propertiesOf(type) : {}];
  return bound.flatMap(([field, name]): Issue[] => {
    const [target, value] = [schemaNamed(targets, field), schemaNamed(values, name)];
    // The check of the fields themselves refuses a field that the section does not have.
    if (target === undefined || (value !== undefined && fitsInto(value, target))) return [];
    const fitting = Object.keys(values).filter((one) => fitsInto(values[one] ?? {}, target));
    const allowed =
      fitting.length > 0
        ? `one of the values ${fitting.join(", ")}`
        : "a value of the field's own, because the page has none that fits";
    return [{ pointer: `/${field}`, found: `the value ${name}`, allowed }];
  });
}

/** Faults of a section's fields that are no faults of a bound field: the entry may get its value later. */
export function unlessBound(issues: readonly Issue[], section: Section): readonly Issue[] {
  const bound = bindingsOf(section);
  if (bound.size === 0) return issues;
  return issues.filter(({ pointer }) => ![...bound.keys()].some((name) => `${pointer}/`.startsWith(`/${name}/`)));
}
