import { describe, expect, test } from "vitest";
import {
  MAIL_ADDRESS_MAX_CHARS,
  MAIL_ANSWER_MAX_CHARS,
  MAIL_ANSWERS_MAX_CHARS,
  MAIL_CODE_MS,
  MAIL_CODE_TRIES,
  MAIL_ANSWERS_MAX_LINES,
  MAIL_LINE_MAX_CHARS,
  MAIL_MAX_BYTES,
  MAIL_MEMBERS_MAX,
  MAIL_SEND_MS,
} from "../../../manifests/bounds/forms.ts";
import { isMailAddress } from "../../../runtime/forms/mailAddress.ts";
import { formLetter } from "../../../runtime/mail/writing.ts";
import { serveMail } from "../../../sites/machine/mail/mailService.ts";
import { SITE } from "../kernel/world.ts";
import { FORM, OWNER, mailWorld } from "./mailWorld.ts";

const HERE = { name: "Saltmarrow", origin: "https://acme.example", language: "de" };
const about = (answers: readonly { label: string; answer: string }[], title = "Kontakt") => ({
  form: FORM,
  title,
  answers,
  replyTo: null,
});

describe("the code of an address", () => {
  test("goes to that address alone, and proves it", async () => {
    const mail = await mailWorld();
    await mail.world.run("mail.address", { address: "ann@harbour.example" });
    await mail.ring();
    expect(mail.got.map(({ to }) => to)).toEqual(["ann@harbour.example"]);
    const code = mail.world.kernel.mailMembers.codeOf(SITE, OWNER) ?? "";
    expect(mail.got[0]?.text).toContain(code);
    expect(await mail.world.run("mail.prove", { code })).toEqual({ proven: true });
    expect(mail.world.kernel.mailMembers.addressOf(SITE, OWNER)?.isProven).toBe(true);
  });

  test.each([
    [MAIL_CODE_TRIES - 1, true],
    [MAIL_CODE_TRIES, false],
    [MAIL_CODE_TRIES + 1, false],
  ])("holds after %i wrong ones: %s", async (wrong, holds) => {
    const { mailMembers } = (await mailWorld()).world.kernel;
    mailMembers.enter(SITE, OWNER, "ann@harbour.example", "c0de");
    for (let n = 0; n < wrong; n += 1) expect(mailMembers.prove(SITE, OWNER, "bad")).toBe(false);
    expect(mailMembers.prove(SITE, OWNER, "c0de")).toBe(holds);
  });

  test.each([
    [MAIL_CODE_MS - 1, true],
    [MAIL_CODE_MS, false],
    [MAIL_CODE_MS + 1, false],
  ])("holds after %i ms: %s", async (ms, holds) => {
    const { kernel, powers } = (await mailWorld()).world;
    kernel.mailMembers.enter(SITE, OWNER, "ann@harbour.example", "c0de");
    powers.clock.now += ms;
    expect(kernel.mailMembers.prove(SITE, OWNER, "c0de")).toBe(holds);
  });
});

test.each([
  [MAIL_MEMBERS_MAX - 1, true],
  [MAIL_MEMBERS_MAX, false],
])("a site with %i addresses takes another: %s", async (there, takes) => {
  const { mailMembers } = (await mailWorld()).world.kernel;
  const enter = (n: number): void => mailMembers.enter(SITE, `m-${n}`, "a@harbour.example", "c0de");
  for (let n = 0; n < there; n += 1) enter(n);
  if (takes) enter(there);
  else expect(() => enter(there)).toThrow("TOO_LARGE");
  enter(0);
});

test.each([-1, 0, 1])("an address may have its most characters, %i beside", (beside) => {
  const end = "@harbour.example";
  const labels = ".abcdefghi".repeat(30).slice(0, MAIL_ADDRESS_MAX_CHARS + beside - end.length - 3);
  expect(isMailAddress(`ann${end}${labels}`)).toBe(beside <= 0);
});

