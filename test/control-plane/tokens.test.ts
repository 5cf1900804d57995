import { describe, expect, test, vi } from "vitest";
import { OPERATOR_TOKEN_USED_MS, OPERATOR_TOKENS_MAX } from "../../manifests/bounds/operators.ts";
import { makeToken, tokenName } from "../../sites/web/api/operator/tokens.ts";
import { controlPlaneInMemory } from "./controlPlane.ts";

vi.spyOn(console, "warn").mockImplementation(() => undefined);

const NOW = Date.UTC(2026, 0, 5);

function operator() {
  const { database, DB } = controlPlaneInMemory();
  const make = (name: string) =>
    makeToken({
      env: { DB },
      request: new Request("https://acme.example/"),
      body: { name, days: 1 },
      audit: { at: NOW, actor: "operator:provisioning", requestId: "r" },
    } as unknown as Parameters<typeof makeToken>[0]);
  return { database, DB, make };
}

describe("an operator's tokens", () => {
  test.each([
    [-1, "made"],
    [0, "CONFLICT"],
    [1, "CONFLICT"],
  ])("beside as many as there may be and %i: one more is %s", async (more, outcome) => {
    const { database, make } = operator();
    const insert = database.prepare(
      "INSERT INTO operator_tokens (id, name, created_at, expires_at) VALUES (?, ?, 0, 1)",
    );
    for (let n = 0; n < OPERATOR_TOKENS_MAX + more; n++) insert.run(`${n}`.padStart(64, "0"), `name${n}`);
    const made = make("one-more").then(
      () => "made",
      (error: { readonly code: string }) => error.code,
    );
    expect(await made).toBe(outcome);
  });

  test.each([
    [-1, NOW],
    [0, NOW + OPERATOR_TOKEN_USED_MS],
    [1, NOW + OPERATOR_TOKEN_USED_MS + 1],
  ])("note a use again after the time between two notes and %i ms: %i", async (more, noted) => {
    const { database, DB, make } = operator();
    const { token } = await make("busy");
    expect(await tokenName(DB, token, NOW)).toBe("busy");
    expect(await tokenName(DB, token, NOW + OPERATOR_TOKEN_USED_MS + more)).toBe("busy");
    expect(database.prepare("SELECT last_used_at AS at FROM operator_tokens").get()).toEqual({ at: noted });
  });
});
