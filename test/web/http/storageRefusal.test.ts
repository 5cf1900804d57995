import { expect, test } from "vitest";
import { storageRefusal } from "../../../sites/web/http/storageRefusal.ts";

test.each([
  [new Error("database or disk is full: SQLITE_FULL"), "STORAGE_FULL"],
  [Object.assign(new Error("database or disk is full: SQLITE_FULL"), { durableObjectReset: true }), "STORAGE_FULL"],
  [Object.assign(new Error("internal error; reference = 1"), { durableObjectReset: true }), "UNAVAILABLE"],
  [Object.assign(new Error("internal error"), { durableObjectReset: "yes" }), undefined],
  [new Error("a plugin wrote about NOT_SQLITE_FULLNESS"), undefined],
  ["SQLITE_FULL", undefined],
])("a storage error becomes a refusal: %s is %s", (error, code) => {
  expect(storageRefusal(error)?.code).toBe(code);
});
