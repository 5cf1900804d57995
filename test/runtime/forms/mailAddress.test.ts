import { describe, expect, test } from "vitest";
import { mailIn } from "../../../runtime/forms/mailAddress.ts";

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
