import { describe, expect, test } from "vitest";
import type { MailOutcome, ReadyLetter } from "../../../runtime/mail/power.ts";
import { smtpMail } from "../../../sites/machine/mail/smtpMail.ts";
import { type SmtpBehaviour, type SmtpServer, smtpServer } from "../../support/smtpServer.ts";

/** Mail servers that lie, hang, refuse and strip TLS, and letters that try to write headers. */

const LETTER: ReadyLetter = {
  id: "letter-1",
  to: "ann@harbour.example",
  from: "Saltmarrow",
  replyTo: "vela@tide.example",
  subject: "Contact: a new message",
  text: "Hello",
  html: "<p>Hello</p>",
};
/** The signal of a workspace that waits for as long as it takes. */
const NEVER = new AbortController().signal;
const TIMED_OUT: MailOutcome = {
  isSent: false,
  isFinal: false,
  reason: "the mail server did not answer in time",
};

const mailTo = ({ port, cert }: SmtpServer, isTlsFirst = false, ca = cert, patienceMs?: number) =>
  smtpMail(
    { host: "localhost", port, isTlsFirst, user: "site", password: "s3cret", from: "site@harbour.example", ca },
    patienceMs,
  );

async function tried(behaviour: SmtpBehaviour, letter: Partial<ReadyLetter> = {}) {
  await using server = await smtpServer(behaviour);
  const outcome = await mailTo(server, behaviour.isTlsFirst).send({ ...LETTER, ...letter }, NEVER);
  return { outcome, ...server, headers: server.messages[0]?.split("\n\n", 1)[0] ?? "" };
}

