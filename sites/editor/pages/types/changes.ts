/** Changes of the owner's types. Each changes one type or one field of the present document, and nothing beside it. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { KindName } from "../../../../manifests/ownTypes/kinds.ts";
import type { OwnType, OwnTypes } from "../../../../manifests/ownTypes/ownTypes.ts";
import { orderedField } from "../../../../manifests/shapes/listOrder.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import type { States } from "../desk/merging.ts";
import { fieldNameFor, typeNameFor } from "./naming.ts";
import { withEmptyAs, withSoundSpans } from "./spans.ts";
import {
  kindOfSchema,
  mayBeListed,
  mayBeRequired,
  requiredOf,
  schemaFrom,
  schemasOf,
  statesOfField,
} from "./states.ts";

export function typeNamed({ types }: OwnTypes, name: string): OwnType {
  const found = types.find((type) => type.name === name);
  if (!found) throw new Refusal("NOT_FOUND", { type: name });
  return found;
}

const replaced = (all: OwnTypes, type: OwnType): OwnTypes => ({
  types: all.types.map((one) => (one.name === type.name ? withSoundSpans(type) : one)),
});

/** A new type, the last one. Its address begins with its plural, and lists show the newest entries first. */
export function withNewType({ types }: OwnTypes, title: string, plural: string): { all: OwnTypes; name: string } {
  const name = typeNameFor(
    title,
    types.map((type) => type.name),
  );
  const fields = { type: "object", properties: {}, required: [], additionalProperties: false };
  const folder = typeNameFor(
    plural,
    types.map(({ address = "" }) => address.split("/")[1] ?? ""),
  );
  const made: OwnType = { name, title, plural, address: `/${folder}/{slug}`, fields, index: [] };
  return { all: { types: [...types, made] }, name };
}

export const withoutType = (all: OwnTypes, name: string): OwnTypes => ({
  types: all.types.filter((type) => type !== typeNamed(all, name)),
});

/** The parts of a type that a member changed. An empty part is removed, or refused if a type needs it. */
export function withParts(all: OwnTypes, name: string, states: States, mine: ReadonlySet<string>): OwnTypes {
  const { description: _1, address: _2, order: _3, ...type } = typeNamed(all, name);
  const present = typeNamed(all, name);
  const part = (of: "description" | "address" | "order"): object => {
    const value = mine.has(of) ? states[of] : present[of];
    return value === undefined || value === "" ? {} : { [of]: value };
  };
  return replaced(all, {
    ...type,
    ...(mine.has("title") && { title: states["title"] ?? "" }),
    ...(mine.has("plural") && { plural: states["plural"] ?? "" }),
    ...part("description"),
    ...part("address"),
    ...part("order"),
  });
}

interface Lists {
  readonly required: readonly string[];
  readonly index: readonly string[];
}

const withLists = (
  type: OwnType,
  properties: Readonly<Record<string, JsonSchema>>,
  { required, index }: Lists,
): OwnType => ({
  ...type,
  fields: { ...type.fields, properties, required },
  index: [...index],
});

const listsOf = (type: OwnType): Lists => ({ required: requiredOf(type), index: type.index ?? [] });
const listed = (all: readonly string[], name: string, isIn: boolean): string[] => [
  ...all.filter((one) => one !== name),
  ...(isIn ? [name] : []),
];

/** A type in which lists are ordered by fields of the index alone. Otherwise the newest entries come first. */
function ordered({ order, ...type }: OwnType): OwnType {
  const field = order === undefined ? undefined : orderedField(order)?.field;
  const isKept = order !== undefined && (field === undefined || type.index?.includes(field) === true);
  return { ...type, ...(isKept && { order }) };
}

/** A new field, the last one of its type. */
export function withNewField(all: OwnTypes, name: string, kind: KindName, states: States): OwnTypes {
  const type = typeNamed(all, name);
  const schemas = schemasOf(type);
  const field = fieldNameFor(states["label"] ?? "", [...Object.keys(schemas), ...Object.keys(type.renamed ?? {})]);
  const { required, index } = listsOf(type);
  return replaced(
    all,
    withLists(
      type,
      { ...schemas, [field]: schemaFrom(kind, states) },
      {
        required: listed(required, field, states["required"] === "true"),
        index: listed(index, field, states["listed"] === "true"),
      },
    ),
  );
}

function schemaOf(type: OwnType, field: string): JsonSchema {
  const schemas = schemasOf(type);
  const schema = Object.hasOwn(schemas, field) ? schemas[field] : undefined;
  if (schema === undefined) throw new Refusal("NOT_FOUND", { type: type.name });
  return schema;
}

const renamedIn = (text: string | undefined, from: string, to: string): string | undefined => {
  if (text === undefined) return undefined;
  const [sign, name] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text];
  return name === from ? sign + to : text.replaceAll(`{${from}.`, `{${to}.`);
};

