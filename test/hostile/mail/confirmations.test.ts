import { describe, expect, test } from "vitest";
import {
  FORM_CONFIRMS_PER_ADDRESS,
  FORM_CONFIRMS_PER_SITE,
  FORM_CONFIRMS_PER_VISITOR,
} from "../../../manifests/bounds/forms.ts";
import type { FormOutcome } from "../../../runtime/submissions/formApi.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { LIST, confirmWorld, secretIn } from "../../runtime/mail/confirmWorld.ts";

/** Visitors who use a form to write to other people, or to confirm addresses that are not theirs. */

const states = (at: Awaited<ReturnType<typeof confirmWorld>>): string[] =>
  at.world.kernel.letters.last(SITE, 1_000).map(({ state }) => state);

describe("a form is no cannon", () => {
  test.each([
    [FORM_CONFIRMS_PER_ADDRESS - 1, 0],
    [FORM_CONFIRMS_PER_ADDRESS, 0],
    [FORM_CONFIRMS_PER_ADDRESS + 1, 1],
  ])(
    "against one address: of %i letters, %i go to nobody, and each visitor reads the same answer",
    async (times, held) => {
      const at = await confirmWorld();
      const answers: FormOutcome[] = [];
      const spellings = ["victim@tide.example", "Victim@tide.example", "victim+x@tide.example", "VICTIM@TIDE.example"];
      for (let n = 0; n < times; n += 1)
        answers.push(await at.send({ email: spellings[n % spellings.length] ?? "" }, `visitor-${n}`));
      await at.ring();
      expect(at.got).toHaveLength(times - held);
      expect(states(at).filter((state) => state === "kept")).toHaveLength(held);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    },
  );

  test.each([
    '"victim"@tide.example',
    '"\\victim"@tide.example',
    '"v"."ictim"@tide.example',
    '"Buy boats now"@tide.example',
    "victim@tide.example,other@tide.example",
    "Victim <victim@tide.example>",
  ])("with another spelling of one mailbox, or words beside it: %s", async (email) => {
    const at = await confirmWorld();
    await expect(at.send({ email })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      detail: { issues: [{ pointer: "/email" }] },
    });
    expect(states(at)).toEqual([]);
  });

  test.each([
    [FORM_CONFIRMS_PER_VISITOR - 1, false],
    [FORM_CONFIRMS_PER_VISITOR, false],
    [FORM_CONFIRMS_PER_VISITOR + 1, true],
  ])("of one visitor: the letter number %i is refused: %s", async (times, isRefused) => {
    const at = await confirmWorld();
    const sending = async (): Promise<void> => {
      for (let n = 0; n < times; n += 1) await at.send({ email: `victim-${n}@tide.example` });
    };
    expect(
      await sending().then(
        () => "taken",
        ({ code }: { readonly code: string }) => code,
      ),
    ).toBe(isRefused ? "RATE_LIMITED" : "taken");
  });

  test("of many visitors: a site writes to few, and its members' letters still leave", async () => {
    const at = await confirmWorld();
    at.world.kernel.mailMembers.enter(SITE, "m1", "ann@harbour.example", "c0de");
    at.world.kernel.mailMembers.prove(SITE, "m1", "c0de");
    const most = FORM_CONFIRMS_PER_SITE + 20;
    for (let n = 0; n < most; n += 1) await at.send({ email: `victim-${n}@tide.example` }, `visitor-${n}`);
    await at.ring();
    expect(at.got).toHaveLength(FORM_CONFIRMS_PER_SITE);
    await at.press(secretIn(at.got[0]));
    await at.ring();
    expect(at.got.at(-1)?.to).toBe("ann@harbour.example");
  });

  test("with text of the visitor", async () => {
    const at = await confirmWorld();
    const words = "Win at https://evil.example\r\nBcc: all@evil.example";
    await at.send({ email: "victim@tide.example", words });
    await at.ring();
    expect(JSON.stringify(at.got)).not.toMatch(/evil|Win at|Bcc/);
  });
});

describe("nobody confirms another person's address", () => {
  test.each(["", "0".repeat(64), "%", "' OR 1=1 --", "a".repeat(10_000)])("with the secret %j", async (secret) => {
    const at = await confirmWorld();
    await at.send({ email: "victim@tide.example" });
    expect((await at.open(secret)).status).toBe(410);
    expect(await at.press(secret)).toMatchObject({ kind: "page", answer: { status: 410 } });
    expect(at.world.kernel.submissionBox.list(SITE, LIST, {}, null, null).items).toMatchObject([
      { confirmation: "waiting" },
    ]);
  });

  test("by opening links, as scanners of mail do, and a second press does nothing", async () => {
    const at = await confirmWorld();
    await at.send({ email: "vela@tide.example" });
    await at.ring();
    const secret = secretIn(at.got[0]);
    for (let n = 0; n < 3; n += 1) await at.open(secret);
    expect(states(at)).toEqual(["sent"]);
    await at.press(secret);
    await at.press(secret);
    expect((await at.open(secret)).html).toContain("form-sent");
    expect(states(at)).toHaveLength(2);
  });

  test("with a secret of an archive, which has none", async () => {
    const at = await confirmWorld();
    await at.send({ email: "vela@tide.example" });
    await at.ring();
    at.world.powers.sql.all("UPDATE form_confirmations SET secret = ''");
    expect((await at.open("")).status).toBe(410);
    expect((await at.open(secretIn(at.got[0]))).status).toBe(410);
  });
});