test.each([true, false])("a letter arrives over TLS, from the start: %s", async (isTlsFirst) => {
  const { outcome, messages, headers, plain } = await tried({ isTlsFirst });
  expect(outcome).toEqual({ isSent: true });
  expect(messages).toHaveLength(1);
  expect(headers).toMatch(/^From: Saltmarrow <site@harbour\.example>$/m);
  expect(headers).toMatch(/^To: ann@harbour\.example$/m);
  expect(headers).toMatch(/^Reply-To: vela@tide\.example$/m);
  expect(headers).toMatch(/^Message-ID: <letter-1@harbour\.example>$/m);
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(plain.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([]);
});

test("a letter to a subscriber has the headers of a button that unsubscribes, and no other letter has", async () => {
  const unsubscribe = `https://harbour.example/api/forms/home.news/leave?secret=12.${"a1".repeat(18)}`;
  const { headers } = await tried({}, { unsubscribe });
  const unfolded = headers.replaceAll(/\n\s+/g, " ");
  expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribe}>`);
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect((await tried({})).headers).not.toContain("List-Unsubscribe");
});

describe("a link is whole in the plain text", () => {
  const LINK = `https://harbour.example/api/forms/home.contact/confirm?confirmed=${"a1".repeat(60)}&a=b`;
  const plainOf = (message = ""): string => /text\/plain[\s\S]*?\n\n([\s\S]*?)\n--/.exec(message)?.[1] ?? "";

  test("as it is, in lines of ASCII, however long it is", async () => {
    const { messages } = await tried({}, { text: `Confirm:\n${LINK}\n.\nBye` });
    expect(plainOf(messages[0])).toContain(`Confirm:\n${LINK}\n`);
  });

  test.each([
    ["with other signs", `Bestätigen:\n${LINK}`],
    ["with a line that mail does not carry", `${"x".repeat(999)}\n${LINK}`],
    ["with a control", `\u0007\n${LINK}`],
  ])("or as bytes, in a text %s", async (_, text) => {
    const { messages } = await tried({}, { text });
    const encoded = plainOf(messages[0]);
    expect(Math.max(...encoded.split("\n").map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(Buffer.from(encoded, "base64").toString("utf8")).toBe(text.replaceAll("\n", "\r\n"));
  });

  test.each([997, 998, 999])("and a line of %i signs is encoded beyond 998", async (length) => {
    const { messages } = await tried({}, { text: "x".repeat(length) });
    expect(plainOf(messages[0]).includes("x".repeat(length))).toBe(length <= 998);
  });
});

describe("TLS is never left out", () => {
  test("a server that offers none gets neither password nor letter", async () => {
    const { outcome, plain, messages } = await tried({ hasStartTls: false });
    expect(outcome).toMatchObject({ isSent: false, isFinal: false });
    expect([messages, plain.filter((line) => /AUTH|MAIL|RCPT|DATA/.test(line))]).toEqual([[], []]);
  });

  test("a server that takes STARTTLS back gets nothing", async () => {
    const { outcome, plain } = await tried({ says: { STARTTLS: "454 not now" } });
    expect(outcome).toMatchObject({ isSent: false, isFinal: false });
    expect(plain.filter((line) => /AUTH|MAIL|RCPT|DATA/.test(line))).toEqual([]);
  });

  test.each([true, false])(
    "a server with another's certificate gets nothing, from the start: %s",
    async (isTlsFirst) => {
      await using server = await smtpServer({ isTlsFirst });
      await using other = await smtpServer();
      const outcome = await mailTo(server, isTlsFirst, other.cert).send(LETTER, NEVER);
      expect(outcome).toMatchObject({ isSent: false, isFinal: false });
      expect([server.messages, server.lines.filter((line) => /AUTH|MAIL/.test(line))]).toEqual([[], []]);
    },
  );
});

describe("a refusal", () => {
  const later = (code: number): MailOutcome => ({
    isSent: false,
    isFinal: false,
    reason: `the mail server did not take it (${code})`,
  });

  test.each([
    ["RCPT", "450 ann@harbour.example is busy", later(450)],
    ["RCPT", "550 no ann@harbour.example here", { ...later(550), isFinal: true }],
    ["MAIL", "421 try tomorrow", later(421)],
    ["MAIL", "550 not you", later(550)],
    [".", "451 disk full", later(451)],
    [".", "554 spam", { ...later(554), isFinal: true }],
    ["AUTH", "535 wrong", { ...later(535), reason: "the mail server refused the user or the password (535)" }],
  ])("of %s by %j names no receiver", async (command, said, outcome) => {
    const { outcome: got } = await tried({ says: { [command]: said } });
    expect(got).toMatchObject({ isFinal: (outcome as { isFinal: boolean }).isFinal });
    expect(JSON.stringify(got)).not.toMatch(/ann|harbour|busy|spam/);
    expect(JSON.stringify(got)).toContain(said.slice(0, 3));
  });

  test.each(["greeting", "EHLO", "STARTTLS", "RCPT", "DATA"])(
    "that never comes, after %s, is waited for briefly",
    async (command) => {
      await using server = await smtpServer({ says: { [command]: "hang" } });
      expect(await mailTo(server, false, server.cert, 100).send(LETTER, NEVER)).toEqual(TIMED_OUT);
      await expect.poll(() => server.open()).toBe(0);
    },
  );

  test("that comes slowly, step by step, is not waited for longer than all may take", async () => {
    await using server = await smtpServer({ isTlsFirst: true, pauseMs: 60 });
    expect(await mailTo(server, true, server.cert, 200).send(LETTER, NEVER)).toEqual(TIMED_OUT);
    await expect.poll(() => server.open()).toBe(0);
    expect(server.messages).toEqual([]);
  });

  test("that comes too late for the workspace ends the connection", async () => {
    await using server = await smtpServer({ says: { RCPT: "hang" } });
    const over = new AbortController();
    const outcome = mailTo(server).send(LETTER, over.signal);
    await expect.poll(() => server.lines.at(-1)).toMatch(/^RCPT/);
    over.abort();
    expect(await outcome).toEqual(TIMED_OUT);
    await expect.poll(() => server.open()).toBe(0);
  });

  test("that never comes after the whole letter is no reason to send it again", async () => {
    await using server = await smtpServer({ says: { ".": "hang" } });
    const over = new AbortController();
    const outcome = mailTo(server).send(LETTER, over.signal);
    await expect.poll(() => server.messages.length).toBe(1);
    over.abort();
    expect(await outcome).toEqual({ isSent: true, doubt: "the mail server did not confirm it in time" });
  });

  test.each(["not SMTP at all", "999 what", "250 \u0000"])("that is no SMTP: %j", async (greeting) => {
    const { outcome, messages } = await tried({ says: { greeting } });
    expect([outcome.isSent, messages]).toEqual([false, []]);
  });
});

test.each(["vela@tide.example", 'x" <all@evil.example>', "a@b.example> NOTIFY=SUCCESS"])(
  "bounces go to the deployment's own address, whatever a letter says: %s",
  async (text) => {
    const { lines } = await tried({}, { from: text, replyTo: text, subject: text });
    const senders = lines.filter((line) => line.startsWith("MAIL FROM"));
    expect(senders).toHaveLength(1);
    expect(senders[0]).toMatch(/^MAIL FROM:<site@harbour\.example>(?: |$)/);
    expect(senders[0]).not.toMatch(/NOTIFY|RET=|ENVID/);
  },
);

describe("no text becomes a header", () => {
  const ATTACKS = [
    "x\r\nBcc: all@evil.example",
    "x\nBcc: all@evil.example",
    "x\r\n\r\nbody",
    'x" <all@evil.example>, "y',
  ];

  test.each(ATTACKS)("%j", async (attack) => {
    const { headers, lines } = await tried({}, { subject: attack, from: attack, text: attack, html: attack });
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(headers.match(/^From:/gim)).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<ann@harbour.example>"]);
  });

  test.each([
    "ann@harbour.example, all@evil.example",
    "ann@harbour.example\r\nRCPT TO:<all@evil.example>",
    "ann@harbour.example> SIZE=1\r\nDATA",
  ])("nor a receiver: %j", async (to) => {
    const { lines } = await tried({}, { to, replyTo: to });
    expect(lines.filter((line) => line.startsWith("RCPT TO:<all"))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("RCPT")).length).toBeLessThanOrEqual(1);
  });

  test("nor the end of a letter", async () => {
    const { messages } = await tried({}, { text: "one\r\n.\r\nMAIL FROM:<x@evil.example>\r\n" });
    expect(messages).toHaveLength(1);
  });
});
