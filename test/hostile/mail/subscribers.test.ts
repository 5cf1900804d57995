/** Attacks by letters to subscribers: a plugin that writes to others, and visitors who subscribe or unsubscribe others. */
import { describe, expect, test } from "vitest";
import {
  FORM_CONFIRMS_PER_ADDRESS,
  MAIL_PER_PLUGIN,
  MAIL_PLUGIN_PER_SUBMITTER,
  MAIL_SUBSCRIBERS_AT_ONCE,
  MAIL_SUBSCRIBERS_WAITING,
} from "../../../manifests/bounds/forms.ts";
import { isUnsubscribeAddress, unsubscribeHeaders } from "../../../runtime/mail/power.ts";
import { readMail } from "../../../runtime/mail/reading.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { switchTo } from "../../runtime/snapshots/computing.ts";
import {
  NEWS,
  SIGNUP,
  leavingSecret,
  manySubscribers,
  newsPlugin,
  subscriberWorld,
} from "../../runtime/mail/subscriberWorld.ts";

const tos = (letters: readonly { readonly to: string }[]) => letters.map(({ to }) => to).toSorted();

describe("a letter to subscribers reaches", () => {
  test("those who confirmed their address, and nobody who was only written into the form", async () => {
    const mail = await subscriberWorld();
    await mail.subscribe("ann@tide.example");
    await mail.signUp("victim@tide.example");
    await mail.ring();
    expect(mail.say("News")).toEqual({ queued: 1 });
    await mail.ring();
    expect(tos(mail.issues())).toEqual(["ann@tide.example"]);
    const [letter] = mail.issues();
    expect(letter?.text).toContain("You subscribed to “Our news”");
    expect(letter && unsubscribeHeaders(letter)).toEqual({
      "List-Unsubscribe": expect.stringMatching(
        /^<https:\/\/[^<>\s]+\/api\/forms\/home\.news\/leave\?secret=\d+\.[\w-]{32,}>$/,
      ),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  test("nobody who confirmed an address before the form said that it subscribes", async () => {
    const before = await subscriberWorld([newsPlugin({ subscribes: undefined }, { to: "members", form: undefined })]);
    await before.signUp("ann@tide.example");
    const { sql } = before.world.powers;
    expect(sql.all("SELECT subscribed, person FROM form_confirmations")).toEqual([{ subscribed: "", person: "" }]);
    expect(before.world.kernel.formConfirmations.subscribersAfter(SITE, "", 0, 9)).toEqual([]);
    expect(before.world.kernel.formConfirmations.subscriberCount(SITE, "")).toBe(0);
  });

  test("nobody of another plugin's form, whatever a letter names", async () => {
    const thief = newsPlugin({ name: "other" }, { form: "signup" }, "test.thief");
    const mail = await subscriberWorld([newsPlugin(), thief]);
    await mail.subscribe("ann@tide.example");
    expect(mail.say("Spam", {}, "test.thief")).toEqual({ queued: 0 });
    const path = newsPlugin({ name: "other" }, { form: `../${NEWS}/signup` }, "test.path");
    const other = await subscriberWorld([newsPlugin(), path]);
    await other.subscribe("ann@tide.example");
    expect(other.say("Spam", {}, "test.path")).toEqual({ queued: 0 });
  });

  test("each person once, who may have subscribed in several spellings", async () => {
    const mail = await subscriberWorld();
    for (const address of ["ann@tide.example", "Ann+news@tide.example", "ANN@tide.example"])
      await mail.subscribe(address);
    mail.say("News");
    await mail.ring();
    expect(tos(mail.issues())).toEqual(["ANN@tide.example"]);
  });

  test("a person a bounded number of times in a day, however often its plugin writes", async () => {
    const mail = await subscriberWorld();
    await mail.subscribe("ann@tide.example");
    for (let n = 0; n < MAIL_PLUGIN_PER_SUBMITTER + 2; n += 1) mail.say(`News ${n}`);
    await mail.ring();
    expect(mail.issues()).toHaveLength(MAIL_PLUGIN_PER_SUBMITTER);
  });

  test("nobody once the plugin is off, its grant is gone, or the subscriber has left meanwhile", async () => {
    for (const end of ["off", "left"] as const) {
      const mail = await subscriberWorld();
      await mail.subscribe("ann@tide.example");
      mail.say("First");
      await mail.ring();
      const [first] = mail.issues();
      mail.say("Second");
      if (end === "left") await mail.leave(first ? leavingSecret(first) : "");
      else switchTo(mail.world, NEWS, "disabled");
      await mail.ring();
      expect([end, mail.issues().length]).toEqual([end, 1]);
    }
  });

  test("one address with one subject, whatever its plugin writes", async () => {
    const mail = await subscriberWorld();
    await mail.subscribe("ann@tide.example");
    mail.say("News\r\nBcc: all@tide.example\r\nList-Unsubscribe: <https://evil.example>");
    await mail.ring();
    const [letter] = mail.issues();
    expect(letter?.subject).not.toMatch(/[\r\n]/);
    expect(letter?.unsubscribe?.startsWith("https://")).toBe(true);
    for (const wrong of [
      "https://a.example/\r\nBcc: x",
      "https://a.example/>",
      "javascript:x",
      "https://a.example/ b",
      "",
    ])
      expect(isUnsubscribeAddress(wrong)).toBe(false);
  });
});

describe("subscribing others", () => {
  test("sends them a bounded number of letters, with no word of whoever does it", async () => {
    const mail = await subscriberWorld();
    for (let n = 0; n < FORM_CONFIRMS_PER_ADDRESS + 3; n += 1) await mail.signUp("victim@tide.example");
    await mail.ring();
    expect(mail.got).toHaveLength(FORM_CONFIRMS_PER_ADDRESS);
    expect(mail.say("News")).toEqual({ queued: 0 });
  });
});

describe("unsubscribing", () => {
  async function aLetter() {
    const mail = await subscriberWorld();
    await mail.subscribe("ann@tide.example");
    await mail.subscribe("ben@tide.example");
    mail.say("News");
    await mail.ring();
    const ann = mail.issues().find(({ to }) => to === "ann@tide.example");
    return { mail, secret: ann ? leavingSecret(ann) : "" };
  }

  test("needs the button, and deletes all that was kept", async () => {
    const { mail, secret } = await aLetter();
    const opened = await mail.open(secret);
    expect([opened.status, opened.html.includes("Unsubscribe</button>")]).toEqual([200, true]);
    mail.world.powers.clock.now += 86_400_000;
    mail.say("Second");
    await mail.ring();
    expect(mail.issues()).toHaveLength(4);
    expect(await mail.leave(secret)).toMatchObject({
      status: 200,
      html: expect.stringContaining("You are unsubscribed."),
    });
    const { sql } = mail.world.powers;
    expect(sql.all("SELECT address FROM form_confirmations")).toEqual([{ address: "ben@tide.example" }]);
    expect(JSON.stringify(sql.all("SELECT fields FROM form_submissions"))).not.toContain("ann@");
    expect((await mail.leave(secret)).status).toBe(410);
  });

  test("is nobody's who guesses", async () => {
    const { mail, secret } = await aLetter();
    const [number = "", text = ""] = secret.split(".");
    for (const wrong of [
      "",
      number,
      `${number}.`,
      `${number}.${"0".repeat(36)}`,
      `0${secret}`,
      `${secret}0`,
      `2.${text}`,
      "' OR 1=1 --",
    ])
      expect([wrong, (await mail.leave(wrong)).status, (await mail.open(wrong)).status]).toEqual([wrong, 410, 410]);
    expect((await mail.leave(secret, "home.other")).status).toBe(410);
    expect(mail.world.kernel.formConfirmations.subscriberCount(SITE, `${NEWS}/signup`)).toBe(2);
  });

  test("works when the plugin is off and the form has left the page", async () => {
    const { mail, secret } = await aLetter();
    const { kernel } = mail.world;
    switchTo(mail.world, NEWS, "disabled");
    const { home } = { home: kernel.documents.get(SITE, "page", "home") };
    await mail.world.write("home", { ...home?.body, path: "/", title: "Home", sections: [] } as never);
    await mail.world.run("publish", {});
    const opened = await mail.open(secret);
    expect([opened.status, opened.html.includes("Unsubscribe</button>"), opened.html.includes("<form")]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await mail.leave(secret)).status).toBe(200);
    expect(kernel.formConfirmations.subscriberCount(SITE, `${NEWS}/signup`)).toBe(1);
  });

  test("by the secret of a submission that is no subscription does nothing", async () => {
    const { mail } = await aLetter();
    const { submissions } = mail.world.kernel;
    const fields = { email: "cy@tide.example" };
    const id = submissions.add({
      site: SITE,
      form: SIGNUP,
      type: `${NEWS}/signup`,
      title: "S",
      keptMs: 9e9,
      fields,
      personal: [],
      isLinked: true,
    });
    expect((await mail.leave(submissions.secretOf(SITE, id) ?? "")).status).toBe(410);
    expect(submissions.find(SITE, id)).toBeDefined();
  });
});

test("members read the list of letters without an address or a name of a subscriber", async () => {
  const mail = await subscriberWorld();
  await mail.subscribe("ann@tide.example");
  mail.say("News");
  await mail.ring();
  const { kernel } = mail.world;
  const [letter] = kernel.letters.last(SITE, 10);
  expect(letter?.member).toMatch(/^subscriber:\d+$/);
  expect(JSON.stringify(kernel.letters.last(SITE, 10))).not.toContain("ann@");
  const view = readMail(kernel, SITE, { member: "m1", isReader: true });
  expect(view.letters[0]).toMatchObject({ kind: "plugin", state: "sent", member: null });
});

test.each([
  MAIL_SUBSCRIBERS_AT_ONCE - 1,
  MAIL_SUBSCRIBERS_AT_ONCE,
  MAIL_SUBSCRIBERS_AT_ONCE + 1,
  MAIL_SUBSCRIBERS_WAITING + MAIL_PER_PLUGIN + 1,
])("a letter to %i subscribers reaches each once, some at a time", async (count) => {
  const mail = await subscriberWorld();
  manySubscribers(mail, count);
  expect(mail.say("News")).toEqual({ queued: count });
  await mail.ring();
  const waiting = mail.world.powers.sql.all<{ n: number }>(
    "SELECT count(*) AS n FROM mail_letters WHERE state = 'waiting'",
  );
  expect([mail.issues().length, (waiting[0]?.n ?? 0) <= MAIL_SUBSCRIBERS_WAITING + MAIL_SUBSCRIBERS_AT_ONCE]).toEqual([
    Math.min(count, MAIL_PER_PLUGIN),
    true,
  ]);
  await mail.ringForHours(4);
  expect(new Set(tos(mail.issues())).size).toBe(count);
  expect(mail.issues()).toHaveLength(count);
});

test("a letter that nobody sends, for want of a mail server, is listed once", async () => {
  const mail = await subscriberWorld([newsPlugin()], false);
  manySubscribers(mail, 3);
  mail.say("News");
  await mail.ring();
  expect(mail.world.kernel.letters.last(SITE, 10)).toMatchObject([{ state: "kept", member: "" }]);
});
