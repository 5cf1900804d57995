import { describe, expect, test } from "vitest";
import {
  MAIL_CLOCK_HOUR,
  MAIL_OCCASIONS_MAX,
  MAIL_PER_PLUGIN,
  MAIL_PLUGIN_ADDRESSES_MAX,
  MAIL_PLUGIN_DATA_MAX_CHARS,
  MAIL_PLUGIN_SENDS_PER_CALL,
} from "../../../manifests/bounds/forms.ts";
import { verbRow } from "../../../capabilities/contract.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import { readLetter, readMail } from "../../../runtime/mail/reading.ts";
import { letterChore, nextMorning } from "../../../runtime/plugins/letters/letterChore.ts";
import { settingsIssues } from "../../../runtime/plugins/settings/settings.ts";
import { settingAddresses } from "../../../runtime/plugins/letters/settingAddresses.ts";
import { SITE } from "../kernel/world.ts";
import { type LetterWorld, NOTIFY, letterWorld, lettersPlugin } from "./letterWorld.ts";
import { OWNER } from "./mailWorld.ts";

const DAY_MS = 86_400_000;
const sentTo = ({ got }: LetterWorld): string[] => got.map(({ to }) => to).toSorted();
const listed = ({ world }: LetterWorld) => world.kernel.letters.last(SITE, 100);

