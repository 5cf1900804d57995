import { beforeEach, describe, expect, test } from "vitest";
import { MAIL_INVITES_PER_WINDOW } from "../../../manifests/bounds/forms.ts";
import { readMail } from "../../../runtime/mail/reading.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { SITE } from "../kernel/world.ts";
import { type MailWorld, OWNER, mailWorld } from "./mailWorld.ts";

const ORIGIN = "https://acme.example";
let mail: MailWorld;
let link: string;
let made: ShareLinkMade;

beforeEach(async () => {
  mail = await mailWorld();
  made = await mail.world.run<ShareLinkMade>("share.create", { name: "Ida", days: 7, remarks: true });
  link = ORIGIN + made.path;
});

const send = (input: object = {}): Promise<unknown> =>
  mail.world.run("mail.share", { address: "ida@tide.example", link, ...input });
const kept = (): unknown[] => mail.world.powers.sql.all("SELECT address FROM mail_enclosures");

describe("a link to the draft", () => {
  test.each([
    ["en", "the draft is for you to see"],
    ["de", "der Entwurf zum Ansehen"],
    ["pl", "wersja robocza"],
    ["ja", "下書きをご覧ください"],
  ])(
    "reaches a person without an account in the language %s, and leaves no address behind",
    async (language, subject) => {
      await send({ language });
      expect(kept()).toHaveLength(1);
      expect(await mail.ring()).toEqual([]);
      expect(mail.got).toMatchObject([{ to: "ida@tide.example", replyTo: null }]);
      expect(mail.got[0]?.subject).toContain(subject);
      expect(mail.got[0]?.text).toContain(`\n${link}\n`);
      expect(kept()).toEqual([]);
      expect(JSON.stringify(mail.world.powers.sql.all("SELECT * FROM mail_letters"))).not.toMatch(/tide|_draft/);
    },
  );

  test("is not sent once it was taken back, or is over", async () => {
    await send();
    await mail.world.run("share.remove", { link: made.id });
    await mail.ring();
    const other = await mail.world.run<ShareLinkMade>("share.create", { name: "Ida", days: 1 });
    await send({ link: ORIGIN + other.path });
    mail.world.powers.clock.now += 24 * 60 * 60 * 1000;
    await mail.ring();
    expect([mail.got, mail.world.kernel.letters.nextDue()]).toEqual([[], undefined]);
    mail.world.kernel.mailEnclosures.sweep();
    expect(kept()).toEqual([]);
  });

  test.each(["0".repeat(36), "end", "remarks"])("is none that nobody made: %s is not sent", async (secret) => {
    await send({ link: `${ORIGIN}/_draft/${secret}` });
    await mail.ring();
    expect(mail.got).toEqual([]);
  });

  test("cannot be read by members while it waits", async () => {
    mail.answer({ isSent: false, isFinal: false, reason: "450" });
    await send();
    await mail.ring();
    expect(readMail(mail.world.kernel, SITE, { member: OWNER, isReader: true }).letters).toMatchObject([
      { kind: "share", state: "waiting", isReadable: false },
    ]);
  });

  test.each([
    `https://evil.example/_draft/${"0".repeat(36)}`,
    `https://acme.example.evil.example/_draft/${"0".repeat(36)}`,
    `https://acme.example@evil.example/_draft/${"0".repeat(36)}`,
    `${ORIGIN}/_draft/`,
    `${ORIGIN}/_draft/${"0".repeat(36)}/`,
    `${ORIGIN}/_draft/${"0".repeat(36)}?to=evil.example`,
    `${ORIGIN}/_draft/${"0".repeat(36)}#x`,
    `${ORIGIN}/_draft/../old/${"0".repeat(36)}`,
    `${ORIGIN}/_editor/join#${"s".repeat(43)}`,
    "javascript:alert(1)",
  ])("leads to this site's draft alone: %j is refused", async (other) => {
    await expect(send({ link: other })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });

  test.each(["ida@tide.example, all@evil.example", "ida@tide.example\r\nBcc: x@evil.example", ""])(
    "has one receiver: %j is refused",
    async (address) => {
      await expect(send({ address })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    },
  );

  test("takes from the same share of a day as invitations", async () => {
    for (let n = 1; n < MAIL_INVITES_PER_WINDOW; n += 1) await send();
    const invitation = { address: "ida@tide.example", link: `${ORIGIN}/_editor/join#${"s".repeat(43)}` };
    await mail.world.run("mail.invite", invitation);
    await expect(send()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("is refused without a mail server", async () => {
    const silent = await mailWorld("no mail server");
    await expect(silent.world.run("mail.share", { address: "ida@tide.example", link })).rejects.toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "no_mail_server" },
    });
  });
});
