/**
 * Writes the guest's implementation of `ctx`, because the guest imports nothing outside of its folder. Each member is
 * the code of a verb in the contract, under the types that authors get. The type checker verifies that both agree.
 */
import { pageSummaryShape } from "../../../capabilities/verbs/content.ts";
import type { VerbRow } from "../../../capabilities/verbs/verb.ts";
import { STORAGE_MAX_BYTES, STORAGE_MAX_KEYS } from "../../../manifests/bounds/bridge.ts";
import { DOCUMENT_KINDS, type Capabilities, LETTER_RECEIVERS } from "../../../manifests/capabilities/capabilities.ts";
import { HTTP_METHODS } from "../../../manifests/shapes/methods.ts";
import {
  CONTEXT_NAMES,
  capabilityTypes,
  contextMembers,
  verbsOf,
  type ContextName,
} from "../../cli/plugin/types/context.ts";
import { typeText } from "../../cli/plugin/types/typeText.ts";

export const GUEST_POWERS_FILE = "sandbox/guest/powers.generated.ts";

/**
 * The largest request that a plugin may make. An isolate has every member of `ctx`, and the lender refuses verbs that
 * nobody granted.
 */
const WIDEST: Required<Capabilities> = {
  storage: { maxBytes: STORAGE_MAX_BYTES, maxKeys: STORAGE_MAX_KEYS },
  content: { read: [...DOCUMENT_KINDS], draft: [...DOCUMENT_KINDS] },
  media: { read: true },
  forms: { personal: [] },
  browser: { hosts: [] },
  actions: { on: [] },
  http: { hosts: [], methods: [...HTTP_METHODS] },
  mail: { to: [...LETTER_RECEIVERS] },
  readers: { groups: [] },
  logs: { visitors: true },
};

/** Replaces `unknown` by `any`, because authors choose the type of such values. */
const askerOf = (verb: string): string => verb.replace(/\.(.)/, (_, first: string) => first.toUpperCase());

/** The guest's answers are `any` where authors get a type parameter. */
const answerOf = ({ answer }: VerbRow<never>): string => typeText(answer).type.replaceAll("unknown", "any");

const asker = ([verb, row]: [string, VerbRow<never>]): string =>
  `const ${askerOf(verb)} = (input: unknown) => askLender(${JSON.stringify(verb)}, input) as Promise<${answerOf(row)}>;\n`;

const memberOf = (verb: string, [name, { code }]: [string, { readonly code: string }]): string =>
  `    ${name}: ${code.replaceAll(/\bask\(/g, `${askerOf(verb)}(`)},\n`;

const powerOf = (name: ContextName): string => {
  const members = verbsOf(name).flatMap(([verb, { methods }]) =>
    Object.entries(methods).map((method) => memberOf(verb, method)),
  );
  return `  ${name}: {\n${members.join("")}  },\n`;
};

/** Imports of the guest for the names that the contract's code uses. */
const GUESTS_OWN = [
  'import { askLender } from "./currentCall.ts";',
  'import { bytesOf, leasedFetch } from "./fetch.ts";',
];

const asksIn = (code: string): boolean => /\bask\(/.test(code);

export function guestPowers(banner: string): string {
  const asked = CONTEXT_NAMES.flatMap((name) => verbsOf(name)).filter(([, { methods }]) =>
    Object.values(methods).some(({ code }) => asksIn(code)),
  );
  return [
    `${banner}\n${GUESTS_OWN.join("\n")}\n`,
    capabilityTypes(WIDEST),
    ...typeText(pageSummaryShape).interfaces.values(),
    `\nexport interface Powers {\n${contextMembers(WIDEST).join("\n")}\n}\n\n`,
    ...asked.map(asker),
    `\nexport const powers: Powers = {\n${CONTEXT_NAMES.map(powerOf).join("")}};\n`,
  ].join("");
}
