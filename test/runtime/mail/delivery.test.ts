import { describe, expect, test } from "vitest";
import {
  MAIL_AT_ONCE,
  MAIL_BACKOFF_MAX_MS,
  MAIL_BACKOFF_MS,
  MAIL_FAILURE_MAX_CHARS,
  MAIL_LISTED_MAX,
  MAIL_PER_SITE,
  MAIL_PER_SITE_BY_VISITORS,
  MAIL_PER_TENANT,
  MAIL_PER_TENANT_BY_VISITORS,
  MAIL_TRIED_MS,
  MAIL_WAITING_MAX,
} from "../../../manifests/bounds/forms.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { MailOutcome } from "../../../runtime/mail/power.ts";
import { readLetter, readMail } from "../../../runtime/mail/reading.ts";
import { SITE } from "../kernel/world.ts";
import { FORM, type MailWorld, OWNER, mailWorld } from "./mailWorld.ts";

const later: MailOutcome = { isSent: false, isFinal: false, reason: "450" };
const states = ({ world }: MailWorld): string[] => world.kernel.letters.last(SITE, 2_000).map(({ state }) => state);
const audited = ({ world }: MailWorld): AuditPayload[] =>
  world.kernel.outbox
    .due("audit")
    .map(({ payload }) => JSON.parse(payload) as AuditPayload)
    .filter(({ command }) => command === "mail.send");

describe("a sent form", () => {
  test("reaches each member who wants it, once", async () => {
    const mail = await mailWorld();
    for (const [member, role] of [
      ["ed", "editor"],
      ["ida", "editor"],
      ["vi", "viewer"],
    ] as const) {
      mail.roles.set(member, role);
      mail.address(member);
    }
    mail.address(OWNER);
    for (const member of ["ed", "vi"]) mail.world.kernel.mailMembers.choose(SITE, member, null, true);
    mail.submit({ topic: "boat", email: "vela@tide.example", message: "Two\nlines" });
    expect(await mail.ring()).toEqual([]);
    expect(mail.got.map(({ to }) => to).toSorted()).toEqual(["ed@harbour.example", "m1@harbour.example"]);
    expect(mail.got[0]).toMatchObject({
      from: "Test site",
      replyTo: "vela@tide.example",
      subject: "Contact: a new message",
    });
    expect(mail.got[0]?.text).toMatch(
      /Topic\n {2}A boat\n[^]*Two\n {2}lines[^]*https:\/\/acme\.example\/_editor\/forms/,
    );
    mail.world.powers.clock.now += MAIL_BACKOFF_MAX_MS;
    await mail.ring();
    expect([mail.got.length, states(mail)]).toEqual([2, ["sent", "sent"]]);
    expect(audited(mail)).toHaveLength(2);
    expect(JSON.stringify(audited(mail))).not.toMatch(/tide|lines|harbour\.example/);
  });

  test.each([
    ["without a choice", [], 1],
    ["after no to all forms", [[null, false]], 0],
    [
      "after no to all, and yes to this one",
      [
        [null, false],
        [FORM, true],
      ],
      1,
    ],
    ["after no to this one", [[FORM, false]], 0],
    ["after no to another", [["home.other", false]], 1],
    [
      "after a choice was taken back",
      [
        [FORM, false],
        [FORM, null],
      ],
      1,
    ],
  ] as const)("is written to an owner %s", async (_, choices, letters) => {
    const mail = await mailWorld();
    mail.address(OWNER);
    for (const [form, wanted] of choices) await mail.choose(form, wanted);
    mail.submit();
    await mail.ring();
    expect(mail.got).toHaveLength(letters);
  });

  test.each([
    [
      "deleted",
      (mail: MailWorld, id: number) =>
        mail.world.kernel.submissions.remove(mail.world.kernel.submissions.require(SITE, FORM, id)),
    ],
    ["not readable by the member any more", (mail: MailWorld) => void mail.roles.set(OWNER, "viewer")],
    ["somebody's who left", (mail: MailWorld) => void mail.roles.delete(OWNER)],
    ["for an address that was deleted", (mail: MailWorld) => mail.world.kernel.mailMembers.forget(SITE, OWNER)],
  ])("is not sent once it is %s", async (_, change) => {
    const mail = await mailWorld();
    mail.address(OWNER);
    const id = mail.submit();
    mail.answer(later);
    await mail.ring();
    change(mail, id);
    mail.answer({ isSent: true });
    mail.world.powers.clock.now += MAIL_BACKOFF_MS;
    await mail.ring();
    expect([mail.got.length, states(mail)]).toEqual([1, []]);
  });
});

