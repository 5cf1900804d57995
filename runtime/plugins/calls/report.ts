/**
 * A call's record contains two texts of the plugin: its error and its output, for members who manage plugins. A plugin
 * that receives visitors' input may repeat it there at any time. So these texts are kept only with an owner's grant
 * (`logs.visitors`). Without it, a record keeps the error's class and positions, which come from the author. Of a wrong
 * answer it keeps the members that the documented shape has.
 */
import type * as z from "zod/mini";
import { CALL_OUTPUT_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { SECRET_MIN_CHARS } from "../../../manifests/bounds/plugins.ts";
import type { Fault, FaultPlace, OutputLine } from "../../../manifests/faults/fault.ts";
import { shapePointer } from "../../../manifests/faults/shapePointer.ts";
import { hookKind } from "../../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { describe } from "../../../manifests/refusals/pointer.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { type SettingValues, settingsSchema } from "../settings/settings.ts";

export interface CallReport {
  readonly fault: Fault | null;
  readonly output: readonly OutputLine[];
  /** True if texts were left out, because they may contain a visitor's input. */
  readonly withheld: boolean;
}

/** The texts of one call, and their plugin. */
export interface CallWords {
  readonly plugin: ActivePlugin;
  readonly settings: SettingValues;
  readonly fault: Fault | undefined;
  readonly output: readonly OutputLine[];
  /** The documented shape of the call's answer. */
  readonly shape: z.ZodMiniType | undefined;
}

/** Tells whether visitors can send input to a plugin. */
export const getsVisitorInput = ({
  contributes: { routes = [], hooks = [] },
}: Pick<Manifest, "contributes">): boolean =>
  routes.some(({ access }) => access === "public") || hooks.some(({ on }) => hookKind(on).isFromVisitors === true);

const mayKeepTexts = ({ plugin, grant }: ActivePlugin): boolean =>
  !getsVisitorInput(plugin.manifest) || grant?.capabilities.logs?.visitors === true;

/**
 * Tells whether a plugin's texts are kept once an owner grants its request: it gets no visitors' input, or asks for
 * `logs.visitors`.
 */
export const mayKeepTextsOf = ({ manifest }: Pick<PackedPlugin, "manifest">): boolean =>
  !getsVisitorInput(manifest) || manifest.capabilities?.logs?.visitors === true;

/** Error names of the language and the guest. Any other name could be a visitor's input. */
const KNOWN_ERRORS: ReadonlySet<string> = new Set([
  "AggregateError",
  "BridgeError",
  "DOMException",
  "Error",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SuppressedError",
  "SyntaxError",
  "TypeError",
  "URIError",
]);

const SECRET = "[secret]";

type Redact = (text: string) => string;

/** Replaces the plugin's secret settings in a text. */
function redactorFor({ plugin }: ActivePlugin, settings: SettingValues): Redact {
  const secrets = secretNames(settingsSchema(plugin))
    .map((name) => settings[name])
    .filter((value) => typeof value === "string" && value.length >= SECRET_MIN_CHARS) as string[];
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, SECRET), text);
}

/** Keeps only positions that exist in the plugin's files, because a plugin may report others. */
const isThere =
  ({ files }: PackedPlugin) =>
  ({ file, line }: FaultPlace): boolean =>
    Object.hasOwn(files, file) && line > 0 && line <= (files[file] ?? "").split("\n").length;

const redacted = ({ name, message, places, issues }: Fault, wash: Redact): Fault => ({
  name: wash(name),
  message: message === null ? null : wash(message),
  places: places.map((place) => ({ ...place, function: wash(place.function) })),
  issues: issues.map(({ pointer, found, allowed }) => ({ pointer: wash(pointer), found: wash(found), allowed })),
});

/** The description of a missing value, which contains no input. */
const ABSENT = describe(undefined);

const withheld = ({ name, places, issues }: Fault, shape: CallWords["shape"]): Fault => ({
  name: KNOWN_ERRORS.has(name) ? name : "",
  message: null,
  places: places.map((place) => ({ ...place, function: "" })),
  issues: issues.map(({ pointer, found, allowed }) => ({
    pointer: shapePointer(shape, pointer),
    found: found === ABSENT ? ABSENT : "something else",
    allowed,
  })),
});

function within(lines: readonly OutputLine[], wash: Redact): OutputLine[] {
  let left = CALL_OUTPUT_MAX_CHARS;
  return lines.flatMap(({ level, text }) => {
    const kept = wash(text);
    left -= kept.length;
    return left < 0 ? [] : [{ level, text: kept }];
  });
}

/** Null if there is no error and no output. */
export function reportOf({ plugin, settings, fault: seen, output, shape }: CallWords): CallReport | null {
  if (!seen && output.length === 0) return null;
  const fault = seen ? { ...seen, places: seen.places.filter(isThere(plugin.plugin)) } : null;
  if (!mayKeepTexts(plugin)) return { fault: fault && withheld(fault, shape), output: [], withheld: true };
  const wash = redactorFor(plugin, settings);
  return { fault: fault && redacted(fault, wash), output: within(output, wash), withheld: false };
}
