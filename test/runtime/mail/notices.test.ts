import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  MAIL_INVITES_PER_WINDOW,
  MAIL_REVIEWS_PER_MEMBER,
  MAIL_REVIEWS_PER_SITE,
  MAIL_WAITING_MAX,
} from "../../../manifests/bounds/forms.ts";
import { readMail } from "../../../runtime/mail/reading.ts";
import { deleteSite } from "../../../runtime/backups/siteRows.ts";
import { MEMBER, SITE } from "../kernel/world.ts";
import { type MailWorld, OWNER, mailWorld } from "./mailWorld.ts";

const LINK = `https://acme.example/_editor/join#${"s".repeat(43)}`;
const ID = "a".repeat(64);
const invite = (mail: MailWorld, input: object): Promise<unknown> =>
  mail.world.run("mail.invite", { address: "ida@tide.example", link: LINK, ...input });
const newLogin = (mail: MailWorld, login: string, kind: "system" | "member" = "system"): Promise<unknown> =>
  mail.world.kernel.execute(
    "mail.login",
    { site: SITE, actor: kind === "member" ? MEMBER : { kind, id: "login" }, key: `key-${login}`, requestId: "r" },
    { login, member: ID },
  );

describe("an invitation", () => {
  test.each([
    ["en", "You are invited"],
    ["fr", "Vous êtes invité"],
    ["pt-BR", "Convite"],
    ["ar", "دعوة"],
  ])("reaches the person in the language %s with its link, and leaves no address behind", async (language, subject) => {
    const mail = await mailWorld();
    await invite(mail, { language });
    expect(mail.world.powers.sql.all("SELECT address FROM mail_enclosures")).toHaveLength(1);
    await mail.ring();
    expect(mail.got).toMatchObject([{ to: "ida@tide.example", replyTo: null }]);
    expect(mail.got[0]?.subject).toContain(subject);
    expect(mail.got[0]?.text).toContain(LINK);
    expect(mail.world.powers.sql.all("SELECT address FROM mail_enclosures")).toEqual([]);
    expect(JSON.stringify(mail.world.powers.sql.all("SELECT * FROM mail_letters"))).not.toMatch(/tide|ssss/);
  });

  test.each([true, false])("is sent as its link is open: %s", async (isOpen) => {
    const asked: object[] = [];
    const mail = await mailWorld({ isLinkOpen: async (link) => asked.push(link) > 0 && isOpen });
    await invite(mail, {});
    expect(await mail.ring()).toEqual([]);
    const link = createHash("sha256").update("s".repeat(43)).digest("hex");
    expect(asked).toEqual([{ tenant: "acme", site: SITE, link }]);
    expect(mail.got).toHaveLength(isOpen ? 1 : 0);
    expect(mail.world.kernel.letters.nextDue()).toBeUndefined();
  });

  test("waits while nobody knows whether its link is open", async () => {
    const mail = await mailWorld({ isLinkOpen: () => Promise.reject(new Error("the control plane is silent")) });
    await invite(mail, {});
    expect(await mail.ring()).toHaveLength(1);
    expect([mail.got, mail.world.kernel.letters.nextDue()]).toEqual([[], expect.any(Number)]);
  });

  test("waits with its link while the mail server fails, and members cannot read it", async () => {
    const mail = await mailWorld();
    mail.answer({ isSent: false, isFinal: false, reason: "450" });
    await invite(mail, {});
    await mail.ring();
    expect(readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true }).letters).toMatchObject([
      { kind: "invitation", state: "waiting", isReadable: false },
    ]);
    mail.answer({ isSent: false, isFinal: true, reason: "550" });
    mail.world.powers.clock.now += 3_600_000;
    await mail.ring();
    expect(mail.world.powers.sql.all("SELECT * FROM mail_enclosures")).toEqual([]);
  });

  test.each([
    "https://evil.example/_editor/join#" + "s".repeat(43),
    "https://acme.example.evil.example/#" + "s".repeat(43),
    "https://acme.example@evil.example/#" + "s".repeat(43),
    "https://acme.example/_editor/join",
    "https://acme.example/#short",
    // A redirect of the site, or a plugin's route, could lead on to another site.
    `https://acme.example/old#${"s".repeat(43)}`,
    `https://acme.example/#${"s".repeat(43)}`,
    `https://acme.example/_editor/join/#${"s".repeat(43)}`,
    `https://acme.example/_editor/join?to=evil.example#${"s".repeat(43)}`,
    `https://acme.example/_editor/../_editor/join#${"s".repeat(43)}`,
    `https://acme.example/_editor/%6aoin#${"s".repeat(43)}`,
    `https://acme.example/_editor/join#${"s".repeat(42)}`,
    `https://acme.example/_editor/join#${"s".repeat(44)}`,
    `https://acme.example/_editor/join#${"s".repeat(42)}/`,
    `https://acme.example/\r\nBcc: all@evil.example#${"s".repeat(43)}`,
    `${LINK}"><img src=x>`,
    "javascript:alert(1)#" + "s".repeat(43),
  ])("leads to this site alone: %j is refused", async (link) => {
    const mail = await mailWorld();
    await expect(invite(mail, { link })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test.each([
    "ida@tide.example, all@evil.example",
    "ida@tide.example\r\nBcc: x@evil.example",
    "Ida <ida@tide.example>",
    "",
  ])("has one receiver: %j is refused", async (address) => {
    await expect(invite(await mailWorld(), { address })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test.each([
    [MAIL_INVITES_PER_WINDOW - 1, false],
    [MAIL_INVITES_PER_WINDOW, false],
    [MAIL_INVITES_PER_WINDOW + 1, true],
  ])("number %i of a site in a day is refused: %s", async (times, isRefused) => {
    const mail = await mailWorld();
    const inviting = async (): Promise<void> => {
      for (let n = 0; n < times; n += 1) await invite(mail, { address: `ida-${n}@tide.example` });
    };
    expect(
      await inviting().then(
        () => "taken",
        ({ code }: { readonly code: string }) => code,
      ),
    ).toBe(isRefused ? "RATE_LIMITED" : "taken");
  });

  const enclosures = (mail: MailWorld): unknown[] => mail.world.powers.sql.all("SELECT site FROM mail_enclosures");
  const waiting = (mail: MailWorld, kind: "login" | "form", letters: number): void => {
    for (let n = 0; n < letters; n += 1)
      mail.world.kernel.letters.add({ site: SITE, kind, source: `${n}`, member: kind === "login" ? ID : "" });
  };

  test.each([
    [MAIL_WAITING_MAX - 1, "taken", 1],
    [MAIL_WAITING_MAX, "RATE_LIMITED", 0],
    [MAIL_WAITING_MAX + 1, "RATE_LIMITED", 0],
  ])("behind %i waiting letters is %s, and leaves nothing behind if it is refused", async (letters, answer, kept) => {
    const mail = await mailWorld();
    waiting(mail, "login", letters);
    const asked = invite(mail, {}).then(
      () => "taken",
      ({ code }: { readonly code: string }) => code,
    );
    expect([await asked, enclosures(mail).length]).toEqual([answer, kept]);
  });

  test("is sent whatever visitors send", async () => {
    const mail = await mailWorld();
    waiting(mail, "form", MAIL_WAITING_MAX + 1);
    await invite(mail, {});
    await mail.world.kernel.delivery.run();
    expect(mail.got).toMatchObject([{ to: "ida@tide.example" }]);
  });

  test("ends with its site, and tidying deletes what no letter waits for", async () => {
    const mail = await mailWorld();
    const { kernel, powers } = mail.world;
    await invite(mail, {});
    kernel.letters.sweep();
    kernel.mailEnclosures.sweep();
    expect(enclosures(mail)).toEqual([{ site: SITE }]);
    for (const { number } of kernel.letters.last(SITE, 1)) kernel.letters.remove(number);
    kernel.mailEnclosures.sweep();
    expect(enclosures(mail)).toEqual([]);
    await invite(mail, { address: "vela@tide.example" });
    deleteSite({ ...kernel, powers }, SITE);
    expect(enclosures(mail)).toEqual([]);
  });

  test("is refused without a mail server", async () => {
    await expect(invite(await mailWorld("no mail server"), {})).rejects.toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "no_mail_server" },
    });
  });
});

describe("a login with a new browser", () => {
  test("is told to the member in their language, once, at a proven address", async () => {
    const mail = await mailWorld();
    mail.roles.set(ID, "viewer");
    mail.world.kernel.mailMembers.enter(SITE, ID, "vi@harbour.example", "c0de", "de");
    await newLogin(mail, "before");
    mail.world.kernel.mailMembers.prove(SITE, ID, "c0de");
    await newLogin(mail, "one");
    await newLogin(mail, "one");
    await mail.ring();
    expect(mail.got.map(({ to, subject }) => [to, subject])).toEqual([
      ["vi@harbour.example", "Eine neue Anmeldung bei Test site"],
    ]);
    expect(mail.got[0]?.text).toMatch(
      /als Sie bei Test site angemeldet\.\n\n\p{L}+, \d+\. \p{L}+ \d{4} um \d\d:\d\d UTC\n/u,
    );
    expect(mail.got[0]?.text).toContain("https://acme.example/_editor/account");
  });

  test("says its moment in the site's zone, and names the zone", async () => {
    const mail = await mailWorld();
    const { version, body } = mail.world.kernel.documents.only(SITE, "settings");
    await mail.world.run("settings.put", { expected: version, body: { ...body, timeZone: "Asia/Tokyo" } });
    mail.roles.set(ID, "viewer");
    mail.address(ID);
    mail.world.powers.clock.now = Date.UTC(2026, 2, 31, 16, 5);
    await newLogin(mail, "one");
    await mail.ring();
    expect(mail.got[0]?.text).toContain("as you.\n\nWednesday, 1 April 2026 at 01:05 GMT+9\n");
    expect(mail.got[0]?.html).toContain("<p>Wednesday, 1 April 2026 at 01:05 GMT+9</p>");
  });

  test("is told by the platform alone, and to nobody who left or wants no such letter", async () => {
    const mail = await mailWorld();
    mail.address(ID);
    await expect(newLogin(mail, "one", "member")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await newLogin(mail, "two");
    await mail.ring();
    mail.roles.set(ID, "editor");
    mail.world.kernel.mailMembers.choose(SITE, ID, "login", false);
    await newLogin(mail, "three");
    await mail.ring();
    expect(mail.got).toEqual([]);
  });
});

describe("a planned publication that fails", () => {
  const fail = async (mail: MailWorld): Promise<void> => {
    const { run, kernel, powers } = mail.world;
    await run("schedule.create", { at: powers.now() + 3_600_000 });
    powers.clock.now += 3_600_000;
    mail.roles.delete(OWNER);
    await kernel.scheduleRunner.runDue();
  };

  test("is told to owners, and to other publishers who want it", async () => {
    const mail = await mailWorld();
    for (const [member, role] of [
      ["ann", "owner"],
      ["ed", "editor"],
      ["ida", "editor"],
      ["vi", "viewer"],
    ] as const) {
      mail.roles.set(member, role);
      mail.address(member);
    }
    for (const member of ["ed", "vi"]) mail.world.kernel.mailMembers.choose(SITE, member, "publication", true);
    await fail(mail);
    await mail.ring();
    expect(mail.got.map(({ to }) => to).toSorted()).toEqual(["ann@harbour.example", "ed@harbour.example"]);
    expect(mail.got[0]?.text).toContain("https://acme.example/_editor/publish");
    await mail.world.kernel.scheduleRunner.runDue();
    await mail.ring();
    expect(mail.got).toHaveLength(2);
  });

  test("can be read in the editor, where nobody gets letters", async () => {
    const mail = await mailWorld("no mail server");
    await fail(mail);
    await mail.ring();
    expect(readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true }).letters).toMatchObject([
      { kind: "publication", state: "kept", isReadable: true },
    ]);
  });
});

