/** A value of one kind as a value of another kind, where nothing of it is lost. */
import type { JsonSchema } from "../shapes/shape.ts";
import { isObject } from "../json/jsonObject.ts";

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const YES_NO: Readonly<Record<string, boolean>> = { true: true, false: false, "1": true, "0": false };

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The choice whose value or title is the text. */
function chosenBy(text: string, { oneOf }: JsonSchema): unknown[] {
  const wanted = text.trim().toLowerCase();
  const all = Array.isArray(oneOf) ? oneOf.filter(isObject) : [];
  return all.flatMap((one) =>
    [one["const"], one["title"]].some((name) => String(name).toLowerCase() === wanted) ? [one["const"]] : [],
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const FROM = {
  text: (text: string, schema: JsonSchema): unknown[] => [
    ...chosenBy(text, schema),
    ...(NUMBER.test(text.trim()) ? [Number(text)] : []),
    ...(Object.hasOwn(YES_NO, text.trim().toLowerCase()) ? [YES_NO[text.trim().toLowerCase()]] : []),
    text.trim(),
    linesOf(text),
  ],
  texts: (texts: readonly string[]): unknown[] => [...(texts.length === 1 ? texts : []), texts.join(", ")],
};

/** The values that one may become, the closest first. The schema of the field decides which of them it takes. */
export function conversionsOf(value: unknown, schema: JsonSchema): readonly unknown[] {
  if (typeof value === "number" || typeof value === "boolean") return [String(value), [String(value)]];
  if (typeof value === "string") return FROM.text(value, schema);
  return isTexts(value) ? FROM.texts(value) : [];
}
