/** Fields that end what another field begins, as the last day of an event ends what its first day begins. */
import { kindOfField, type KindName } from "../../../../manifests/ownTypes/kinds.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { schemasOf } from "./states.ts";

const DAYS: readonly (KindName | undefined)[] = ["date", "dateTime"];

/** Tells whether a field ends what another one begins, or may: both are days, or both are times. */
function fits(schemas: Readonly<Record<string, JsonSchema>>, field: string, other: unknown): other is string {
  if (typeof other !== "string" || other === field || !Object.hasOwn(schemas, other)) return false;
  const kind = kindOfField(schemas[field] ?? {});
  return DAYS.includes(kind) && kind === kindOfField(schemas[other] ?? {}) && schemas[other]?.["notBefore"] !== field;
}

/** The names of the fields that a field may end. */
export function beginningsOf(type: OwnType, field: string): string[] {
  const schemas = schemasOf(type);
  return Object.keys(schemas).filter((other) => fits(schemas, field, other));
}

/** The type without ends of fields that are gone or of another kind, and without list rules that no list can follow. */
export function withSoundSpans({ emptyAs, ...type }: OwnType): OwnType {
  const schemas = schemasOf(type);
  const properties = Object.fromEntries(
    Object.entries(schemas).map(([name, { notBefore, ...schema }]) => [
      name,
      fits(schemas, name, notBefore) ? { ...schema, notBefore } : schema,
    ]),
  );
  const { index = [] } = type;
  const kept = Object.entries(emptyAs ?? {}).filter((pair) => pair.every((name) => index.includes(name)));
  const sound = kept.filter(([name, other]) => fits(schemas, name, other));
  return {
    ...type,
    fields: { ...type.fields, properties },
    ...(sound.length > 0 && { emptyAs: Object.fromEntries(sound) }),
  };
}

/** Lets lists take the beginning while the end is empty, if they may use both. Most events have no last day. */
export function withEmptyAs({ emptyAs = {}, ...type }: OwnType, field: string): OwnType {
  const { [field]: _before, ...others } = emptyAs;
  const other = schemasOf(type)[field]?.["notBefore"];
  const all = typeof other === "string" ? { ...others, [field]: other } : others;
  return { ...type, ...(Object.keys(all).length > 0 && { emptyAs: all }) };
}