describe("the plugin of notices", () => {
  test("writes to each member once, in place of the kernel", async () => {
    const mail = await letterWorld([NOTIFY]);
    mail.address(OWNER);
    mail.roles.set("vi", "viewer");
    mail.address("vi");
    mail.world.kernel.mailMembers.choose(SITE, "vi", null, true);
    mail.post({ topic: "boat", email: "vela@tide.example", message: "Two\nlines" }, ["email"]);
    expect(await mail.ring()).toEqual([]);
    expect(sentTo(mail)).toEqual(["m1@harbour.example"]);
    expect(mail.got[0]).toMatchObject({ subject: "Contact: a new message", replyTo: "vela@tide.example" });
    expect(mail.got[0]?.text).toMatch(
      /A visitor sent the form “Contact” on Test site\.\n[^]*Topic\n {2}A boat\n[^]*Two\n {2}lines\n[^]*_editor\/forms\/home\.contact\n[^]*Sent by the plugin “Notices” of Test site\./,
    );
    expect(mail.got[0]?.html).toContain('<a href="https://acme.example/_editor/forms/home.contact">');
    expect(listed(mail).map(({ kind, state }) => [kind, state])).toEqual([["form", "sent"]]);
    const audited = mail.world.kernel.outbox
      .due("audit")
      .map(({ payload }) => JSON.parse(payload) as AuditPayload)
      .filter(({ command }) => command === "mail.send");
    expect(audited).toMatchObject([{ actor: "system:mail", outcome: "done", about: { member: OWNER } }]);
    expect(JSON.stringify(audited)).not.toMatch(/tide|lines|harbour/);
  });

  test("leaves the letter to the kernel while it is switched off", async () => {
    const mail = await letterWorld([NOTIFY]);
    mail.address(OWNER);
    mail.world.kernel.states.put(SITE, "drawbridge.notify", "disabled");
    mail.post();
    await mail.ring();
    expect(listed(mail).map(({ kind }) => kind)).toEqual(["form"]);
    expect(sentTo(mail)).toEqual(["m1@harbour.example"]);
  });

  test.each(["disabled", "revoked"] as const)("loses no letter that waits when it is %s", async (state) => {
    const mail = await letterWorld([NOTIFY]);
    mail.address(OWNER);
    mail.post();
    mail.world.kernel.states.put(SITE, "drawbridge.notify", state);
    await mail.ring();
    expect(sentTo(mail)).toEqual(["m1@harbour.example"]);
    expect(mail.got[0]?.text).not.toContain("Sent by the plugin");
  });

  test("loses no letter that its template cannot write", async () => {
    const files = { ...NOTIFY.files, "letters/form.liquid": "{{ none }}" };
    const mail = await letterWorld([{ ...NOTIFY, files }]);
    mail.address(OWNER);
    mail.post();
    await mail.ring();
    expect(mail.got.map(({ subject }) => subject)).toEqual(["Contact: a new message"]);
  });

  test("keeps its place and share while copies and other plugins use up theirs", async () => {
    const mail = await letterWorld([NOTIFY]);
    const { rateLimits } = mail.world.kernel;
    mail.address(OWNER);
    mail.settings("drawbridge.notify", { people: ["all@harbour.example"] });
    for (let n = 0; n < MAIL_PER_PLUGIN; n += 1) {
      rateLimits.spend("mail-plugin", JSON.stringify([SITE, "drawbridge.notify"]));
      rateLimits.spend("mail-tenant-plugins", "");
    }
    mail.post();
    await mail.ring();
    expect(sentTo(mail)).toEqual(["m1@harbour.example"]);
  });

  test("counts a form from its confirmation, and all forms together", async () => {
    const mail = await letterWorld([NOTIFY]);
    const { submissions, letterSources } = mail.world.kernel;
    const { powers } = mail.world;
    const type = "drawbridge.forms/contact";
    const add = (form: string): number =>
      submissions.add({ site: SITE, form, type, title: form, keptMs: 1e12, fields: {}, personal: [] });
    const late = add("home.late");
    powers.sql.all(
      "INSERT INTO form_confirmations (submission, site, secret, address, language, kept_until, until, confirmed_at) VALUES (?, ?, '', '', 'en', 0, 0, ?)",
      late,
      SITE,
      powers.clock.now + DAY_MS,
    );
    for (let n = 0; n < 24; n += 1) add(`home.f${n}`);
    const { now } = powers.clock;
    expect(letterSources.received(SITE, now, now + DAY_MS)[0]?.total).toBe(24);
    expect(letterSources.received(SITE, now + DAY_MS, now + 2 * DAY_MS)).toMatchObject([
      { form: "home.late", count: 1, total: 1 },
    ]);
  });

  test("stops when an owner takes back the deployment's grant, and a grant goes on after a release", async () => {
    const mail = await letterWorld([NOTIFY]);
    const { kernel } = mail.world;
    kernel.grants.put(SITE, "drawbridge.notify", { digest: "before", capabilities: {}, actor: "member:m1", at: 0 });
    expect(mail.active("drawbridge.notify").grant?.capabilities.mail?.to).toContain("members");
    kernel.grants.remove(SITE, "drawbridge.notify");
    const envelope = {
      site: SITE,
      actor: { kind: "member", id: OWNER },
      role: "owner",
      key: "k",
      requestId: "r",
    } as const;
    await kernel.execute("plugin.revoke", envelope, { plugin: "drawbridge.notify" });
    expect(kernel.pluginReads.find(SITE, "drawbridge.notify").state).toBe("revoked");
  });

  test("follows the choices that members made before it came, and a choice of its own", async () => {
    const mail = await letterWorld([NOTIFY]);
    for (const member of ["ed", "ida"]) {
      mail.roles.set(member, "editor");
      mail.address(member);
    }
    mail.address(OWNER);
    await mail.choose("home.contact", false);
    mail.world.kernel.mailMembers.choose(SITE, "ed", "home.contact", true);
    mail.world.kernel.mailMembers.choose(SITE, "ida", null, true);
    mail.world.kernel.mailMembers.choose(SITE, "ida", "plugin:drawbridge.notify", false);
    mail.post();
    await mail.ring();
    expect(sentTo(mail)).toEqual(["ed@harbour.example"]);
    expect(readMail(mail.world.kernel, SITE, { member: "ida", isReader: true }).plugins).toEqual([
      { plugin: "drawbridge.notify", name: "Notices", wanted: false },
    ]);
  });

  test("writes to the addresses of a form, and no editor's link to them", async () => {
    const mail = await letterWorld([NOTIFY]);
    const people = ["all@harbour.example", "contact: contact@harbour.example", "Order: other@harbour.example"];
    mail.settings("drawbridge.notify", { people });
    mail.post({ email: "vela@tide.example", message: "Ahoy" }, ["email"]);
    await mail.ring();
    expect(sentTo(mail)).toEqual(["all@harbour.example", "contact@harbour.example"]);
    expect(mail.got[0]?.text).toMatch(/Ahoy[^]*An owner of Test site entered this address/);
    expect(mail.got[0]?.text).not.toContain("_editor");
    const { letters } = readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true });
    expect(JSON.stringify(letters)).not.toContain("harbour");
  });

  test.each([
    ["daily", 1],
    ["weekly", 7],
  ] as const)("sums up %s, once, and says nothing without a form", async (digest, days) => {
    const mail = await letterWorld([NOTIFY]);
    const { kernel, powers } = mail.world;
    mail.address(OWNER);
    mail.settings("drawbridge.notify", { digest });
    const chore = letterChore({ ...kernel, powers });
    const later = async (): Promise<void> => {
      powers.clock.now += days * DAY_MS;
      await chore.run();
      await chore.run();
      await mail.ring();
    };
    await chore.run();
    expect(chore.nextDue()).toBeGreaterThan(powers.clock.now);
    mail.post();
    mail.post();
    await mail.ring();
    mail.got.length = 0;
    await later();
    expect(mail.got.map(({ subject }) => subject)).toEqual(["Test site: 2 forms were sent"]);
    expect(mail.got[0]?.text).toContain("Contact: 2\nhttps://acme.example/_editor/forms/home.contact");
    await later();
    expect(mail.got).toHaveLength(1);
  });

  test("sums up nothing of the time in which the sums were switched off", async () => {
    const mail = await letterWorld([NOTIFY]);
    const { kernel, powers } = mail.world;
    mail.address(OWNER);
    const chore = letterChore({ ...kernel, powers });
    mail.settings("drawbridge.notify", { digest: "daily" });
    await chore.run();
    mail.settings("drawbridge.notify", { digest: "never" });
    mail.post();
    powers.clock.now += 90 * DAY_MS;
    await mail.ring();
    mail.got.length = 0;
    mail.settings("drawbridge.notify", { digest: "daily" });
    await chore.run();
    await mail.ring();
    expect(mail.got).toEqual([]);
    expect(chore.nextDue()).toBeGreaterThan(powers.clock.now);
  });

  test("can be read by members where no mail server is", async () => {
    const mail = await letterWorld([NOTIFY], false);
    mail.post({ message: "Ahoy" });
    const { letters } = readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true });
    expect(letters).toMatchObject([{ kind: "form", state: "kept", title: "Contact", isReadable: true }]);
    expect(readLetter(mail.world.kernel, SITE, letters[0]?.id ?? "").text).toContain("Ahoy");
  });
});

