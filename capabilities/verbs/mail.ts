/** The verb that sends a declared letter. It names no receiver: the letter's declaration and the owner decide whom it reaches. */
import * as z from "zod/mini";
import { MAIL_PLUGIN_SENDS_PER_CALL } from "../../manifests/bounds/forms.ts";
import { LABEL_MAX_CHARS, NAME_MAX_CHARS } from "../../manifests/bounds/manifest.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { always, formType, text, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["mail"]>;

const sending = z.strictObject({
  letter: text(NAME_MAX_CHARS),
  data: z.optional(z.record(z.string(), z.unknown()).check(z.meta({ typescript: "Record<string, unknown>" }))),
  submission: z.optional(z.int().check(z.minimum(1))),
  once: z.optional(text(LABEL_MAX_CHARS).check(formType(/^[A-Za-z0-9_.:-]+$/, "letters, digits and . _ : -"))),
});

const queued = z.object({ queued: z.int() });

export const MAIL = {
  "mail.send": {
    input: sending,
    answer: queued,
    methods: {
      send: {
        says: [
          "Puts a letter of the manifest into the outbox. `data` is what its templates see as `data`.",
          "A letter to a submitter takes `submission`, and the data that it declares. A second letter with the same `once` is not sent.",
          "`queued` is the number of letters: one for each address of a setting, otherwise 1, or 0 if it was sent before.",
        ],
        takes: always({ letter: sending }),
        gives: queued,
        code: "(letter) => ask(letter)",
      },
    },
    callsApart: MAIL_PLUGIN_SENDS_PER_CALL,
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

export const MAIL_TEXT: CapabilityText<Asked> = {
  name: "Mail",
  declare: ({ to }, members) => `
/**
 * Letters that the manifest declares, to ${to.join(", ")}. Not in \`beforePublish\`, data providers and previews. A full
 * outbox refuses with \`full\`.
 */
export interface Mail {
${members}}
`,
};