/** Gives a field another name. Entries keep their values, because the type says what the name was. */
function named(type: OwnType, from: string, to: string): OwnType {
  if (from === to) return type;
  const { required, index } = listsOf(type);
  const swap = (one: string): string => (one === from ? to : one);
  const properties = Object.fromEntries(
    Object.entries(schemasOf(type)).map(([name, schema]) => [
      swap(name),
      schema["notBefore"] === from ? { ...schema, notBefore: to } : schema,
    ]),
  );
  const emptyAs = Object.entries(type.emptyAs ?? {}).map((pair) => pair.map(swap));
  const earlier = Object.entries(type.renamed ?? {}).filter(([name]) => name !== to);
  const renamed = Object.fromEntries([...earlier.map(([name, now]) => [name, swap(now)]), [from, to]]) as Record<
    string,
    string
  >;
  const [order, address] = [renamedIn(type.order, from, to), renamedIn(type.address, from, to)];
  return {
    ...withLists(type, properties, { required: required.map(swap), index: index.map(swap) }),
    renamed,
    ...(type.emptyAs && { emptyAs: Object.fromEntries(emptyAs) as Record<string, string> }),
    ...(type.converted && { converted: type.converted.map(swap) }),
    ...(order === undefined ? {} : { order }),
    ...(address === undefined ? {} : { address }),
  };
}

/** The parts of a field that a member changed. */
export function withFieldParts(
  all: OwnTypes,
  { type: name, field }: { readonly type: string; readonly field: string },
  { sent, now, mine }: { readonly sent: States; readonly now: States; readonly mine: ReadonlySet<string> },
): OwnTypes {
  const type = typeNamed(all, name);
  const present = schemaOf(type, field);
  const merged: States = Object.fromEntries(
    Object.entries(now).map(([part, state]) => [part, mine.has(part) ? (sent[part] ?? "") : state]),
  );
  const { required, index } = listsOf(type);
  const changed = ordered(
    withLists(
      type,
      { ...schemasOf(type), [field]: schemaFrom(kindOfSchema(present), merged, present) },
      {
        required: mine.has("required") ? listed(required, field, merged["required"] === "true") : required,
        index: mine.has("listed") ? listed(index, field, merged["listed"] === "true") : index,
      },
    ),
  );
  const to = merged["name"] ?? field;
  if (to !== field && Object.hasOwn(schemasOf(type), to))
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "/name", found: to, allowed: "a name that no other field has" }],
    });
  const spanned = mine.has("begins") || mine.has("listed") ? withEmptyAs(changed, field) : changed;
  return replaced(all, named(spanned, field, to));
}

/** Notes that entries may have a value of another kind in a field. */
export function withConverted(all: OwnTypes, name: string, field: string): OwnTypes {
  const type = typeNamed(all, name);
  const { converted = [] } = type;
  return replaced(all, { ...type, converted: [...converted.filter((one) => one !== field), field] });
}

/** Gives a field another kind. Lists keep it if the kind allows that. `mayLack` is true if entries lose their value. */
export function withKind(
  all: OwnTypes,
  { type: name, field }: { readonly type: string; readonly field: string },
  { kind, choices, mayLack }: { readonly kind: KindName; readonly choices: string; readonly mayLack: boolean },
): OwnTypes {
  const type = typeNamed(all, name);
  const { default: _of, ...present } = schemaOf(type, field);
  const { required, index } = listsOf(type);
  const isListed = index.includes(field) && mayBeListed(kind);
  const changed = ordered(
    withLists(
      type,
      { ...schemasOf(type), [field]: schemaFrom(kind, { ...statesOfField(type, field), choices }, present) },
      {
        required: mayBeRequired(kind) && !mayLack ? required : listed(required, field, false),
        index: isListed ? index : listed(index, field, false),
      },
    ),
  );
  return withConverted(replaced(all, changed), name, field);
}

/** Makes all translations share the values of a field, or gives each its own. */
export function withSharing(all: OwnTypes, name: string, field: string, isNowShared: boolean): OwnTypes {
  const type = typeNamed(all, name);
  const { shared: _was, ...schema } = schemaOf(type, field);
  const changed = isNowShared ? { ...schema, shared: true } : schema;
  return replaced(all, withLists(type, { ...schemasOf(type), [field]: changed }, listsOf(type)));
}

/** Removes a field. Entries keep its values, and show none. */
export function withoutField(all: OwnTypes, name: string, field: string): OwnTypes {
  const type = typeNamed(all, name);
  schemaOf(type, field);
  const { [field]: _gone, ...schemas } = schemasOf(type);
  const { required, index } = listsOf(type);
  const renamed = Object.fromEntries(Object.entries(type.renamed ?? {}).filter(([, to]) => to !== field));
  const { converted = [], ...rest } = type;
  const others = converted.filter((one) => one !== field);
  const lists = { required: listed(required, field, false), index: listed(index, field, false) };
  return replaced(all, {
    ...ordered(withLists(rest, schemas, lists)),
    ...(others.length > 0 && { converted: others }),
    ...(Object.keys(renamed).length > 0 || type.renamed ? { renamed } : {}),
  });
}

/** Moves a field before the one above it. */
export function withFieldUp(all: OwnTypes, name: string, field: string): OwnTypes {
  const type = typeNamed(all, name);
  schemaOf(type, field);
  const names = Object.keys(schemasOf(type));
  const at = names.indexOf(field);
  const order = names.map((one, index) =>
    index === at - 1 ? field : index === at && at > 0 ? (names[at - 1] ?? one) : one,
  );
  const schemas = schemasOf(type);
  return replaced(
    all,
    withLists(type, Object.fromEntries(order.map((one) => [one, schemas[one] ?? {}])), listsOf(type)),
  );
}
