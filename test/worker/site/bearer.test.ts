import { expect, test } from "vitest";
import { PROVISIONING_SECRET_MIN_CHARS } from "../../../manifests/bounds/operators.ts";
import { carriesSecret } from "../../../sites/web/api/operator/bearerSecret.ts";

test.each([
  [-1, false],
  [0, true],
  [1, true],
])("a secret of the least length %i is believed: %s", async (offset, believed) => {
  const secret = "s".repeat(PROVISIONING_SECRET_MIN_CHARS + offset);
  expect(await carriesSecret(`Bearer ${secret}`, secret)).toBe(believed);
});

const SECRET = "s".repeat(PROVISIONING_SECRET_MIN_CHARS);

test.each([
  ["no header", null, SECRET],
  ["no secret configured", "Bearer undefined", undefined],
  ["an empty secret and an empty bearer", "Bearer ", ""],
  ["the secret without its scheme", SECRET, SECRET],
  ["another scheme", `Basic ${SECRET}`, SECRET],
  ["the beginning of the secret", `Bearer ${SECRET.slice(1)}`, SECRET],
  ["the secret and more", `Bearer ${SECRET}s`, SECRET],
])("%s is not believed", async (_claim, header, secret) => {
  expect(await carriesSecret(header, secret)).toBe(false);
});
