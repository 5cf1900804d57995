/**
 * Writes the members of `ctx` for the guest, which reaches nothing but its own folder. Each is a verb's code from the
 * contract, under the very types authors get. The type checker then says whether the two agree.
 */
import { pageSummaryShape } from "../../../capabilities/verbs/content.ts";
import type { VerbRow } from "../../../capabilities/verbs/verb.ts";
import { STORAGE_MAX_BYTES, STORAGE_MAX_KEYS } from "../../../manifests/bounds/bridge.ts";
import { DOCUMENT_KINDS } from "../../../manifests/capabilities/capabilities.ts";
import type { Capabilities } from "../../../manifests/capabilities/capabilities.ts";
import { HTTP_METHODS } from "../../../manifests/shapes/methods.ts";
import { CONTEXT_NAMES, capabilityTypes, contextMembers, verbsOf } from "../plugin/types/context.ts";
import type { ContextName } from "../plugin/types/context.ts";
import { typeText } from "../plugin/types/typeText.ts";

export const GUEST_POWERS_FILE = "sandbox/guest/powers.generated.ts";

/** The most that a plugin may ask for. An isolate has every member, and the lender refuses what was not granted. */
const WIDEST: Required<Capabilities> = {
  storage: { maxBytes: STORAGE_MAX_BYTES, maxKeys: STORAGE_MAX_KEYS },
  content: { read: [...DOCUMENT_KINDS], draft: [...DOCUMENT_KINDS] },
  media: { read: true },
  forms: { personal: [] },
  browser: { hosts: [] },
  actions: { on: [] },
  http: { hosts: [], methods: [...HTTP_METHODS] },
  logs: { visitors: true },
};

/** `storage.get` as storageGet: the function of the generated module that asks it. */
const askerOf = (verb: string): string => verb.replace(/\.(.)/, (_, first: string) => first.toUpperCase());

/** A plugin chooses the type of values that may be anything. */
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

/** Names the code of the contract uses, and where the guest has them. */
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