describe("a request for publication", () => {
  const TEAM = [
    [OWNER, "owner"],
    ["ed", "editor"],
    ["ida", "editor"],
    ["au", "author"],
    ["vi", "viewer"],
  ] as const;

  /** A team with addresses, of which the author asks for a publication. Answers the id of the request. */
  async function askedBy(asker: string, input: object = {}): Promise<readonly [MailWorld, string]> {
    const mail = await mailWorld();
    for (const [member, role] of TEAM) {
      mail.roles.set(member, role);
      mail.address(member);
    }
    await asMember(mail, asker, "page.update", { page: "home", expected: 1, changes: { title: "A secret plan" } });
    const { json } = await asMember(mail, asker, "request.create", { words: "Our secret plan", ...input });
    return [mail, (JSON.parse(json) as { request: string }).request];
  }

  const asMember = (
    mail: MailWorld,
    member: string,
    name: "page.update" | "request.create" | "request.withdraw",
    input: object,
  ) =>
    mail.world.kernel.execute(
      name,
      {
        site: SITE,
        actor: { kind: "member", id: member },
        role: mail.roles.get(member) ?? "viewer",
        key: mail.world.powers.newId(),
        requestId: "r",
      },
      input,
    );

  const receivers = ({ got }: MailWorld): string[] => got.map(({ to }) => to.split("@")[0] ?? "").toSorted();

  test("reaches everybody who may decide it, and says nothing of the draft", async () => {
    const [mail, request] = await askedBy("au");
    await mail.ring();
    expect(receivers(mail)).toEqual(["ed", "ida", OWNER]);
    expect(mail.got[0]?.text).toContain(`https://acme.example/_editor/requests#request-${request}`);
    expect(JSON.stringify(mail.got)).not.toContain("secret plan");
  });

  test("reaches those alone whom it names, by their present role, and never the asker", async () => {
    const [named] = await askedBy("au", { asked: { members: ["ida"], roles: ["owner"] } });
    named.roles.set("ida", "viewer");
    await named.ring();
    expect(receivers(named)).toEqual([OWNER]);
    const [own] = await askedBy("ed");
    await own.ring();
    expect(receivers(own)).toEqual(["ida", OWNER]);
  });

  test("reaches nobody who does not want it", async () => {
    const [mail] = await askedBy("au");
    mail.world.kernel.mailMembers.choose(SITE, "ed", "review", false);
    await mail.ring();
    expect(receivers(mail)).toEqual(["ida", OWNER]);
  });

  test("that is withdrawn reaches nobody any more, also those whose letter waited", async () => {
    const [before, early] = await askedBy("au");
    await asMember(before, "au", "request.withdraw", { request: early });
    await before.ring();
    expect(before.got).toEqual([]);
    const [mail, request] = await askedBy("au");
    mail.answer({ isSent: false, isFinal: false, reason: "450" });
    await mail.ring();
    const tried = mail.got.length;
    await asMember(mail, "au", "request.withdraw", { request });
    mail.answer({ isSent: true });
    mail.world.powers.clock.now += 3_600_000;
    await mail.ring();
    expect(mail.got).toHaveLength(tried);
  });

  test.each([
    [MAIL_REVIEWS_PER_MEMBER - 1, false],
    [MAIL_REVIEWS_PER_MEMBER, false],
    [MAIL_REVIEWS_PER_MEMBER + 1, true],
  ])("is written for a member's first requests of an hour, and listed for more: %i", async (times, isHeld) => {
    const [mail, first] = await askedBy("au");
    let request = first;
    for (let n = 1; n < times; n += 1) {
      await asMember(mail, "au", "request.withdraw", { request });
      const { json } = await asMember(mail, "au", "request.create", { words: "Again" });
      ({ request } = JSON.parse(json) as { request: string });
    }
    const [last] = mail.world.kernel.letters.last(SITE, 1);
    expect([last?.source, last?.state]).toEqual([request, isHeld ? "kept" : "waiting"]);
    await mail.ring();
    expect(receivers(mail)).toEqual(isHeld ? [] : ["ed", "ida", OWNER]);
  });

  test("takes a share of the site's letters, and leaves the rest to visitors' forms", async () => {
    const [mail] = await askedBy("au");
    for (let n = 0; n < MAIL_REVIEWS_PER_SITE; n += 1) mail.world.kernel.rateLimits.spend("mail-site-reviews", SITE);
    await mail.ring();
    expect(receivers(mail)).toEqual([]);
    mail.submit();
    await mail.ring();
    expect(mail.got.length).toBeGreaterThan(0);
    mail.world.powers.clock.now += 3_600_000;
    await mail.ring();
    expect(receivers(mail)).toEqual(expect.arrayContaining(["ed", "ida"]));
  });

  test("leaves room to a notice of a login, as often as a member asks", async () => {
    const [mail] = await askedBy("au");
    const { letters } = mail.world.kernel;
    for (let n = 0; n <= MAIL_WAITING_MAX; n += 1)
      letters.add({ site: SITE, kind: "review", source: `r${n}`, member: "" });
    expect(letters.hasRoom({ site: SITE, kind: "review" })).toBe(false);
    expect(letters.hasRoom({ site: SITE, kind: "login" })).toBe(true);
  });

  test.each([
    ["review", ["form", "confirm", "login"]],
    ["form", ["review", "login"]],
    ["login", ["form", "review"]],
  ] as const)("and other letters have rooms of their own: %s leaves its room to none of %j", async (full, free) => {
    const [mail] = await askedBy("au");
    const { letters } = mail.world.kernel;
    const room = (): boolean => letters.hasRoom({ site: SITE, kind: full });
    let waiting = 0;
    while (room()) {
      letters.add({ site: SITE, kind: full, source: `x${waiting}`, member: "" });
      if ((waiting += 1) > MAIL_WAITING_MAX) break;
    }
    expect(waiting).toBeLessThanOrEqual(MAIL_WAITING_MAX);
    expect(waiting).toBeGreaterThan(MAIL_WAITING_MAX - 5);
    expect(free.map((kind) => letters.hasRoom({ site: SITE, kind }))).toEqual(free.map(() => true));
  });
});

