import { expect, test } from "vitest";
import { diagnoseMail, type ReadTexts } from "../../../sites/cli/cloudflare/doctor/mailDoctor.ts";
import { isWell } from "../../../sites/cli/cloudflare/doctor/doctor.ts";

const GOOD = {
  "mail.harbour.example": ["v=spf1 include:_spf.sender.example -all", "some-other=text"],
  "m1._domainkey.mail.harbour.example": ["v=DKIM1; k=ed25519; p=MCowBQYDK2Vw"],
  "_dmarc.harbour.example": ["v=DMARC1; p=reject; rua=mailto:reports@harbour.example"],
};

const textsOf =
  (records: Readonly<Record<string, readonly string[]>>): ReadTexts =>
  async (name) =>
    records[name] ?? [];

const outcomes = async (
  change: Readonly<Record<string, readonly string[]>>,
  selector: string | undefined = "m1",
): Promise<Record<string, string>> => {
  const verdicts = await diagnoseMail({ domain: "mail.harbour.example", selector }, textsOf({ ...GOOD, ...change }));
  const word = ({ outcome, findings }: (typeof verdicts)[number]): string => findings[0]?.level ?? outcome;
  return Object.fromEntries(verdicts.map((one) => [one.id.slice(5), word(one)]));
};

const WELL = { spf: "passed", dkim: "passed", dmarc: "passed" };

test.each([
  ["a good domain", {}, WELL],
  ["no SPF", { "mail.harbour.example": [] }, { ...WELL, spf: "error" }],
  ["two of SPF", { "mail.harbour.example": ["v=spf1 -all", "v=spf1 ~all"] }, { ...WELL, spf: "error" }],
  ["SPF for everybody", { "mail.harbour.example": ["v=spf1 +all"] }, { ...WELL, spf: "error" }],
  ["SPF for everybody, without a sign", { "mail.harbour.example": ["v=spf1 mx all"] }, { ...WELL, spf: "error" }],
  ["no key", { "m1._domainkey.mail.harbour.example": [] }, { ...WELL, dkim: "error" }],
  ["a key that was taken back", { "m1._domainkey.mail.harbour.example": ["v=DKIM1; p="] }, { ...WELL, dkim: "error" }],
  ["no policy", { "_dmarc.harbour.example": [] }, { ...WELL, dmarc: "error" }],
  ["a policy of nothing", { "_dmarc.harbour.example": ["v=DMARC1; p=none"] }, { ...WELL, dmarc: "warning" }],
  ["a broken policy", { "_dmarc.harbour.example": ["v=DMARC1; p=maybe"] }, { ...WELL, dmarc: "error" }],
  ["the nearer policy", { "_dmarc.mail.harbour.example": ["v=DMARC1; p=none"] }, { ...WELL, dmarc: "warning" }],
])("%s", async (_, change, found) => expect(await outcomes(change)).toEqual(found));

test("without the name of the key, and without an answer of the DNS, a check is no pass", async () => {
  const without = await diagnoseMail({ domain: "mail.harbour.example", selector: undefined }, textsOf(GOOD));
  expect([without[1]?.outcome, isWell(without)]).toEqual(["unchecked", false]);
  const silent = await diagnoseMail({ domain: "harbour.example", selector: "m1" }, () =>
    Promise.reject(new Error("EAI")),
  );
  expect(silent.map(({ outcome }) => outcome)).toEqual(["unchecked", "unchecked", "unchecked"]);
});
