import { describe, expect, test } from "vitest";
import { READY_ANSWERS_MAX_BYTES, READY_BODY_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { ReadyAnswers } from "../../../sites/machine/hits/readyAnswers.ts";
import type { CachedAnswer } from "../../../sites/machine/pageCache/pageCache.ts";
import { NONE } from "../../../sites/machine/pageCache/representations.ts";

const answer = (length: number): CachedAnswer => ({
  status: 200,
  headers: new Map([["etag", '"one"']]),
  body: Buffer.alloc(length, "a"),
  since: 0,
  until: 30_000,
  compressed: NONE,
});

const bytesOf = (pieces: readonly Buffer[]): Buffer => Buffer.concat(pieces);

describe("ready answers", () => {
  test("are made again when their second or their age is over", () => {
    let now = 1_000_500;
    const ready = new ReadyAnswers(5_000, () => now);
    const kept = answer(10);
    const first = ready.piecesOf(kept, "whole", 3);
    expect(bytesOf(first).toString("latin1")).toBe(
      'HTTP/1.1 200 OK\r\netag: "one"\r\nage: 3\r\ncf-cache-status: HIT\r\ncontent-length: 10\r\n' +
        "Date: Thu, 01 Jan 1970 00:16:40 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\naaaaaaaaaa",
    );
    now = 1_000_999;
    expect(ready.piecesOf(kept, "whole", 3)).toBe(first);
    expect(bytesOf(ready.piecesOf(kept, "whole", 4)).toString("latin1")).toContain("\r\nage: 4\r\n");
    now = 1_001_000;
    expect(bytesOf(ready.piecesOf(kept, "whole", 4)).toString("latin1")).toContain("00:16:41 GMT");
  });

  test("are for one stored answer, and for each form of it", () => {
    const ready = new ReadyAnswers(5_000, () => 0);
    const [kept, later] = [answer(3), answer(4)];
    const form = { coding: "br", bytes: Buffer.from("bb") } as const;
    const texts = [
      ready.piecesOf(kept, "whole", 0),
      ready.piecesOf(kept, form, 0),
      ready.piecesOf(kept, "known", 0),
      ready.piecesOf(later, "whole", 0),
    ].map((pieces) => bytesOf(pieces).toString("latin1"));
    expect(texts.map((text) => [text.slice(9, 12), text.split("\r\n\r\n")[1]])).toEqual([
      ["200", "aaa"],
      ["200", "bb"],
      ["304", ""],
      ["200", "aaaa"],
    ]);
    expect(texts[1]).toContain('etag: W/"one"\r\n');
    expect(texts[1]).toContain("content-encoding: br\r\n");
    expect(texts[2]).not.toContain("content-length");
  });

  test.each([-1, 0, 1])("of a body of %i bytes beside the bound share its bytes if it is larger", (beside) => {
    const ready = new ReadyAnswers(5_000, () => 0);
    const kept = answer(READY_BODY_MAX_BYTES + beside);
    const pieces = ready.piecesOf(kept, "whole", 0);
    expect(bytesOf(pieces).subarray(-kept.body.byteLength)).toEqual(kept.body);
    expect(pieces.includes(kept.body)).toBe(beside > 0);
    expect(ready.bytes).toBe(bytesOf(pieces).byteLength - (beside > 0 ? kept.body.byteLength : 0));
  });

  test("take no more memory than their bound, and give it back with the second", () => {
    let now = 0;
    const ready = new ReadyAnswers(5_000, () => now);
    const fill = (length: number): boolean => {
      const kept = answer(length);
      return ready.piecesOf(kept, "whole", 0) === ready.piecesOf(kept, "whole", 0);
    };
    const length = 12_000;
    fill(length);
    const head = ready.bytes - length;
    const room = (): number => READY_ANSWERS_MAX_BYTES - ready.bytes;
    while (room() >= 2 * (head + length)) expect(fill(length)).toBe(true);
    fill(room() - 2 * head - length);
    const last = (beside: number): boolean => fill(room() + beside - head);
    expect(last(1)).toBe(false);
    expect([last(0), ready.bytes]).toEqual([true, READY_ANSWERS_MAX_BYTES]);
    now = 1_000;
    fill(0);
    expect(ready.bytes).toBeLessThan(1_000);
  });
});
