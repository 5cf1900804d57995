/**
 * Reads an isolate's report of an error. A plugin controls this report. So only text of the expected form within limits
 * passes, and a position passes only if it names a module of a plugin.
 */
import {
  FAULT_FUNCTION_MAX_CHARS,
  FAULT_MESSAGE_MAX_CHARS,
  FAULT_NAME_MAX_CHARS,
  FAULT_PLACES_MAX,
} from "../bounds/calls.ts";
import { visibleText } from "../visible.ts";
import type { Fault, FaultPlace } from "./fault.ts";

/** The report of an isolate: the error as text, and its stack, which is empty for a value that is no error. */
export interface RawFault {
  readonly error: string;
  readonly stack: string;
}

const NAMED = /^([A-Za-z_$][\w$]*)(?:: ?([\s\S]*))?$/;

/** V8's stack line for a file in the folder of the plugin's modules. */
const PLACE = /^\s*at (?:(.+) \()?plugin\/([\w./-]+):(\d{1,7}):(\d{1,7})\)?$/;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

export const visibleWithin = (text: string, most: number): string => cut(visibleText(text.toWellFormed()), most);

function placeOf(line: string): FaultPlace[] {
  const [, called = "", file = "", row = "", column = ""] = PLACE.exec(line) ?? [];
  if (file === "") return [];
  const name = called.replace(/^(?:async|new) /, "");
  return [{ function: visibleWithin(name, FAULT_FUNCTION_MAX_CHARS), file, line: Number(row), column: Number(column) }];
}

export function readFault({ error, stack }: RawFault): Fault {
  const places = stack.split("\n").flatMap(placeOf).slice(0, FAULT_PLACES_MAX);
  const [, name = "", words = ""] = (stack !== "" && NAMED.exec(error)) || [];
  const isNamed = name !== "" && name.length <= FAULT_NAME_MAX_CHARS;
  return {
    name: isNamed ? name : "",
    message: visibleWithin(isNamed ? words : error, FAULT_MESSAGE_MAX_CHARS),
    places,
    issues: [],
  };
}
