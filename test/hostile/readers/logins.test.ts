/** Attacks on the sign-in of readers: other people's letters, used links, guesses, cannons. */
import { describe, expect, test } from "vitest";
import {
  READER_FIRST_LETTERS,
  READER_LETTERS_PER_ADDRESS,
  READER_LETTERS_PER_CLIENT,
  READER_LETTERS_TO_CHOSEN,
  READER_LETTERS_TO_READERS,
  READER_LETTERS_TO_STRANGERS,
  READER_LINK_MS,
  READER_SESSION_MS,
  READER_SESSIONS_MAX,
} from "../../../manifests/bounds/logins.ts";
import { LIST_ROWS } from "../../../manifests/bounds/api.ts";
import { MAIL_PER_SITE_BY_VISITORS } from "../../../manifests/bounds/forms.ts";
import { SITE, page } from "../../runtime/kernel/world.ts";
import { bodyOf, loginIn, readersWorld, secretOf } from "../../runtime/readers/readersWorld.ts";

const site = (settings: object = {}) =>
  readersWorld({ home: page("/"), members: page("/members", { audience: ["readers"] }) }, settings);

const rows = (at: Awaited<ReturnType<typeof site>>, table: string): number =>
  at.world.powers.sql.all(`SELECT * FROM ${table}`).length;

describe("a sign-in link", () => {
  test("does nothing when a program opens it, and works once when a person presses the button", async () => {
    const at = await site();
    await at.ask("ann@tide.example");
    await at.ring();
    const secret = secretOf(at.got[0]);
    for (let n = 0; n < 3; n += 1) expect(bodyOf(await at.act({ do: "open", secret }))).toContain(secret);
    expect([rows(at, "readers"), rows(at, "reader_logins")]).toEqual([0, 0]);
    const first = await at.act({ do: "enter", secret });
    expect(first).toMatchObject({ to: "/members", login: { forMs: READER_SESSION_MS } });
    const second = await at.act({ do: "enter", secret });
    expect(second).toMatchObject({ answer: { status: 410 } });
    expect([rows(at, "readers"), rows(at, "reader_logins")]).toEqual([1, 1]);
  });

  test.each([
    [READER_LINK_MS - 1, true],
    [READER_LINK_MS, false],
    [READER_LINK_MS + 1, false],
  ])("is valid after %i ms: %s", async (ms, isValid) => {
    const at = await site();
    await at.ask("ann@tide.example");
    await at.ring();
    at.world.powers.clock.now += ms;
    expect(loginIn(await at.act({ do: "enter", secret: secretOf(at.got[0]) })) !== "").toBe(isValid);
  });

  test("stays in no table as it is", async () => {
    const at = await site();
    const login = await at.signIn("ann@tide.example");
    await at.ask("ann@tide.example");
    await at.ring();
    const secrets = [login, ...at.got.map(secretOf)];
    const tables = at.world.powers.sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    const whole = JSON.stringify(tables.map(({ name }) => at.world.powers.sql.all(`SELECT * FROM "${name}"`)));
    for (const secret of secrets) expect(whole).not.toContain(secret);
  });

  test.each(["", "0".repeat(64), "../".repeat(20), "%00", "a".repeat(10_000)])("is no guess: %s", async (secret) => {
    const at = await site();
    expect(await at.act({ do: "enter", secret })).toMatchObject({ answer: { status: 410 } });
    expect((await at.visit("/members", secret)).status).toBe(403);
  });

  test.each([
    "https://evil.example/members",
    "//evil.example",
    "/\\evil.example",
    "/members?next=https://evil.example",
    "javascript:alert(1)",
    "/nowhere",
    "/api/auth/logout",
    "/_editor",
    "x".repeat(9_000),
  ])("leads to no place of a stranger's choice: %s", async (path) => {
    const at = await site();
    await at.ask("ann@tide.example", path);
    await at.ring();
    expect(await at.act({ do: "enter", secret: secretOf(at.got[0]) })).toMatchObject({ to: "/_reader" });
  });
});

