/** Proposes shorter texts. A member reads each proposal and applies it, or not. */

/** @type {(text: string, sentences: number) => string} */
const first = (text, sentences) => (text.match(/[^.!?]+[.!?]*\s*/g) ?? []).slice(0, sentences).join("").trim();

/** @type {import("./plugin.d.ts").Actions} */
export const actions = {
  shorten({ version, section, input: { sentences } }) {
    const body = first(section.fields.body ?? "", sentences);
    return { version, summary: `${body.length} characters`, operations: [{ op: "set", section: section.id, fields: { body } }] };
  },
};
