import { describe, expect, test } from "vitest";
import {
  ATTEMPTS_REMEMBERED,
  CALL_ABOUT_MAX_CHARS,
  CALL_INPUT_MAX_CHARS,
  CALL_MAX_WALL_MS,
  CALL_TARGETS_REMEMBERED,
  GRANT_HASH_MAX_CHARS,
} from "../../../manifests/bounds/calls.ts";
import { MANIFEST_MAX_BYTES } from "../../../manifests/bounds/manifest.ts";
import { PACKAGE_MAX_FILES } from "../../../manifests/bounds/packages.ts";
import { VETO_MAX_REASONS } from "../../../manifests/bounds/publishing.ts";
import { artifactShape } from "../../../sandbox/artifact.ts";
import { attemptOf, nextAttempt } from "../../../sandbox/attempts.ts";
import { callTargetShape, type LeaseStub } from "../../../sandbox/invocation.ts";
import { invoke } from "../../../sandbox/invoke.ts";
import { readCallTarget } from "../../../sandbox/readCallTarget.ts";
import { readReply } from "../../../sandbox/readReply.ts";
import { replyOfGuest } from "../../../sandbox/reply.ts";
import { bindings, callDigest, install, requestOf } from "./sandboxCalls.ts";

/** The length of a call's JSON without its text. */
const AROUND = JSON.stringify({ point: "tools", name: "go", input: "" }).length;
const DIGEST = `sha256-${"a".repeat(43)}`;

describe("a call", () => {
  test.each([
    [CALL_INPUT_MAX_CHARS - 1, true],
    [CALL_INPUT_MAX_CHARS, true],
    [CALL_INPUT_MAX_CHARS + 1, false],
  ])("takes an input of %i characters in all: %s", async (chars, ok) => {
    const digest = await install("export const tools = { go: (input) => input.length };");
    expect((await callDigest(digest, { input: "x".repeat(chars - AROUND) })).invoked.ok).toBe(ok);
  });

  test.each([
    [0, false],
    [1, true],
    [CALL_MAX_WALL_MS - 1, true],
    [CALL_MAX_WALL_MS, true],
    [CALL_MAX_WALL_MS + 1, false],
  ])("may take %i ms: %s", (wallMs, ok) => {
    expect(callTargetShape.safeParse({ ...requestOf(DIGEST).target, wallMs }).success).toBe(ok);
  });

  test.each([
    [0, false],
    [1, true],
    [GRANT_HASH_MAX_CHARS - 1, true],
    [GRANT_HASH_MAX_CHARS, true],
    [GRANT_HASH_MAX_CHARS + 1, false],
  ])("names its grant with %i characters: %s", (chars, ok) => {
    const { target } = requestOf(DIGEST);
    expect(callTargetShape.safeParse({ ...target, grantHash: "a".repeat(chars) }).success).toBe(ok);
  });

  test.each([
    [CALL_ABOUT_MAX_CHARS - 1, true],
    [CALL_ABOUT_MAX_CHARS, true],
    [CALL_ABOUT_MAX_CHARS + 1, false],
  ])("is told %i characters beside its input: %s", async (chars, ok) => {
    const digest = await install("export const tools = { go: (input, ctx) => ctx.settings.text.length };");
    const site = { id: "main", name: "Saltmarrow", origin: "https://one.example", language: "en", timeZone: "UTC" };
    const text = "x".repeat(chars - JSON.stringify({ site, settings: { text: "" } }).length);
    expect((await callDigest(digest, { about: { site, settings: { text } } })).invoked.ok).toBe(ok);
  });

  const MOST = CALL_INPUT_MAX_CHARS + CALL_ABOUT_MAX_CHARS;
  test.each([
    [MOST - 1, true],
    [MOST, true],
    [MOST + 1, false],
  ])("is %i characters for the sandbox, whoever wrote them: %s", async (chars, ok) => {
    const { target: place, call } = requestOf(await install("export const tools = { go: () => 1 };"));
    const lease: LeaseStub = { call: () => Promise.reject(new Error("nobody asks")) };
    const reply = await invoke(bindings, {
      place: JSON.stringify(place),
      call: JSON.stringify(call).padEnd(chars),
      lease,
    });
    expect(readReply(reply, call)).toMatchObject(ok ? { ok, value: 1 } : { ok, code: "invalid_call" });
  });

  test.each([
    [VETO_MAX_REASONS - 1, true],
    [VETO_MAX_REASONS, true],
    [VETO_MAX_REASONS + 1, false],
  ])("may be vetoed with %i reasons: %s", (count, ok) => {
    const text = JSON.stringify({ value: { veto: Array.from({ length: count }, () => "no") } });
    expect(readReply(replyOfGuest(text), { point: "hooks", name: "beforePublish", input: null }).ok).toBe(ok);
  });
});

describe("an artifact", () => {
  test.each([
    [MANIFEST_MAX_BYTES - 1, true],
    [MANIFEST_MAX_BYTES, true],
    [MANIFEST_MAX_BYTES + 1, false],
  ])("has a manifest of %i characters: %s", (chars, ok) => {
    expect(artifactShape.safeParse({ manifestText: "x".repeat(chars), files: {} }).success).toBe(ok);
  });

  test.each([
    [PACKAGE_MAX_FILES - 1, true],
    [PACKAGE_MAX_FILES, true],
    [PACKAGE_MAX_FILES + 1, false],
  ])("has %i files: %s", (count, ok) => {
    const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}.js`, ""]));
    expect(artifactShape.safeParse({ manifestText: "{}", files }).success).toBe(ok);
  });
});

describe("attempts at isolates", () => {
  test("are remembered as many as there may be, the longest unused is forgotten and begins with a number it never had", () => {
    const [oldest, next] = [attemptOf("oldest"), attemptOf("next")];
    for (let n = 0; n < ATTEMPTS_REMEMBERED - 2; n++) attemptOf(`n${n}`);
    expect(attemptOf("oldest")).toBe(oldest);
    const more = attemptOf("one more");
    expect([attemptOf("oldest"), attemptOf("one more")]).toEqual([oldest, more]);
    expect(attemptOf("next")).toBeGreaterThan(Math.max(next, more));
  });

  test("are followed by another number once, and by none that was given before", () => {
    const first = attemptOf("breaks");
    nextAttempt("breaks", first);
    const second = attemptOf("breaks");
    nextAttempt("breaks", first);
    expect(attemptOf("breaks")).toBe(second);
    expect(second).toBeGreaterThan(first);
    nextAttempt("was never asked for", second);
    expect(attemptOf("was never asked for")).toBeGreaterThan(second);
  });
});

describe("places that were read", () => {
  const text = (n: number): string =>
    JSON.stringify({ digest: DIGEST, tenant: `t${n}`, site: "main", plugin: "a.b", grantHash: "g" });

  test("are remembered as many as there may be, the oldest is forgotten", () => {
    const first = readCallTarget(text(0));
    for (let n = 1; n < CALL_TARGETS_REMEMBERED; n++) readCallTarget(text(n));
    expect(readCallTarget(text(0))).toBe(first);
    readCallTarget(text(CALL_TARGETS_REMEMBERED));
    const anew = readCallTarget(text(0));
    expect(anew).not.toBe(first);
    expect(anew).toEqual(first);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", JSON.stringify({ tenant: "t" })],
    ["no text", { digest: DIGEST }],
    ["a name of the table it is kept in", "__proto__"],
  ])("are not %s, the second time either", (_, given) => {
    expect([readCallTarget(given), readCallTarget(given)]).toEqual([undefined, undefined]);
  });
});