test("a letter after a publication goes to members once for each", async () => {
  const letter = { name: "out", title: "Out", to: "members", on: "publication", text: "a.liquid" };
  const acme = lettersPlugin(
    "acme.out",
    [letter],
    { mail: { to: ["members"] } },
    {
      "a.liquid": "{{ site.name }} is out\n\n{{ data.release.url }}",
    },
  );
  const mail = await letterWorld([acme]);
  mail.address(OWNER);
  const { kernel, powers } = mail.world;
  const row = kernel.sites.get(SITE);
  for (const sequence of [7, 7, 8]) powers.sql.atomically(() => kernel.hookRunner.published({ ...row, sequence }));
  await mail.ring();
  expect(mail.got.map(({ subject }) => subject)).toEqual(["Test site is out", "Test site is out"]);
});

describe("a letter of code", () => {
  const coded = (to: string) =>
    lettersPlugin("acme.code", [{ name: "note", title: "Note", to, text: "a.liquid" }], {
      mail: { to: [to as "members"] },
    });

  test("shows its data to owners, and is not sent twice for one occasion", async () => {
    const mail = await letterWorld([coded("members")]);
    mail.address(OWNER);
    const { pluginLetters } = mail.world.kernel;
    const asked = { letter: "note", data: JSON.stringify({ subject: "<b> & more" }), once: "order-1" };
    expect(pluginLetters.send(SITE, mail.active("acme.code"), asked)).toEqual({ queued: 1 });
    expect(pluginLetters.send(SITE, mail.active("acme.code"), asked)).toEqual({ queued: 0 });
    await mail.ring();
    expect(mail.got.map(({ subject }) => subject)).toEqual(["About <b> & more"]);
    expect(mail.got[0]?.html).toContain("<title>About &lt;b&gt; &amp; more</title>");
    expect(mail.world.kernel.pluginEnclosures.countWithData(SITE, "acme.code")).toBe(0);
  });

  test.each([-1, 0, 1])(
    "is not sent again after its letter left the list, for the last occasions and %i",
    async (more) => {
      const mail = await letterWorld([coded("members")]);
      mail.address(OWNER);
      const { pluginLetters, occasions, letters, pluginEnclosures } = mail.world.kernel;
      const asked = { letter: "note", once: "order-1" };
      expect(pluginLetters.send(SITE, mail.active("acme.code"), asked)).toEqual({ queued: 1 });
      await mail.ring();
      mail.world.powers.sql.all("DELETE FROM mail_letters");
      mail.world.powers.clock.now += 1;
      for (let at = 1; at < MAIL_OCCASIONS_MAX + more; at += 1)
        occasions.note(SITE, "acme.code", `note/once/later-${at}`);
      occasions.note(SITE, "acme.other", "note/once/order-1");
      for (const one of [letters, pluginEnclosures, occasions]) one.sweep();
      expect(pluginLetters.send(SITE, mail.active("acme.code"), asked)).toEqual({ queued: more > 0 ? 1 : 0 });
      expect(occasions.has(SITE, "acme.other", "note/once/order-1")).toBe(true);
    },
  );

  test("forgets its occasions with its plugin", async () => {
    const mail = await letterWorld([coded("members")]);
    const { pluginLetters, occasions } = mail.world.kernel;
    pluginLetters.send(SITE, mail.active("acme.code"), { letter: "note", once: "order-1" });
    expect(occasions.has(SITE, "acme.code", "note/once/order-1")).toBe(true);
    occasions.endPlugin(SITE, "acme.code");
    expect(occasions.has(SITE, "acme.code", "note/once/order-1")).toBe(false);
  });

  test("is refused without a declaration, and beyond its size", async () => {
    const mail = await letterWorld([coded("members")]);
    const { pluginLetters } = mail.world.kernel;
    const plugin = mail.active("acme.code");
    const sized = (size: number) => ({ letter: "note", data: JSON.stringify({ a: "x".repeat(size - 8) }) });
    expect(pluginLetters.send(SITE, plugin, { letter: "other" })).toEqual({ refused: "unknown" });
    for (const [size, outcome] of [
      [MAIL_PLUGIN_DATA_MAX_CHARS - 1, { queued: 1 }],
      [MAIL_PLUGIN_DATA_MAX_CHARS, { queued: 1 }],
      [MAIL_PLUGIN_DATA_MAX_CHARS + 1, { refused: "too_large" }],
    ] as const)
      expect(pluginLetters.send(SITE, plugin, sized(size))).toEqual(outcome);
    expect(pluginLetters.send(SITE, plugin, { letter: "note", submission: 1 })).toEqual({ refused: "submission" });
  });
});

