/** The template that draws the values of an owner's type: each with its label. A plugin made of the type begins with it. */
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { asTemplateText, FIELD_KINDS, type FieldKind, kindOfField } from "./kinds.ts";
import type { OwnType } from "./ownTypes.ts";

interface OwnField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly kind: FieldKind;
}

/** The fields of a type with their kinds, in the order of its schema. */
export function ownFields({ fields }: Pick<OwnType, "fields">): OwnField[] {
  const { properties } = fields;
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]): OwnField[] => {
    const kind = isObject(schema) ? kindOfField(schema) : undefined;
    return kind === undefined ? [] : [{ name, schema: schema as JsonSchema, kind: FIELD_KINDS[kind] }];
  });
}

/** A value is drawn if it is there. No is a value, too. */
const isThere = (value: string, { fixed }: FieldKind): string =>
  fixed["type"] === "boolean" ? `${value} != nil` : `${value} != blank`;

function line({ name, schema, kind }: OwnField): string {
  const value = `fields.${name}`;
  const label = asTemplateText(String(schema["title"] ?? name));
  const css = kind.isWide ? ' class="wide"' : "";
  return `    {%- if ${isThere(value, kind)} %}
    <div${css}><dt class="muted">${label}</dt><dd>${kind.html(value)}</dd></div>
    {%- endif %}`;
}

/** The template of a type. It shows the title of the entry, and the values that the entry has. */
export const valuesTemplate = (type: Pick<OwnType, "fields">): string => `<div class="wrap text">
  <h{{ section.level }} class="title">{{ page.title }}</h{{ section.level }}>
  <dl class="values">
${ownFields(type).map(line).join("\n")}
  </dl>
</div>
`;

export const VALUES_STYLE = `.title {
  margin: 0;
  overflow-wrap: break-word;
  text-wrap: balance;
}

.values {
  display: grid;
  gap: calc(var(--space) * 0.75) calc(var(--space) * 2);
  grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
  margin-block: calc(var(--space) * 1.5);
}

.values .wide {
  grid-column: 1 / -1;
}

.values dt {
  font-size: 0.875em;
}

.values dd {
  margin: 0;
  overflow-wrap: break-word;
}

.values ul {
  margin: 0;
  padding-inline-start: 1.25em;
}

.values img {
  height: auto;
  max-width: 100%;
}
`;
