import { describe, expect, test } from "vitest";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../manifests/bounds/forms.ts";
import { isMailAddress, mailAddressOf, mailIn } from "../../../runtime/forms/mailAddress.ts";

describe("the address that a reply goes to", () => {
  test.each([
    ["a visitor's", { name: "Ann", email: "ann@harbour.example" }],
    ["one with spaces around it", { email: " ann@harbour.example " }],
    ["one that was sent twice", { email: "ann@harbour.example", again: "ann@harbour.example" }],
  ])("is %s", (_, fields) => {
    expect(mailIn(fields)).toBe("ann@harbour.example");
  });

  test.each([
    ["no address", { name: "Ann" }],
    ["two addresses", { one: "a@b.example", other: "c@d.example" }],
    ["a list", { email: "a@b.example,c@d.example" }],
    ["a header", { email: "a@b.example\nBcc: c@d.example" }],
    ["a query", { email: "a@b.example?bcc=c@d.example" }],
    ["a name", { email: "Ann <a@b.example>" }],
    ["a long text", { text: `${"a".repeat(250)}@b.example` }],
  ])("is none with %s", (_, fields) => {
    expect(mailIn(fields)).toBeUndefined();
  });
});

describe("an address with a domain in other letters", () => {
  test.each([
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@BÜCHER.example", "ann@xn--bcher-kva.example"],
    ["o'hara+tide@例え.テスト", "o'hara+tide@xn--r8jz45g.xn--zckzah"],
    ["ann@مثال.example", "ann@xn--mgbh0fb.example"],
  ])("%s is stored as mail servers write it", (given, stored) => {
    expect([mailAddressOf(given), isMailAddress(stored)]).toEqual([stored, true]);
  });

  test.each([
    "ann@harbour.example",
    "änn@harbour.example",
    "ann@",
    "@bücher.example",
    "ann@bücher.example@b.example",
    "ann@bücher.example/x",
    "ann@bücher.example:25",
    "ann@bü cher.example",
    "ann@bücher.example\nBcc: c@d.example",
    "Ann <ann@bücher.example>",
    "a@b.example,ann@bücher.example",
    "ann@１２７.０.０.１",
    "ann@ｈarbour.example",
    `ann@ü${"a".repeat(MAIL_ADDRESS_MAX_CHARS)}.example`,
  ])("%j stays as it is, and is refused if it is no address", (given) => {
    expect(mailAddressOf(given)).toBe(given);
    expect(isMailAddress(mailAddressOf(given))).toBe(given === "ann@harbour.example");
  });
});
