/**
 * A call's record keeps two texts of the plugin: its error and its output. Members who manage plugins read them. A
 * plugin that receives visitors' input may repeat it there, now or later. So the owner has to grant that these texts
 * are kept (`logs.visitors`). Without the grant, a record keeps the kind of an error and its places, which are the
 * author's. Of a wrong answer it keeps the members that the documented shape has.
 */
import type * as z from "zod/mini";
import { CALL_OUTPUT_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import type { Fault, FaultPlace, OutputLine } from "../../../manifests/faults/fault.ts";
import { shapePointer } from "../../../manifests/faults/shapePointer.ts";
import { hookKind } from "../../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { describe } from "../../../manifests/refusals/pointer.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { SettingValues } from "../settings/settings.ts";
import { settingsSchema } from "../settings/settings.ts";

export interface CallReport {
  readonly fault: Fault | null;
  readonly output: readonly OutputLine[];
  /** Tells whether words were left out, because a visitor's may be among them. */
  readonly withheld: boolean;
}

/** The words of one call, and whose they are. */
export interface CallWords {
  readonly plugin: ActivePlugin;
  readonly settings: SettingValues;
  readonly fault: Fault | undefined;
  readonly output: readonly OutputLine[];
  /** The documented shape of the call's answer. */
  readonly shape: z.ZodMiniType | undefined;
}

/** Tells whether visitors can send a plugin something. */
export const hearsVisitors = ({ contributes: { routes = [], hooks = [] } }: Pick<Manifest, "contributes">): boolean =>
  routes.some(({ access }) => access === "public") || hooks.some(({ on }) => hookKind(on).isFromStrangers === true);

const mayTell = ({ plugin, grant }: ActivePlugin): boolean =>
  !hearsVisitors(plugin.manifest) || grant?.capabilities.logs?.visitors === true;

/** Tells whether an owner who grants a plugin what it asks for lets it repeat visitors' words. */
export const mayTellOf = ({ manifest }: Pick<PackedPlugin, "manifest">): boolean =>
  !hearsVisitors(manifest) || manifest.capabilities?.logs?.visitors === true;

/** Names that the language and the guest give errors. A plugin could make a visitor's word the name of its own. */
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

/** Shorter texts occur by chance. */
const SECRET_MIN_CHARS = 4;
const SECRET = "[secret]";

type Wash = (text: string) => string;

/** Takes the plugin's secrets out of a text: they are shown to nobody. */
function washing({ plugin }: ActivePlugin, settings: SettingValues): Wash {
  const secrets = secretNames(settingsSchema(plugin))
    .map((name) => settings[name])
    .filter((value) => typeof value === "string" && value.length >= SECRET_MIN_CHARS) as string[];
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, SECRET), text);
}

/** A plugin may report places that it has not: only lines of its own files are kept. */
const isThere =
  ({ files }: PackedPlugin) =>
  ({ file, line }: FaultPlace): boolean =>
    Object.hasOwn(files, file) && line > 0 && line <= (files[file] ?? "").split("\n").length;

const washed = ({ name, message, places, issues }: Fault, wash: Wash): Fault => ({
  name: wash(name),
  message: message === null ? null : wash(message),
  places: places.map((place) => ({ ...place, function: wash(place.function) })),
  issues: issues.map(({ pointer, found, allowed }) => ({ pointer: wash(pointer), found: wash(found), allowed })),
});

/** The absence of a value is nobody's word. */
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

function within(lines: readonly OutputLine[], wash: Wash): OutputLine[] {
  let left = CALL_OUTPUT_MAX_CHARS;
  return lines.flatMap(({ level, text }) => {
    const kept = wash(text);
    left -= kept.length;
    return left < 0 ? [] : [{ level, text: kept }];
  });
}

/** Null if there is nothing to tell. */
export function reportOf({ plugin, settings, fault: seen, output, shape }: CallWords): CallReport | null {
  if (!seen && output.length === 0) return null;
  const fault = seen ? { ...seen, places: seen.places.filter(isThere(plugin.plugin)) } : null;
  if (!mayTell(plugin)) return { fault: fault && withheld(fault, shape), output: [], withheld: true };
  const wash = washing(plugin, settings);
  return { fault: fault && washed(fault, wash), output: within(output, wash), withheld: false };
}
