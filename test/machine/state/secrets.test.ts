import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keepSecrets } from "../../../sites/machine/state/secrets.ts";
import { testFolder } from "../testFolder.ts";

const NAMES = ["SESSION_SECRET", "PROVISIONING_SECRET"];
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("secrets", () => {
  test("are created with 256 random bits each, in a private file", () => {
    using here = testFolder();
    const made = keepSecrets(here.at("secrets.env"), NAMES);
    expect(Object.keys(made)).toEqual(NAMES);
    expect(new Set(Object.values(made)).size).toBe(NAMES.length);
    for (const value of Object.values(made)) expect(Buffer.from(value, "base64url")).toHaveLength(32);
    expect(modeOf(here.at("secrets.env"))).toBe(0o600);
  });

  test("are unchanged after a second start", () => {
    using here = testFolder();
    const first = keepSecrets(here.at("secrets.env"), NAMES);
    const text = readFileSync(here.at("secrets.env"));
    expect(keepSecrets(here.at("secrets.env"), NAMES)).toEqual(first);
    expect(readFileSync(here.at("secrets.env"))).toEqual(text);
  });

  test("of a later version are added, and the others stay", () => {
    using here = testFolder();
    const first = keepSecrets(here.at("secrets.env"), NAMES);
    const later = keepSecrets(here.at("secrets.env"), [...NAMES, "OAUTH_CLIENT_SECRET"]);
    expect(later).toEqual({ ...first, OAUTH_CLIENT_SECRET: expect.stringMatching(/^[\w-]{43}$/) });
    expect(keepSecrets(here.at("secrets.env"), NAMES)).toEqual(later);
  });

  test("that others could read are made private again", () => {
    using here = testFolder();
    keepSecrets(here.at("secrets.env"), NAMES);
    chmodSync(here.at("secrets.env"), 0o644);
    keepSecrets(here.at("secrets.env"), NAMES);
    expect(modeOf(here.at("secrets.env"))).toBe(0o600);
  });

  test.each(["SESSION_SECRET\n", "SESSION_SECRET=\n", "session=x\n", "SESSION_SECRET=a b\n", "\0\0\0"])(
    "in a damaged file %j are refused, not replaced",
    (text) => {
      using here = testFolder();
      writeFileSync(here.at("secrets.env"), text);
      expect(() => keepSecrets(here.at("secrets.env"), NAMES)).toThrow(
        /^The file \S+ is damaged: line 1 is not NAME=value\. Correct the line, or restore the file from a backup of the folder\.$/,
      );
      expect(readFileSync(here.at("secrets.env"), "utf8")).toBe(text);
    },
  );

  test.each(["SESSION_SECRET", "PROVISIONING_SECRET", "PLUGIN_SETTINGS_SECRET", "MEMBERS_MCP_SESSION_SECRET"])(
    "that are too short are refused by name: %s",
    (name) => {
      using here = testFolder();
      const kept = (length: number) => () => {
        writeFileSync(here.at("secrets.env"), `${name}=${"s".repeat(length)}\n`);
        return keepSecrets(here.at("secrets.env"), [name]);
      };
      expect(kept(31)).toThrow(new RegExp(`^${name} in \\S+ has 31 characters but needs 32\\. .+$`));
      expect(kept(32)()).toEqual({ [name]: "s".repeat(32) });
      expect(kept(33)()).toEqual({ [name]: "s".repeat(33) });
    },
  );
});
