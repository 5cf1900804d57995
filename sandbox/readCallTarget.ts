/**
 * Reads the target of a call. A caller sends the same text every time, and parsing it costs more than the rest of a
 * call. So results are cached by the whole text.
 */
import { BoundedMap } from "../manifests/memory/boundedMap.ts";
import { CALL_TARGETS_REMEMBERED } from "../manifests/bounds/calls.ts";
import { callTargetShape } from "./invocation.ts";
import { isolateTarget, type IsolateTarget } from "./isolate.ts";

const remembered = new BoundedMap<string, IsolateTarget>(CALL_TARGETS_REMEMBERED);

/** Undefined if the text is not JSON of a `CallTarget`. */
export function readCallTarget(text: unknown): IsolateTarget | undefined {
  return typeof text === "string" ? (remembered.get(text) ?? parseCallTarget(text)) : undefined;
}

function parseCallTarget(text: string): IsolateTarget | undefined {
  const parsed = callTargetShape.safeParse(valueOf(text));
  if (!parsed.success) return undefined;
  const place = isolateTarget(parsed.data);
  remembered.set(text, place);
  return place;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
