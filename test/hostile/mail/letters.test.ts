import { describe, expect, test } from "vitest";
import { FORM_VALUES_MAX, MAIL_AT_ONCE, MAIL_ANSWER_MAX_CHARS } from "../../../manifests/bounds/forms.ts";
import { readLetter, readMail } from "../../../runtime/mail/reading.ts";
import { headerLine } from "../../../runtime/mail/power.ts";
import { formLetter } from "../../../runtime/mail/writing.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { FORM, OWNER, mailWorld } from "../../runtime/mail/mailWorld.ts";

/** Visitors who write answers that a letter cannot hold, or that change how a line looks. */

const SITE_OF_LETTER = { name: "Saltmarrow", origin: "https://acme.example", language: "en" };
const about = (answers: readonly { label: string; answer: string }[], title = "Contact") => ({
  form: FORM,
  title,
  answers,
  replyTo: null,
});
const manyLines = `a${"\n".repeat(MAIL_ANSWER_MAX_CHARS - 2)}b`;

test("no answers of many lines stop the letters of a site", async () => {
  const mail = await mailWorld();
  mail.address(OWNER);
  const attack = { topic: manyLines, email: manyLines, message: manyLines };
  for (let n = 0; n < MAIL_AT_ONCE; n += 1) mail.submit(attack);
  mail.submit({ message: "Ahoy" });
  expect(await mail.ring()).toEqual([]);
  expect(mail.got).toHaveLength(MAIL_AT_ONCE + 1);
  expect(mail.got.filter(({ text }) => text.includes("Ahoy"))).toHaveLength(1);
  const { letters } = readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true });
  for (const { id } of letters) expect(readLetter(mail.world.kernel, SITE, id).text).not.toBe("");
});

describe("the longest letter is written", () => {
  test.each(["\n", "\r\n", "\u2028", "&", "<", "\u202E", "\ud83d", " "])("of %j", (sign) => {
    const answer = sign.repeat(MAIL_ANSWER_MAX_CHARS);
    const answers = Array.from({ length: FORM_VALUES_MAX }, () => ({ label: sign.repeat(1_000), answer }));
    expect(formLetter(SITE_OF_LETTER, about(answers, sign.repeat(1_000))).text).toContain("shortened");
    const short = Array.from({ length: FORM_VALUES_MAX }, () => ({ label: `q${sign}`, answer: `${sign}x` }));
    expect(formLetter(SITE_OF_LETTER, about(short)).html).toContain("</html>");
  });
});

test.each([..."\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"])(
  "no sign of direction changes a subject: %j",
  (sign) => {
    expect(headerLine(`Con${sign}tact`)).toBe("Contact");
    const { subject, text } = formLetter(SITE_OF_LETTER, about([{ label: `a${sign}b`, answer: "c" }], `x${sign}y`));
    expect([subject, text.includes("ab\n")]).toEqual(["xy: a new message", true]);
  },
);