test.each([
  ["daily", "2026-03-12T05:59:00Z", "2026-03-12T06:00:00Z"],
  ["daily", "2026-03-12T06:00:00Z", "2026-03-13T06:00:00Z"],
  ["daily", "2026-03-28T06:00:00Z", "2026-03-29T05:00:00Z"],
  ["daily", "2026-10-24T05:00:00Z", "2026-10-25T06:00:00Z"],
  ["weekly", "2026-03-12T06:00:00Z", "2026-03-16T06:00:00Z"],
  ["weekly", "2026-03-16T05:59:00Z", "2026-03-16T06:00:00Z"],
] as const)("the next %s morning in Berlin after %s is %s", (period, now, next) =>
  expect(new Date(nextMorning(period, Date.parse(now), "Europe/Berlin"))).toEqual(new Date(next)),
);

test.each([MAIL_PLUGIN_ADDRESSES_MAX - 1, MAIL_PLUGIN_ADDRESSES_MAX, MAIL_PLUGIN_ADDRESSES_MAX + 1])(
  "of %s addresses of a setting no more than the bound are taken",
  (count) => {
    const all = Array.from({ length: count }, (_, index) => `a${index}@harbour.example`);
    expect(settingAddresses(all, undefined)).toEqual(all.slice(0, MAIL_PLUGIN_ADDRESSES_MAX));
  },
);

test("letters of the clock come at seven, and a call sends a bounded number", () => {
  expect(new Date(nextMorning("daily", 0, "UTC")).getUTCHours()).toBe(MAIL_CLOCK_HOUR);
  expect(verbRow("mail.send").callsApart).toBe(MAIL_PLUGIN_SENDS_PER_CALL);
});

test("an entry of a setting may be an object, and names its form by title or id", () => {
  const about = { form: "home.contact", title: "Contact" };
  const entries = [
    { address: "a@harbour.example" },
    { address: "b@harbour.example", form: "CONTACT" },
    "home.contact: c@harbour.example",
    "Contact:d@harbour.example",
    ": e@harbour.example",
    { address: "f@harbour.example", form: "Order" },
    "Order: g@harbour.example",
  ];
  const taken = "abcde".split("").map((name) => `${name}@harbour.example`);
  expect(settingAddresses(entries, about)).toEqual(taken);
  expect(settingAddresses(entries, undefined)).toEqual(["a@harbour.example", "e@harbour.example"]);
});

test("the settings of the notices take addresses, and nothing else", () => {
  const schema = NOTIFY.manifest.contributes.settings ?? {};
  const faults = (line: string): number => settingsIssues(schema, { people: [line] }, []).length;
  for (const line of ["ann@harbour.example", "Contact: ann@harbour.example", "Nous écrire : ann@harbour.example"])
    expect([line, faults(line)]).toEqual([line, 0]);
  for (const line of ["ann", "ann@harbour.example, b@tide.example", "Ann <a@tide.example>"])
    expect([line, faults(line)]).toEqual([line, 1]);
});
