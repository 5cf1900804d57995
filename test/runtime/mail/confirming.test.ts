import { setAddress } from "../../../runtime/tenancy/siteAddress.ts";
import { describe, expect, test } from "vitest";
import {
  FORM_CONFIRMS_PER_ADDRESS,
  FORM_CONFIRM_MS,
  FORM_RETENTION_DAYS,
  MAIL_TRIED_MS,
} from "../../../manifests/bounds/forms.ts";
import { readLetter, readMail } from "../../../runtime/mail/reading.ts";
import { SITE } from "../kernel/world.ts";
import { LIST, confirmWorld, secretIn } from "./confirmWorld.ts";

const VELA = { email: "vela@tide.example", words: "Buy boats at https://spam.example" };
const kinds = (at: Awaited<ReturnType<typeof confirmWorld>>): string[] =>
  at.world.kernel.letters
    .last(SITE, 100)
    .map(({ kind, state }) => `${kind} ${state}`)
    .toReversed();
const DAY_MS = 24 * 60 * 60 * 1000;

describe("a form that asks for a confirmation", () => {
  test("writes to the visitor, and tells members and plugins once the button is pressed", async () => {
    const at = await confirmWorld();
    const { kernel, powers } = at.world;
    expect(await at.send(VELA)).toEqual({
      kind: "sent",
      message: expect.stringContaining("sending you a letter"),
      to: "/api/forms/home.list/sent#list",
    });
    await at.ring();
    expect(at.got).toHaveLength(1);
    const [letter] = at.got;
    expect(letter).toMatchObject({ to: "vela@tide.example", replyTo: null });
    expect(letter?.subject).toBe("Please confirm your address for Test site");
    expect(letter?.html).toContain(`<a href="https://acme.example/api/forms/home.list/confirm?secret=`);
    expect(JSON.stringify(letter)).not.toContain("spam");
    expect(kinds(at)).toEqual(["confirm sent"]);
    const [item] = kernel.submissionBox.list(SITE, LIST, {}, null, null).items;
    expect(item).toMatchObject({ confirmation: "waiting", expiresAt: powers.clock.now + FORM_CONFIRM_MS });

    const page = await at.open(secretIn(letter));
    expect(page.status).toBe(200);
    expect(page.html).toContain('<form class="form" method="post" action="/api/forms/home.list/confirm"');
    expect(page.html).toContain("Confirm my address");
    expect(kinds(at)).toEqual(["confirm sent"]);

    expect(await at.press(secretIn(letter))).toMatchObject({ kind: "page", answer: { status: 200 } });
    expect(kinds(at)).toEqual(["confirm sent", "form waiting"]);
    const [confirmed] = kernel.submissionBox.list(SITE, LIST, {}, null, null).items;
    expect(confirmed).toMatchObject({
      confirmation: "confirmed",
      expiresAt: (item?.at ?? 0) + FORM_RETENTION_DAYS * DAY_MS,
    });
    expect(kernel.submissionBox.export(SITE, LIST, null).csv).toMatch(/"no","\d{4}-[^"]+Z","vela@tide\.example"/);
  });

  test("writes a link to the hostname of its page's language", async () => {
    const at = await confirmWorld();
    setAddress({ ...at.world.kernel, powers: at.world.powers }, SITE, "https://acme.example", [
      "acme.example",
      "werft.example",
    ]);
    const { version, body } = at.world.kernel.documents.only(SITE, "settings");
    const german = { tag: "de", name: "Deutsch", prefix: "/de", hostname: "werft.example" };
    const languages = [{ tag: "en", name: "English" }, german];
    await at.world.run("settings.put", { expected: version, body: { ...body, languages } });
    await at.world.run("page.update", { page: "home", expected: 1, changes: { path: "/de/liste", language: "de" } });
    await at.world.run("publish", {});
    await at.send(VELA);
    await at.ring();
    expect(at.got[0]?.html).toContain(`<a href="https://werft.example/api/forms/home.list/confirm?secret=`);
  });

  test("requires the address, which the form itself does not", async () => {
    const at = await confirmWorld();
    await expect(at.send({ words: "Hello" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    expect(await at.world.html("/")).toMatch(/name="email"[^>]* required/);
  });

  test.each([
    ["de", "Bitte bestätigen Sie Ihre Adresse", "Meine Adresse bestätigen", "Wir senden Ihnen einen Brief"],
    ["ja", "アドレスを確認してください", "アドレスを確認する", "メールをお送りします"],
  ])("speaks the language of its page: %s", async (language, subject, button, asked) => {
    const at = await confirmWorld({}, language);
    expect(await at.send(VELA)).toMatchObject({ message: expect.stringContaining(asked) });
    await at.ring();
    expect(at.got[0]?.subject).toContain(subject);
    expect(at.got[0]?.html).toContain(`<html lang="${language}" dir="ltr">`);
    expect((await at.open(secretIn(at.got[0]))).html).toContain(button);
  });

  test.each([
    [-1, "waiting"],
    [0, "over"],
    [1, "over"],
  ])("%i ms after the last moment, its link is %s", async (beside, state) => {
    const at = await confirmWorld();
    await at.send(VELA);
    await at.ring();
    at.world.powers.clock.now += FORM_CONFIRM_MS + beside;
    const secret = secretIn(at.got[0]);
    expect((await at.open(secret)).status).toBe(state === "over" ? 410 : 200);
    at.world.kernel.submissions.sweep();
    expect(at.world.kernel.submissionBox.forms(SITE).items).toHaveLength(state === "over" ? 0 : 1);
    expect(at.world.powers.sql.all("SELECT * FROM form_confirmations")).toHaveLength(state === "over" ? 0 : 1);
  });
});

describe("an answer whose visitor got no letter stays as long as any other", () => {
  const kept = (at: Awaited<ReturnType<typeof confirmWorld>>): number[] =>
    at.world.kernel.submissionBox
      .list(SITE, LIST, {}, null, null)
      .items.map(({ expiresAt, at: sent }) => expiresAt - sent);
  const FULL = FORM_RETENTION_DAYS * DAY_MS;

  test("because one address gets few", async () => {
    const at = await confirmWorld();
    for (let n = 0; n <= FORM_CONFIRMS_PER_ADDRESS; n += 1) await at.send(VELA, `visitor-${n}`);
    await at.ring();
    expect(kept(at)).toEqual([FULL, ...Array.from({ length: FORM_CONFIRMS_PER_ADDRESS }, () => FORM_CONFIRM_MS)]);
    at.world.powers.clock.now += FORM_CONFIRM_MS;
    at.world.kernel.submissions.sweep();
    expect(kept(at)).toEqual([FULL]);
  });

  test.each([true, false])("because the mail server refused it, for good: %s", async (isFinal) => {
    const at = await confirmWorld({ mail: { send: async () => ({ isSent: false, isFinal, reason: "no" }) } });
    await at.send(VELA);
    await at.ring();
    at.world.powers.clock.now += MAIL_TRIED_MS;
    await at.ring();
    expect(kinds(at)).toEqual(["confirm dead"]);
    expect(kept(at)).toEqual([FULL]);
  });

  test("because its link was over before the letter could leave", async () => {
    const at = await confirmWorld();
    await at.send(VELA);
    expect(kept(at)).toEqual([FULL]);
    at.world.powers.clock.now += FORM_CONFIRM_MS;
    await at.ring();
    expect([at.got, kinds(at), kept(at)]).toEqual([[], [], [FULL]]);
  });
});

describe("without a mail server", () => {
  test("members read the letter and its link, and nothing is deleted for want of a confirmation", async () => {
    const at = await confirmWorld({ mail: undefined });
    const { kernel, powers } = at.world;
    await at.send(VELA);
    await at.ring();
    const [letter] = readMail(kernel, SITE, { member: "m1", isReader: true }).letters;
    expect(letter).toMatchObject({ kind: "confirm", state: "kept", title: "Our list", isReadable: true });
    const { text } = readLetter(kernel, SITE, letter?.id ?? "");
    const secret = /secret=(\w+)/.exec(text)?.[1] ?? "";
    powers.clock.now += FORM_CONFIRM_MS - 1;
    expect((await at.open(secret)).status).toBe(200);
    await at.press(secret);
    powers.clock.now += DAY_MS;
    kernel.submissions.sweep();
    expect(kernel.submissionBox.list(SITE, LIST, {}, null, null).items).toMatchObject([{ confirmation: "confirmed" }]);
  });
});

test("members read no letter whose secret belongs to a visitor", async () => {
  const at = await confirmWorld();
  await at.send(VELA);
  const [letter] = readMail(at.world.kernel, SITE, { member: "m1", isReader: true }).letters;
  expect(letter).toMatchObject({ kind: "confirm", isReadable: false });
  expect(() => readLetter(at.world.kernel, SITE, letter?.id ?? "")).toThrow("NOT_FOUND");
});