describe("the answer to a request for a letter", () => {
  test("is the same for a reader, a stranger, and one whose letters are used up", async () => {
    const at = await site();
    await at.signIn("ann@tide.example");
    const answers = [await at.ask("ann@tide.example"), await at.ask("new@tide.example")];
    for (let n = 0; n < READER_LETTERS_PER_ADDRESS + 1; n += 1) answers.push(await at.ask("new@tide.example"));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("is the same where only invited people may sign in, and costs the same rows", async () => {
    const at = await site({ readers: "invited" });
    await at.world.run("reader.add", { address: "ann@tide.example" });
    const counts = () => ["reader_links", "mail_letters", "mail_enclosures"].map((table) => rows(at, table));
    const before = counts();
    const known = await at.ask("ann@tide.example");
    const between = counts();
    const unknown = await at.ask("eve@tide.example");
    expect(unknown).toEqual(known);
    const added = (from: number[], to: number[]): number[] => to.map((n, index) => n - (from[index] ?? 0));
    expect(added(between, counts())).toEqual(added(before, between));
    await at.ring();
    expect(at.got.map(({ to }) => to)).toEqual(["ann@tide.example"]);
    expect(loginIn(await at.act({ do: "enter", secret: secretOf(at.got[0]) }))).not.toBe("");
  });

  test("admits nobody who lost the invitation between letter and button", async () => {
    const at = await site({ readers: "invited" });
    const { id } = await at.world.run<{ id: string }>("reader.add", { address: "ann@tide.example" });
    await at.ask("ann@tide.example");
    await at.ring();
    await at.world.run("reader.remove", { reader: id });
    expect(await at.act({ do: "enter", secret: secretOf(at.got[0]) })).toMatchObject({ answer: { status: 410 } });
  });

  test.each(["", "ann", "ann@tide.example, eve@tide.example", "Ann <ann@tide.example>", "a\r\nBcc: eve@tide.example"])(
    "sends nothing to %j",
    async (address) => {
      const at = await site();
      expect(await at.ask(address)).toMatchObject({ answer: { status: 422 } });
      expect(rows(at, "mail_letters")).toBe(0);
    },
  );
});

describe("limits of letters", () => {
  test.each([
    [READER_LETTERS_PER_ADDRESS - 1, 0],
    [READER_LETTERS_PER_ADDRESS, 0],
    [READER_LETTERS_PER_ADDRESS + 1, 1],
  ])("of %i letters to one mailbox in several spellings, %i go to nobody", async (times, held) => {
    const at = await site();
    const spellings = ["victim@tide.example", "Victim@tide.example", "victim+x@tide.example", "VICTIM@TIDE.example"];
    for (let n = 0; n < times; n += 1) await at.ask(spellings[n % spellings.length] ?? "");
    await at.ring();
    expect(at.got).toHaveLength(times - held);
  });

  test("cannot be turned against a person: an earlier link is valid until the next letter may leave", async () => {
    const at = await site();
    for (let n = 0; n < READER_LETTERS_PER_ADDRESS * 3; n += 1) await at.ask("victim@tide.example");
    await at.ring();
    const { clock } = at.world.powers;
    for (let waited = 0; waited < READER_LINK_MS * 3; waited += READER_LINK_MS / 12) {
      const before = at.got.length;
      await at.ask("victim@tide.example");
      await at.ring();
      const usable = at.got.some((letter) => {
        const digest = at.world.powers.sql.all<{ digest: string }>(
          "SELECT digest FROM reader_links WHERE ends_at > ?",
          clock.now,
        );
        return digest.length > 0 && secretOf(letter) !== "";
      });
      expect(usable || at.got.length > before).toBe(true);
      clock.now += READER_LINK_MS / 12;
    }
    expect(loginIn(await at.act({ do: "enter", secret: secretOf(at.got.at(-1)) }))).not.toBe("");
  });

  test.each([
    [READER_LETTERS_PER_CLIENT - 1, 200],
    [READER_LETTERS_PER_CLIENT, 200],
    [READER_LETTERS_PER_CLIENT + 1, 429],
  ])("one network address asks %i times, and the last answer has status %i", async (times, status) => {
    const at = await site();
    let last: unknown;
    for (let n = 0; n < times; n += 1) last = await at.ask(`one-${n}@tide.example`, "/members", "office");
    expect(last).toMatchObject({ answer: { status } });
    expect(await at.ask("two@tide.example", "/members", "home")).toMatchObject({ answer: { status: 200 } });
  });

  const known = (at: Awaited<ReturnType<typeof site>>, count: number, groups: string[] = []): string[] =>
    Array.from({ length: count }, (_, n) => {
      const address = `${groups.join("")}${n}@evil.example`;
      at.world.kernel.readers.add(SITE, { id: `r${groups.join("")}${n}`, address, groups, madeBy: "" });
      return address;
    });

  test.each([
    [READER_LETTERS_TO_READERS - 1, 0],
    [READER_LETTERS_TO_READERS, 0],
    [READER_LETTERS_TO_READERS + 1, 1],
  ])("of %i letters to readers of a site, %i go to nobody", async (times, held) => {
    const at = await site();
    for (const address of known(at, times)) await at.ask(address);
    await at.ring();
    expect(at.got).toHaveLength(times - held);
  });

  test.each([
    [READER_LETTERS_TO_CHOSEN - 1, 0],
    [READER_LETTERS_TO_CHOSEN, 0],
    [READER_LETTERS_TO_CHOSEN + 1, 1],
  ])("of %i letters to readers in groups, %i go to nobody", async (times, held) => {
    const at = await site();
    for (const address of known(at, times, ["paid"])) await at.ask(address);
    await at.ring();
    expect(at.got).toHaveLength(times - held);
  });

  test("many accounts of one attacker take no letter of a reader in a group, or of one whom a member added", async () => {
    const at = await site();
    const [paid = ""] = known(at, 1, ["paid"]);
    await at.world.run("reader.add", { address: "ann@tide.example" });
    for (const address of known(at, READER_LETTERS_TO_READERS + 1)) await at.ask(address);
    await at.ring();
    expect(at.got).toHaveLength(READER_LETTERS_TO_READERS);
    for (const address of [paid, "ann@tide.example"]) await at.ask(address);
    await at.ring();
    expect(at.got.slice(-2).map(({ to }) => to)).toEqual([paid, "ann@tide.example"]);
  });

  test("a flood to readers and strangers leaves the letters that members cause, and some of forms", async () => {
    const at = await site();
    const addresses = [...known(at, 70), ...known(at, 70, ["paid"])];
    for (let n = 0; n < 3; n += 1) for (const address of addresses) await at.ask(address);
    for (let n = 0; n < 70; n += 1) await at.ask(`stranger-${n}@evil.example`);
    await at.ring();
    expect(at.got.length).toBe(READER_LETTERS_TO_READERS + READER_LETTERS_TO_STRANGERS + READER_LETTERS_TO_CHOSEN);
    expect(at.got.length).toBeLessThan(MAIL_PER_SITE_BY_VISITORS);
    await at.world.run("reader.add", { address: "ann@tide.example", letter: true });
    await at.ring();
    expect(at.got.at(-1)?.to).toBe("ann@tide.example");
  });

  test("a member's invitation leaves before the letters of readers that wait", async () => {
    const at = await site();
    for (const address of known(at, 40)) await at.ask(address);
    await at.world.run("reader.add", { address: "ann@tide.example", letter: true });
    await at.world.kernel.delivery.run();
    expect(at.got.map(({ to }) => to)).toContain("ann@tide.example");
  });

  test("repeated requests for one address use up nothing of other readers", async () => {
    const at = await site();
    const [one = "", other = ""] = known(at, 2);
    for (let n = 0; n < READER_LETTERS_TO_READERS + 1; n += 1) await at.ask(one);
    await at.ask(other);
    await at.ring();
    expect(at.got.map(({ to }) => to)).toContain(other);
  });

  test.each([
    [READER_FIRST_LETTERS, 1],
    [READER_FIRST_LETTERS + 1, 1],
    [READER_LETTERS_PER_ADDRESS, 1],
  ])("accounts of one attacker that ask %i times use up no letter of other readers", async (times, got) => {
    const at = await site();
    const [other = "", ...attackers] = known(at, READER_LETTERS_TO_READERS);
    for (let n = 0; n < times; n += 1) for (const address of attackers) await at.ask(address);
    await at.ask(other);
    await at.ring();
    expect(at.got.filter(({ to }) => to === other)).toHaveLength(got);
  });

  test("a reader gets a second letter in an hour, unless strangers have flooded, and has a valid link then", async () => {
    const at = await site();
    const [one = ""] = known(at, 1);
    for (let n = 0; n < 2; n += 1) await at.ask(one);
    await at.ring();
    expect(at.got.map(({ to }) => to)).toEqual([one, one]);
    for (let n = 0; n < READER_LETTERS_TO_STRANGERS; n += 1) await at.ask(`stranger-${n}@evil.example`);
    await at.ask(one);
    await at.ring();
    expect(at.got.filter(({ to }) => to === one)).toHaveLength(2);
    const entered = await at.act({ do: "enter", secret: secretOf(at.got[0]) });
    expect(loginIn(entered)).not.toBe("");
  });

  test("letters that nobody gets hold no link, and push no other letter out of the members' list", async () => {
    const at = await site();
    await at.world.run("reader.add", { address: "ann@tide.example", letter: true });
    await at.ring();
    for (let n = 0; n < READER_LETTERS_TO_STRANGERS + 200; n += 1) await at.ask(`stranger-${n}@evil.example`);
    const links = at.world.powers.sql.all<{ link: string }>("SELECT link FROM mail_enclosures");
    expect(links.filter(({ link }) => link === "")).toHaveLength(200);
    at.world.kernel.letters.sweep();
    const listed = at.world.kernel.letters.last(SITE, LIST_ROWS).map(({ kind }) => kind);
    expect(listed).toContain("readerInvitation");
    expect(listed.filter((kind) => kind === "reader").length).toBe(Math.ceil(LIST_ROWS / 4));
  });

  test("a flood to strangers takes no letter of a reader with an account", async () => {
    const at = await site();
    await at.signIn("ann@tide.example");
    for (let n = 0; n < READER_LETTERS_TO_STRANGERS + 1; n += 1) await at.ask(`stranger-${n}@tide.example`);
    await at.ring();
    expect(at.got).toHaveLength(1 + READER_LETTERS_TO_STRANGERS - 1);
    await at.ask("ann@tide.example");
    await at.ring();
    expect(at.got.at(-1)?.to).toBe("ann@tide.example");
  });
});

describe("a login", () => {
  test.each([
    [READER_SESSION_MS - 1, 200],
    [READER_SESSION_MS, 403],
    [READER_SESSION_MS + 1, 403],
  ])("opens the page after %i ms with status %i", async (ms, status) => {
    const at = await site();
    const login = await at.signIn("ann@tide.example");
    at.world.powers.clock.now += ms;
    expect((await at.visit("/members", login)).status).toBe(status);
  });

  test.each([
    [READER_SESSIONS_MAX - 1, 200],
    [READER_SESSIONS_MAX, 403],
    [READER_SESSIONS_MAX + 1, 403],
  ])("is the oldest after %i further ones: status %i", async (further, status) => {
    const at = await site();
    const login = await at.signIn("ann@tide.example");
    for (let n = 0; n < further; n += 1) {
      at.world.powers.clock.now += READER_LINK_MS;
      expect(await at.signIn("ann@tide.example")).not.toBe("");
    }
    expect((await at.visit("/members", login)).status).toBe(status);
  });

  test("ends when the reader signs out, and with the account", async () => {
    const at = await site();
    const [one, two] = [await at.signIn("ann@tide.example"), await at.signIn("ann@tide.example")];
    expect(await at.act({ do: "leave", login: one })).toEqual({ to: "/", login: null });
    expect([(await at.visit("/members", one)).status, (await at.visit("/members", two)).status]).toEqual([403, 200]);
    expect(bodyOf(await at.act({ do: "look", login: two }))).toContain("ann@tide.example");
    await at.ask("ANN@tide.example");
    expect(await at.act({ do: "forget", login: two })).toEqual({ to: "/", login: null });
    expect((await at.visit("/members", two)).status).toBe(403);
    expect(["readers", "reader_logins", "reader_links"].map((table) => rows(at, table))).toEqual([0, 0, 0]);
  });

  test("is asked once more before its account goes, and a page that only asks changes nothing", async () => {
    const at = await site();
    const login = await at.signIn("ann@tide.example");
    const account = bodyOf(await at.act({ do: "look", login }));
    expect(account).toContain('href="/_reader/forget"');
    expect(account).not.toContain('action="/_reader/forget"');
    const asking = bodyOf(await at.act({ do: "doubt", login }));
    expect(asking).toContain('action="/_reader/forget"');
    expect(asking).toContain('<a href="/_reader">');
    expect(["readers", "reader_logins"].map((table) => rows(at, table))).toEqual([1, 1]);
    for (const nobody of ["", "0".repeat(64)])
      expect(await at.act({ do: "doubt", login: nobody })).toMatchObject({ answer: { status: 403 } });
  });

  test("of one site opens nothing at another, and is no member's", async () => {
    const at = await site();
    const login = await at.signIn("ann@tide.example");
    const other = await site();
    expect((await other.visit("/members", login)).status).toBe(403);
    expect(at.world.kernel.readers.count(SITE)).toBe(1);
    expect(rows(at, "mail_addresses")).toBe(0);
  });
});
