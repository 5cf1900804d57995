import { expect, test } from "vitest";
import {
  FAILURE_RETRY_SECONDS,
  SPELLING_REDIRECT_SECONDS,
  SUSPENDED_RETRY_SECONDS,
} from "../../manifests/bounds/hosts.ts";
import { PUBLIC_STALE_SECONDS } from "../../manifests/bounds/publicContent.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { ANSWER_HEADERS } from "../../runtime/serving/answerHeaders.ts";
import { failed, movedAnswer, suspended } from "../../sites/web/http/answers.ts";
import { headersOf } from "../../sites/web/api/pipeline/refusals.ts";

test.each([
  ["a failure", failed(), FAILURE_RETRY_SECONDS],
  ["a suspended site", suspended(), SUSPENDED_RETRY_SECONDS],
])("%s says to a visitor when to come again", (_, { headers }, seconds) => {
  expect(headers.get("Retry-After")).toBe(`${seconds}`);
});

test.each([
  ["STORAGE_FULL", FAILURE_RETRY_SECONDS],
  ["UNAVAILABLE", FAILURE_RETRY_SECONDS],
  ["TENANT_SUSPENDED", SUSPENDED_RETRY_SECONDS],
] as const)("%s says to a program when to come again", (code, seconds) => {
  expect(headersOf(new Refusal(code))).toEqual({ "Retry-After": `${seconds}` });
});

test("another spelling of an address may be remembered for as long as a change of names may take", () => {
  expect(movedAnswer("/").headers.get("Cache-Control")).toBe(`public, max-age=${SPELLING_REDIRECT_SECONDS}`);
});

test("a shared cache may keep a public answer for its time and no longer", () => {
  expect(ANSWER_HEADERS.page["Cache-Control"]).toBe(
    `public, max-age=0, s-maxage=${PUBLIC_STALE_SECONDS}, must-revalidate`,
  );
});