test("choices of notices are their own, and no form's", async () => {
  const mail = await mailWorld();
  await mail.world.run("mail.choose", { form: "login", wanted: false });
  await mail.world.run("mail.choose", { form: null, wanted: false });
  const { all, forms, notices } = readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true });
  expect({ all, forms, notices }).toEqual({
    all: false,
    forms: [],
    notices: [
      { notice: "login", wanted: false },
      { notice: "publication", wanted: null },
      { notice: "review", wanted: null },
      { notice: "remark", wanted: null },
    ],
  });
  await expect(mail.choose("other", false)).rejects.toMatchObject({
    code: "INVALID_REQUEST",
  });
});

test("a member who may not read submissions has address and notices, and neither forms nor the list", async () => {
  const mail = await mailWorld();
  mail.roles.set(ID, "viewer");
  await mail.choose("publication", true, "viewer");
  await expect(mail.choose("home.contact", true, "viewer")).rejects.toMatchObject({ code: "FORBIDDEN" });
  mail.submit();
  mail.world.kernel.mailMembers.enter(SITE, ID, "vi@harbour.example", "c0de");
  mail.world.kernel.letters.add({ site: SITE, kind: "address", source: "c0de", member: ID });
  await mail.ring();
  expect(mail.got.map(({ to }) => to)).toEqual(["vi@harbour.example"]);
  expect(readMail(mail.world.kernel, SITE, { member: ID, isReader: false })).toMatchObject({
    address: { address: "vi@harbour.example" },
    letters: [],
  });
});
