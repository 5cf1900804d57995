/** The change that a form asks for, in the terms of the API. */
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";

/** The fields of the forms, besides the chosen pages. */
export const CHANGE_FIELDS = ["what", "field", "value", "collection", "from", "to", "redirect"] as const;

export const CHANGES = ["hold", "release", "collect", "put", "take", "set", "move", "delete"] as const;
export type ChangeName = (typeof CHANGES)[number];

const orNull = (text: string): string | null => (text === "" ? null : text);
/** A path as people type it, without the slash at its end. */
const pathSent = (fields: Fields, name: string): string => {
  const path = `/${typedIn(fields, name)}`.replace(/\/+/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
};

const BODIES: Readonly<Record<ChangeName, (fields: Fields) => object>> = {
  hold: () => ({}),
  release: () => ({}),
  collect: (fields) => ({ collection: orNull(typedIn(fields, "collection")) }),
  put: (fields) => ({ field: typedIn(fields, "field"), value: typedIn(fields, "value") }),
  take: (fields) => ({ field: typedIn(fields, "field"), value: typedIn(fields, "value") }),
  set: (fields) => ({ field: typedIn(fields, "field"), value: orNull(typedIn(fields, "value")) }),
  move: (fields) => ({
    from: pathSent(fields, "from"),
    to: pathSent(fields, "to"),
    redirect: fields.get("redirect") === "true",
  }),
  delete: () => ({}),
};

export function changeNamed(fields: Fields): ChangeName {
  const named = fields.get("what");
  const name = CHANGES.find((one) => one === named);
  if (name === undefined) throw notInForm("what", CHANGES.join(", "));
  return name;
}

export function changeSent(fields: Fields): object {
  const name = changeNamed(fields);
  return { do: name, ...BODIES[name](fields) };
}

/** The longest path that all of these have or begin with. */
export function commonPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/"));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  const shared = (length === -1 ? first : first.slice(0, length)).join("/");
  return shared === "" ? "/" : shared;
}
