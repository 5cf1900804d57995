/** Verbs that put people into groups of readers. No verb lists readers, and every answer is the same for a known address. */
import * as z from "zod/mini";
import { READER_CHANGES_PER_CALL } from "../../manifests/bounds/bridge.ts";
import { MAIL_ADDRESS_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { AUDIENCE_MAX_GROUPS, READER_GROUP_MAX_CHARS } from "../../manifests/bounds/logins.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { always, some, text, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["readers"]>;

const placing = z.strictObject({
  address: text(MAIL_ADDRESS_MAX_CHARS),
  groups: some(text(READER_GROUP_MAX_CHARS), AUDIENCE_MAX_GROUPS),
});
const changed = z.object({ done: z.literal(true) });

export const READERS = {
  "readers.add": {
    input: placing,
    answer: changed,
    methods: {
      add: {
        says: [
          "Puts the reader with a mail address into groups of the grant. An address without an account gets one.",
          "Nobody gets a letter. The person signs in with that address.",
        ],
        takes: always(placing.shape),
        gives: changed,
        code: "(address, groups) => ask({ address, groups })",
      },
    },
    callsApart: READER_CHANGES_PER_CALL,
  },
  "readers.remove": {
    input: placing,
    answer: changed,
    methods: {
      remove: {
        says: ["Takes a mail address out of groups of the grant. The account stays, and so do other groups."],
        takes: always(placing.shape),
        gives: changed,
        code: "(address, groups) => ask({ address, groups })",
      },
    },
    callsApart: READER_CHANGES_PER_CALL,
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

export const READERS_TEXT: CapabilityText<Asked> = {
  name: "Readers",
  declare: ({ groups }, members) => `
/**
 * The groups ${groups.join(", ")} of readers with an account. Not in \`beforePublish\`, data providers and previews. It
 * tells nobody who has an account. A site with too many readers, or a reader in too many groups, refuses with \`full\`.
 */
export interface Readers {
${members}}
`,
};
