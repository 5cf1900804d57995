import { expect, test } from "vitest";
import { afterInstalling, rollbackSays } from "../../../manifests/trust/rollback.ts";

const at = (version: string, digest = `sha256-of-${version}`) => ({ version, digest });
const outcome = (version: string, highest: string | undefined, allowDowngrade = false): string => {
  const result = afterInstalling(at(version), highest === undefined ? undefined : at(highest), { allowDowngrade });
  return result.ok ? `floor ${result.value.version}` : result.error.why;
};

test.each<readonly [string, string, string | undefined, boolean, string]>([
  ["the first version", "1.0.0", undefined, false, "floor 1.0.0"],
  ["a higher one", "1.0.1", "1.0.0", false, "floor 1.0.1"],
  ["the same again", "1.0.0", "1.0.0", false, "floor 1.0.0"],
  ["a lower one", "1.0.0", "1.0.1", false, "older_than_highest"],
  ["a beta of what is installed", "1.0.0-beta.1", "1.0.0", false, "older_than_highest"],
  ["two digits against one", "1.10.0", "1.9.0", false, "floor 1.10.0"],
  ["a lower one on an owner's word", "1.0.0", "1.0.1", true, "floor 1.0.0"],
  ["a version as high as there is", "9007199254740991.0.0", "1.0.0", false, "floor 9007199254740991.0.0"],
  ["what follows it", "1.0.1", "9007199254740991.0.0", false, "older_than_highest"],
  ["the way back from it", "1.0.1", "9007199254740991.0.0", true, "floor 1.0.1"],
  ["after the way back", "1.0.2", "1.0.1", false, "floor 1.0.2"],
])("%s: %s after %s", (_, version, highest, allowDowngrade, says) => {
  expect(outcome(version, highest, allowDowngrade)).toBe(says);
});

test.each([
  ["1.0.0", "1.0.0", false],
  ["1.0.0", "1.0.0", true],
  ["1.0.0+second", "1.0.0+first", true],
])("other bytes under the number of %s are refused, with or without a word", (version, highest, allowDowngrade) => {
  const result = afterInstalling(at(version, "sha256-b"), at(highest, "sha256-a"), { allowDowngrade });
  expect(result).toEqual({
    ok: false,
    error: { why: "other_bytes_of_a_version", version, digest: "sha256-b", installed: "sha256-a" },
  });
});

test("only the highest version is held to its bytes: not an older one on an owner's word, nor a higher one after that", () => {
  const older = afterInstalling(at("1.0.0", "sha256-other"), at("1.0.1"), { allowDowngrade: true });
  expect(older).toEqual({ ok: true, value: at("1.0.0", "sha256-other") });
  expect(afterInstalling(at("1.0.1", "sha256-other"), at("1.0.0", "sha256-other"), { allowDowngrade: false })).toEqual({
    ok: true,
    value: at("1.0.1", "sha256-other"),
  });
});

test("a refusal says what was there before", () => {
  expect(rollbackSays({ why: "older_than_highest", version: "1.0.0", highest: "1.0.1" })).toBe(
    "1.0.0 is older than 1.0.1, which was installed before",
  );
  expect(
    rollbackSays({ why: "other_bytes_of_a_version", version: "1.0.0", digest: "sha256-b", installed: "sha256-a" }),
  ).toMatch(/installed with the digest sha256-a, but this package has the same version and the digest sha256-b/);
});
