/** Generates the type of `ctx` with only the requested capabilities, so that an editor marks any other use. */
import { CONTEXT, CONTRACT } from "../../../../capabilities/contract.ts";
import type { CapabilityText, VerbMethod, VerbRow } from "../../../../capabilities/verbs/verb.ts";
import type { Capabilities } from "../../../../manifests/capabilities/capabilities.ts";
import { methodText, typeText } from "./typeText.ts";

/** A capability that is a member of `ctx`. */
export type ContextName = keyof typeof CONTEXT;
export const CONTEXT_NAMES = Object.keys(CONTEXT) as ContextName[];

/** The verbs of a capability with their rows, in the order of the contract. */
export const verbsOf = (name: string): [verb: string, row: VerbRow<never>][] =>
  Object.entries<VerbRow<never>>(CONTRACT).filter(([verb]) => verb.startsWith(`${name}.`));

function docOf(says: readonly string[] = []): string {
  if (says.length < 2) return says.map((sentence) => `  /** ${sentence} */\n`).join("");
  return ["  /**", ...says.map((line) => `   * ${line}`), "   */\n"].join("\n");
}

const member = (name: string, { says, takes, gives, ...method }: VerbMethod<never>, asked: never): string =>
  `${docOf(says)}  ${name}${methodText(takes(asked), gives, method)};\n`;

function declaredAs(name: ContextName, asked: never): string {
  const { declare, shapes = [] }: CapabilityText<never> = CONTEXT[name];
  const methods = verbsOf(name).flatMap(([, row]) => Object.entries(row.methods));
  const there = methods.filter(([, { isOfferedWith = () => true }]) => isOfferedWith(asked));
  const interfaces = shapes.flatMap((shape) => [...typeText(shape).interfaces.values()]);
  return [declare(asked, there.map(([method, row]) => member(method, row, asked)).join("")), ...interfaces].join("");
}

const namesIn = (asked: Capabilities): ContextName[] => CONTEXT_NAMES.filter((name) => asked[name] !== undefined);

/**
 * The declarations of all requested capabilities. Each capability's row has its own type of `asked`, which the table
 * cannot express.
 */
export const capabilityTypes = (asked: Capabilities): string =>
  namesIn(asked)
    .map((name) => declaredAs(name, asked[name] as never))
    .join("");

/** The requested members of `ctx`, one line each. */
export const contextMembers = (asked: Capabilities): string[] =>
  namesIn(asked).map((name) => `  readonly ${name}: ${CONTEXT[name].name};`);

/** The interfaces of the requested capabilities, and `Context` with exactly these members. */
export function contextTypes(
  asked: Capabilities,
  has: { readonly settings: boolean; readonly lists: boolean },
): string {
  const members = [
    "  readonly site: { readonly id: string; readonly name: string; readonly origin: string; readonly language: string; readonly timeZone: string };",
    ...(has.settings ? ["  readonly settings: Settings;"] : []),
    ...(has.lists ? ["  readonly additions: Additions;"] : []),
    ...contextMembers(asked),
  ];
  return `${capabilityTypes(asked)}
/**
 * The context of a call of a plugin function: the site, and the capabilities of the manifest that an
 * owner has granted.
 */
export interface Context {
${members.join("\n")}
}
`;
}