describe("without a mail server", () => {
  test("letters stay listed with their text, and no address is taken", async () => {
    const mail = await mailWorld("no mail server");
    mail.submit({ message: "Ahoy" });
    const { kernel, run } = mail.world;
    // Nothing waits, so no submission wakes the site for its letter.
    expect(kernel.letters.nextDue()).toBeUndefined();
    await mail.ring();
    const { sends, letters } = readMail(kernel, SITE, { member: OWNER, isReader: true });
    expect([sends, letters.map(({ state, title }) => [state, title])]).toEqual([false, [["kept", "Contact"]]]);
    expect(readLetter(kernel, SITE, letters[0]?.id ?? "").text).toContain("Ahoy");
    await expect(run("mail.address", { address: "ann@harbour.example" })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a mail server that fails", () => {
  test("is asked again, twice as late each time, for two days", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    mail.submit();
    mail.answer(later);
    const begun = mail.world.powers.clock.now;
    const waits: number[] = [];
    while (states(mail)[0] !== "dead") {
      await mail.ring();
      const due = mail.world.kernel.letters.nextDue();
      if (due === undefined) break;
      waits.push(due - mail.world.powers.clock.now);
      mail.world.powers.clock.now = due;
    }
    expect(waits.slice(0, 3)).toEqual([MAIL_BACKOFF_MS, 2 * MAIL_BACKOFF_MS, 4 * MAIL_BACKOFF_MS]);
    expect(Math.max(...waits)).toBe(MAIL_BACKOFF_MAX_MS);
    expect(mail.world.powers.clock.now - begun).toBeGreaterThanOrEqual(MAIL_TRIED_MS);
    expect(mail.world.powers.clock.now - begun).toBeLessThan(MAIL_TRIED_MS + MAIL_BACKOFF_MAX_MS);
    expect(new Set(mail.got.map(({ id }) => id)).size).toBe(1);
    expect(audited(mail).map(({ outcome }) => outcome)).toEqual(["refused"]);
  });

  test.each([
    [-1, "waiting"],
    [0, "dead"],
    [1, "dead"],
  ])("is given up %i ms after the last moment to try", async (beside, state) => {
    const mail = await mailWorld();
    mail.address(OWNER);
    mail.submit();
    await mail.world.kernel.delivery.run();
    mail.answer(later);
    mail.world.powers.clock.now += MAIL_TRIED_MS + beside;
    await mail.ring();
    expect(states(mail)).toEqual([state]);
  });

  test("ends a letter that it never takes, with a short reason", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    mail.submit();
    mail.answer({ isSent: false, isFinal: true, reason: `x\r\n${"y".repeat(MAIL_FAILURE_MAX_CHARS)}` });
    await mail.ring();
    const [letter] = mail.world.kernel.letters.last(SITE, 1);
    expect([letter?.state, letter?.failure?.length]).toEqual(["dead", MAIL_FAILURE_MAX_CHARS]);
    expect(letter?.failure).not.toMatch(/[\r\n]/);
  });

  test("gets the same letter with the same id after the process ended between the sending and the record", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    mail.submit();
    await mail.world.kernel.delivery.run();
    const { letters } = mail.world.kernel;
    const [sent, failed] = [letters.sent.bind(letters), letters.failed.bind(letters)];
    letters.sent = letters.failed = () => {
      throw new Error("killed");
    };
    expect(await mail.ring()).not.toEqual([]);
    Object.assign(letters, { sent, failed });
    await mail.ring();
    expect(mail.got.length).toBeGreaterThan(1);
    expect(new Set(mail.got.map(({ id }) => id)).size).toBe(1);
    expect(states(mail)).toEqual(["sent"]);
  });

  test("that hangs, or throws, costs one attempt", async () => {
    for (const answer of [() => new Promise<MailOutcome>(() => undefined), () => Promise.reject(new Error("no"))]) {
      const mail = await mailWorld({ wait: async () => undefined });
      mail.address(OWNER);
      mail.submit();
      mail.answer(answer);
      expect(await mail.ring()).toEqual([]);
      expect(mail.world.kernel.letters.last(SITE, 1)).toMatchObject([{ state: "waiting", attempts: 1 }]);
    }
  });
});

