import { describe, expect, test } from "vitest";
import { READY_ANSWERS_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
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

describe("ready answers", () => {
  test("are made again when their second or their age is over", () => {
    let now = 1_000_500;
    const ready = new ReadyAnswers(5_000, () => now);
    const kept = answer(10);
    const first = ready.bytesOf(kept, "whole", 3);
    expect(first.toString("latin1")).toBe(
      'HTTP/1.1 200 OK\r\netag: "one"\r\nage: 3\r\ncf-cache-status: HIT\r\ncontent-length: 10\r\n' +
        "Date: Thu, 01 Jan 1970 00:16:40 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\naaaaaaaaaa",
    );
    now = 1_000_999;
    expect(ready.bytesOf(kept, "whole", 3)).toBe(first);
    expect(ready.bytesOf(kept, "whole", 4).toString("latin1")).toContain("\r\nage: 4\r\n");
    now = 1_001_000;
    expect(ready.bytesOf(kept, "whole", 4).toString("latin1")).toContain("00:16:41 GMT");
  });

  test("are for one stored answer, and for each form of it", () => {
    const ready = new ReadyAnswers(5_000, () => 0);
    const [kept, later] = [answer(3), answer(4)];
    const form = { coding: "br", bytes: Buffer.from("bb") } as const;
    const texts = [
      ready.bytesOf(kept, "whole", 0),
      ready.bytesOf(kept, form, 0),
      ready.bytesOf(kept, "known", 0),
      ready.bytesOf(later, "whole", 0),
    ].map((bytes) => bytes.toString("latin1"));
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

  test("take no more memory than their bound, and give it back with the second", () => {
    let now = 0;
    const ready = new ReadyAnswers(5_000, () => now);
    const head = ready.bytesOf(answer(0), "whole", 0).byteLength + "1234567".length - 1;
    const room = READY_ANSWERS_MAX_BYTES - ready.bytes;
    for (const more of [1, 0]) {
      const kept = answer(room - head + more);
      const made = ready.bytesOf(kept, "whole", 0);
      expect(made.byteLength).toBe(room + more);
      expect(ready.bytesOf(kept, "whole", 0) === made).toBe(more === 0);
    }
    expect(ready.bytes).toBe(READY_ANSWERS_MAX_BYTES);
    const last = answer(0);
    expect(ready.bytesOf(last, "whole", 0)).not.toBe(ready.bytesOf(last, "whole", 0));
    now = 1_000;
    ready.bytesOf(last, "whole", 0);
    expect(ready.bytes).toBeLessThan(1_000);
  });
});
