import { describe, expect, test } from "vitest";
import { secretIn } from "../../../sites/web/auth/invitationSecret.ts";

const SECRET = "-Ab_".repeat(11).slice(0, 43);
const LINK = `https://site.example/_editor/join#${SECRET}`;
const encoded = encodeURIComponent(LINK);
/** One mail filter writes `-` for `%` and `_` for `/`. */
const proofpoint = LINK.replaceAll(
  /[^A-Za-z0-9./]/g,
  (sign) => `-${sign.charCodeAt(0).toString(16).toUpperCase()}`,
).replaceAll("/", "_");

describe("the secret of an invitation", () => {
  test.each([
    ["the link", LINK],
    ["the secret alone", SECRET],
    ["spaces around it", `  ${LINK}\n`],
    ["an encoded fragment sign", LINK.replace("#", "%23")],
    ["one that was encoded twice", LINK.replace("#", "%2523")],
    ["a full stop", `${LINK}.`],
    ["brackets", `<${LINK}>`],
    ["brackets around the secret", `(${SECRET}).`],
    ["a line break in it", `${LINK.slice(0, -20)}\r\n${LINK.slice(-20)}`],
    ["a line break of an encoded mail", `${LINK.slice(0, -20)}=\r\n${LINK.slice(-20)}`],
    ["a line break of a quoted mail", `${LINK.slice(0, -20)}\n> ${LINK.slice(-20)}`],
    ["a break that nobody sees", `${LINK.slice(0, -20)}\u200b${LINK.slice(-20)}`],
    ["words around it", `Join here: ${LINK} See you!`],
    ["Safe Links", `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&reserved=0`],
    [
      "Safe Links within Safe Links",
      `https://a.example/?url=${encodeURIComponent(`https://b.example/?url=${encoded}&x=1`)}`,
    ],
    ["URL Defense", `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMF&c=x`],
    ["URL Defense, newer", `https://urldefense.com/v3/__${LINK.replace("#", "*")}__;Iw!!Abc$`],
    ["a tracker's redirect", `https://track.example/r?u=${encodeURIComponent(encoded)}`],
  ])("is found in %s", (_, text) => {
    expect(secretIn(text)).toBe(SECRET);
  });

  test.each([
    ["nothing", ""],
    ["42 characters", LINK.slice(0, -1)],
    ["the address alone", "https://site.example/_editor/join"],
    ["a long text", "a".repeat(100_000)],
    ["broken encodings", "%".repeat(10_000)],
    ["an encoding that never ends", `%${"25".repeat(5_000)}23${SECRET}`],
  ])("is not found in %s", (_, text) => {
    expect(secretIn(text)).toBeUndefined();
  });
});
