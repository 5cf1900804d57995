/** Texts in members of documents that have no schema of fields: pages, menus and settings. */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { FoundText, TextChange } from "./plannedText.ts";

/** Members that people read, wherever they stand. */
const READ: ReadonlySet<string> = new Set([
  "title",
  "description",
  "author",
  "name",
  "tagline",
  "label",
  "alt",
  "caption",
  "credit",
  "legalName",
  "telephone",
  "address",
]);
/** Members that lead somewhere. */
const ADDRESSES: ReadonlySet<string> = new Set(["link", "email"]);

/** The texts in a value. Each is named for the first member on the way to it. */
export function* memberTexts(
  value: unknown,
  withAddresses: boolean,
  steps: readonly string[] = [],
): Generator<FoundText> {
  const last = steps.at(-1) ?? "";
  if (typeof value === "string") {
    if (READ.has(last) || (withAddresses && ADDRESSES.has(last)))
      yield { section: null, pointer: encodePointer(steps), name: steps[0] ?? "", text: value, isMarkdown: false };
  } else if (Array.isArray(value) || isObject(value))
    for (const [step, child] of Object.entries(value)) yield* memberTexts(child, withAddresses, [...steps, step]);
}

/** The document with the changed texts. */
export function withTexts<Body>(body: Body, changes: readonly TextChange[]): Body {
  const copy = structuredClone(body);
  for (const { pointer, after } of changes) {
    const steps = decodePointer(pointer);
    let parent: unknown = copy;
    for (const step of steps.slice(0, -1)) parent = (parent as Record<string, unknown>)[step];
    (parent as Record<string, unknown>)[steps.at(-1) ?? ""] = after;
  }
  return copy;
}