describe("a mail server that does not confirm a letter", () => {
  test("gets it once, and members see the doubt", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    mail.submit();
    mail.answer({ isSent: true, doubt: "no confirmation\r\nin time" });
    await mail.ring();
    mail.world.powers.clock.now += MAIL_TRIED_MS;
    await mail.ring();
    expect(mail.got).toHaveLength(1);
    expect(readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true }).letters).toMatchObject([
      { state: "sent", failure: "no confirmation in time" },
    ]);
  });
});

describe("a letter that fails inside the workspace", () => {
  test("ends if it cannot be written, and the others are sent once", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    const broken = mail.submit();
    for (let n = 1; n < MAIL_AT_ONCE; n += 1) mail.submit();
    await mail.world.kernel.delivery.run();
    const { letterSources } = mail.world.kernel;
    const submission = letterSources.submission.bind(letterSources);
    Object.assign(letterSources, {
      submission(site: string, number: number) {
        if (number === broken) throw new RangeError("it renders more parts than allowed");
        return submission(site, number);
      },
    });
    const slow = Promise.withResolvers<MailOutcome>();
    mail.answer(() => slow.promise);
    const running = mail.world.kernel.delivery.run();
    await expect.poll(() => mail.got.length).toBe(MAIL_AT_ONCE - 1);
    slow.resolve({ isSent: true });
    expect((await running).map(String)).toEqual(["RangeError: it renders more parts than allowed"]);
    await mail.ring();
    expect(mail.got).toHaveLength(MAIL_AT_ONCE - 1);
    expect(states(mail).toSorted()).toEqual(["dead", ...Array.from({ length: MAIL_AT_ONCE - 1 }, () => "sent")]);
    expect(audited(mail).filter(({ outcome }) => outcome === "refused")).toHaveLength(1);
  });

  test("waits while nobody can say who may read it", async () => {
    const [asked, error] = [Promise.withResolvers<void>(), new Error("the control plane is gone")];
    let isGone = true;
    const mail = await mailWorld({
      roleOf: async () => {
        asked.resolve();
        if (isGone) throw error;
        return "owner";
      },
    });
    mail.address(OWNER);
    mail.submit();
    // The log gets the fault itself.
    expect(await mail.world.kernel.chores.run()).toContain(error);
    await asked.promise;
    expect(mail.world.kernel.letters.last(SITE, 1)).toMatchObject([{ state: "waiting", attempts: 1 }]);
    isGone = false;
    mail.world.powers.clock.now += MAIL_BACKOFF_MS;
    await mail.ring();
    expect(states(mail)).toEqual(["sent"]);
  });
});