describe("a letter", () => {
  test.each([-1, 0, 1])("shows an answer of its most characters, %i beside", (beside) => {
    const { text } = formLetter(HERE, about([{ label: "Frage", answer: "a".repeat(MAIL_ANSWER_MAX_CHARS + beside) }]));
    expect(text.includes("gekürzt")).toBe(beside > 0);
  });

  test.each([-1, 0, 1])("shows answers of their most characters, %i beside", (beside) => {
    const whole = MAIL_ANSWERS_MAX_CHARS / MAIL_ANSWER_MAX_CHARS;
    const answers = Array.from({ length: whole }, () => ({
      label: "Frage",
      answer: "a".repeat(MAIL_ANSWER_MAX_CHARS),
    }));
    const last = { label: "Frage", answer: "a".repeat(MAIL_ANSWER_MAX_CHARS + Math.min(0, beside)) };
    const more = beside > 0 ? [{ label: "Mehr", answer: "a" }] : [];
    const { text } = formLetter(HERE, about([...answers.slice(1), last, ...more]));
    expect(text.includes("gekürzt")).toBe(beside > 0);
  });

  test.each([-1, 0, 1])("shows answers of their most lines, %i beside", (beside) => {
    const half = Math.floor(MAIL_ANSWERS_MAX_LINES / 2);
    const lines = (count: number) => ({ label: "Frage", answer: Array.from({ length: count }, () => "x").join("\n") });
    const { text } = formLetter(HERE, about([lines(half), lines(MAIL_ANSWERS_MAX_LINES - half + beside)]));
    expect(text.match(/^ {2}x$/gm)).toHaveLength(MAIL_ANSWERS_MAX_LINES + Math.min(0, beside));
    expect(text.includes("gekürzt")).toBe(beside > 0);
  });

  test("writes a moment in the zone and the language of its reader", () => {
    const answers = [{ label: "Zeit", answer: "2026-12-01T09:00:00.000Z", at: Date.UTC(2026, 11, 1, 9) }];
    const { text } = formLetter({ ...HERE, timeZone: "Europe/Berlin" }, about(answers));
    expect(text).toContain("Dienstag, 1. Dezember 2026 um 10:00");
    expect(text).not.toContain("T09:00");
  });

  test("has a subject of one bounded line", () => {
    const { subject } = formLetter(HERE, about([], `x\r\nBcc: all@evil.example\u2028${"y".repeat(300)}`));
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(subject.length).toBe(MAIL_LINE_MAX_CHARS);
  });

  test("escapes what a visitor wrote, and reads no place in it", () => {
    const answer = "<script>{{ intro }} {form} <img src=x onerror=a>";
    const { html, text } = formLetter(HERE, about([{ label: "<b>", answer }], "{site}"));
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(text).toContain(answer);
    expect(text).toContain("„{site}“");
    expect(html).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">/);
  });

  test("reads from the side of its language, and a link or an answer from its own", () => {
    const { html } = formLetter({ ...HERE, language: "ar" }, about([{ label: "Message", answer: "Hello" }]));
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/);
    expect(html).toContain('<p dir="auto">Hello<br></p>');
    expect(html).toMatch(/<a href="[^"]+" dir="ltr">/);
  });
});

test.each([-1, 0, 1])("the runner takes a letter of its most bytes, %i beside", async (beside) => {
  const letter = { id: "1", to: "a@b.example", from: "A", replyTo: null, subject: "S", text: "", html: "" };
  const room = MAIL_MAX_BYTES + beside - JSON.stringify(letter).length;
  const limits: number[] = [];
  await using service = await serveMail({
    async send(_, signal) {
      limits.push(signal.aborted ? 0 : MAIL_SEND_MS);
      return { isSent: true };
    },
  });
  const post = (address: string) =>
    fetch(address, { method: "POST", body: JSON.stringify({ ...letter, text: "a".repeat(room) }) });
  expect((await post(service.address)).status).toBe(beside > 0 ? 400 : 200);
  expect((await post(service.address.slice(0, -1))).status).toBe(404);
  expect(limits).toHaveLength(beside > 0 ? 0 : 1);
});
