/**
 * Operations that a tool or resource without code can run on a site's content, each with its parameters. A parameter is
 * a fixed value, or comes from the tool's input or the resource's address.
 */
export const OPERATIONS = ["list", "search", "read", "resolve", "site", "form", "type"] as const;
export type OperationName = (typeof OPERATIONS)[number];

export const READ_FORMATS = ["markdown", "outline", "json"] as const;

interface Parameter {
  readonly type: "string" | "integer" | "array";
  readonly required?: true;
}

const text: Parameter = { type: "string" };
const needed: Parameter = { type: "string", required: true };
const count: Parameter = { type: "integer" };
const conditions: Parameter = { type: "array" };

/** The parameters of each operation, with their types. */
export const PARAMETERS = {
  list: {
    collection: text,
    type: text,
    where: conditions,
    order: text,
    limit: count,
    under: text,
    language: text,
    cursor: text,
  },
  search: { text: needed, collection: text, type: text, under: text, language: text, limit: count, cursor: text },
  read: { page: needed, format: text, section: text, maxChars: count, cursor: text },
  resolve: { address: needed },
  site: {},
  form: { form: text, cursor: text },
  type: { type: text, cursor: text },
} as const satisfies Record<OperationName, Readonly<Record<string, Parameter>>>;

type NamesOf<Name extends OperationName> = Name extends OperationName ? keyof (typeof PARAMETERS)[Name] : never;
export type ParameterName = NamesOf<OperationName>;

export const operationOf = ({ operation }: { readonly operation?: OperationName }): OperationName =>
  operation ?? "list";
export const parametersOf = (operation: OperationName): Readonly<Record<string, Parameter>> => PARAMETERS[operation];