describe("the outbox is bounded", () => {
  const fill = ({ world }: MailWorld, letters: number): void => {
    for (let n = 1; n <= letters; n += 1)
      world.kernel.letters.add({ site: SITE, kind: "form", source: `full-${n}`, member: "" });
  };

  test.each([
    [MAIL_WAITING_MAX - 1, "waiting", null],
    [MAIL_WAITING_MAX, "kept", "too many letters waited"],
    [MAIL_WAITING_MAX + 1, "kept", "too many letters waited"],
  ])("with %i waiting letters of a site, a further one is %s", async (letters, state, failure) => {
    const mail = await mailWorld();
    fill(mail, letters);
    mail.submit();
    expect(readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true }).letters[0]).toMatchObject({
      state,
      failure,
      title: "Contact",
    });
    expect(states(mail).filter((one) => one === "waiting")).toHaveLength(MAIL_WAITING_MAX);
  });

  test("and a code passes all other letters", async () => {
    const mail = await mailWorld();
    mail.roles.set("ed", "editor");
    mail.address("ed");
    mail.world.kernel.mailMembers.choose(SITE, "ed", null, true);
    for (let n = 0; n < MAIL_AT_ONCE; n += 1) mail.submit();
    await mail.world.kernel.delivery.run();
    fill(mail, MAIL_WAITING_MAX);
    mail.world.powers.clock.now += 1;
    await mail.world.run("mail.address", { address: "ann@harbour.example" });
    await mail.world.kernel.delivery.run();
    expect(mail.got.map(({ to }) => to)).toContain("ann@harbour.example");
  });

  test("and one letter reaches everybody who wants it, or waits for room", async () => {
    const mail = await mailWorld();
    for (const member of ["ann", "ed", "ida"]) {
      mail.roles.set(member, "owner");
      mail.address(member);
    }
    mail.submit();
    mail.submit();
    mail.submit();
    const all = mail.world.kernel.letters.last(SITE, 3).toReversed();
    fill(mail, MAIL_WAITING_MAX - all.length);
    const { letters } = mail.world.kernel;
    expect(all.map((letter) => letters.addressTo(letter, ["ann", "ed", "ida"]))).toEqual([true, false, false]);
    expect(
      letters
        .last(SITE, 3)
        .map(({ member }) => member)
        .toSorted(),
    ).toEqual(["ann", "ed", "ida"]);
    expect(states(mail).filter((one) => one === "waiting")).toHaveLength(MAIL_WAITING_MAX + 2);
  });

  test("and a letter without room is addressed later", async () => {
    const mail = await mailWorld();
    for (const member of [OWNER, "ann"]) {
      mail.roles.set(member, "owner");
      mail.address(member);
    }
    for (let n = 0; n < 2; n += 1) mail.submit();
    fill(mail, MAIL_WAITING_MAX - 2);
    await mail.world.kernel.delivery.run();
    for (let turn = 0; turn < 8; turn += 1) {
      mail.world.powers.clock.now += MAIL_BACKOFF_MAX_MS;
      for (let ring = 0; ring < 8; ring += 1) await mail.ring();
    }
    expect([mail.got.length, states(mail)]).toEqual([4, Array.from({ length: 4 }, () => "sent")]);
  });

  test.each([-1, 0, 1])("%i beside the listed letters", async (beside) => {
    const mail = await mailWorld();
    for (let n = 0; n < MAIL_LISTED_MAX + beside; n += 1) mail.submit();
    for (const letter of mail.world.kernel.letters.last(SITE, MAIL_LISTED_MAX + 1))
      mail.world.kernel.letters.keep(letter);
    mail.world.kernel.letters.sweep();
    expect(states(mail)).toHaveLength(Math.min(MAIL_LISTED_MAX, MAIL_LISTED_MAX + beside));
  });

  test("and one turn sends a few letters, an hour no more than the site may", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    for (let n = 0; n < MAIL_AT_ONCE + 1; n += 1) mail.submit();
    await mail.world.kernel.delivery.run();
    await mail.world.kernel.delivery.run();
    expect(mail.got.length).toBeLessThanOrEqual(MAIL_AT_ONCE);
    for (let n = 0; n < MAIL_PER_SITE; n += 1) mail.submit();
    for (let turn = 0; turn < 10; turn += 1) await mail.ring();
    expect(mail.got).toHaveLength(MAIL_PER_SITE_BY_VISITORS);
    const waiting = MAIL_PER_SITE + MAIL_AT_ONCE + 1 - MAIL_PER_SITE_BY_VISITORS;
    expect(states(mail).filter((state) => state === "waiting")).toHaveLength(waiting);
    expect(mail.world.kernel.letters.last(SITE, 1)[0]?.attempts).toBe(0);
    const left = mail.world.kernel.rateLimits.spend("mail-tenant", "").remaining;
    expect(left).toBe(MAIL_PER_TENANT - MAIL_PER_SITE_BY_VISITORS - 1);
  });
});

describe("visitors' letters leave room", () => {
  const logins = (mail: MailWorld, count: number): void => {
    for (let n = 0; n < count; n += 1)
      mail.world.kernel.letters.add({ site: SITE, kind: "login", source: `login-${n}`, member: OWNER });
  };
  const waiting = (mail: MailWorld, kind: string): number =>
    mail.world.kernel.letters.last(SITE, 5_000).filter((one) => one.kind === kind && one.state === "waiting").length;

  test.each([-1, 0, 1])("for as many others: %i beside the bound", async (beside) => {
    const mail = await mailWorld();
    for (let n = 0; n < MAIL_WAITING_MAX; n += 1)
      mail.world.kernel.letters.add({ site: SITE, kind: n % 2 ? "form" : "confirm", source: `${n}`, member: "" });
    logins(mail, MAIL_WAITING_MAX + beside);
    expect(waiting(mail, "login")).toBe(Math.min(MAIL_WAITING_MAX, MAIL_WAITING_MAX + beside));
    mail.submit();
    expect(waiting(mail, "form")).toBe(MAIL_WAITING_MAX / 2);
  });

  test("and go after the others, whichever came first", async () => {
    const mail = await mailWorld();
    mail.address(OWNER);
    for (let n = 0; n < MAIL_AT_ONCE; n += 1) mail.submit();
    mail.world.powers.clock.now += 1;
    logins(mail, MAIL_AT_ONCE);
    expect(mail.world.kernel.letters.due(MAIL_AT_ONCE).map(({ kind }) => kind)).toEqual(
      Array.from({ length: MAIL_AT_ONCE }, () => "login"),
    );
  });

  test.each([-1, 0, 1])("in an hour, too: %i beside the reserve", async (beside) => {
    const mail = await mailWorld();
    mail.address(OWNER);
    const reserve = MAIL_PER_SITE - MAIL_PER_SITE_BY_VISITORS;
    for (let n = 0; n < MAIL_PER_SITE_BY_VISITORS + 1; n += 1) mail.submit();
    for (let turn = 0; turn < 10; turn += 1) await mail.ring();
    expect(mail.got).toHaveLength(MAIL_PER_SITE_BY_VISITORS);
    logins(mail, reserve + beside);
    for (let turn = 0; turn < 10; turn += 1) await mail.ring();
    expect(mail.got).toHaveLength(MAIL_PER_SITE_BY_VISITORS + Math.min(reserve, reserve + beside));
  });

  test.each([MAIL_PER_TENANT_BY_VISITORS - 1, MAIL_PER_TENANT_BY_VISITORS, MAIL_PER_TENANT_BY_VISITORS + 1])(
    "at all sites of a tenant, which sent %i of visitors",
    async (sent) => {
      const mail = await mailWorld();
      mail.address(OWNER);
      for (let n = 0; n < sent; n += 1) mail.world.kernel.rateLimits.spend("mail-tenant-visitors", "");
      mail.submit();
      await mail.ring();
      expect(mail.got).toHaveLength(sent < MAIL_PER_TENANT_BY_VISITORS ? 1 : 0);
      logins(mail, 1);
      await mail.ring();
      expect(mail.got.filter(({ subject }) => subject.includes("login"))).toHaveLength(1);
    },
  );
});
