import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DELAY_MAX_MS, shortenDelays } from "../../sites/workers/queues/clock.ts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

/** The due time of a message after the clock was checked at this moment. */
function dueAfter(sent: number, due: number): number {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE messages (sent INTEGER, due INTEGER)");
  database.prepare("INSERT INTO messages VALUES (?, ?)").run(sent, due);
  shortenDelays((query, ...values) => database.prepare(query).run(...values), NOW);
  const row = database.prepare("SELECT due FROM messages").get() as { due: number };
  database.close();
  return row.due;
}

test.each([
  ["sent before now and due keeps its place", NOW - 5_000, NOW - 4_000, NOW - 4_000],
  ["put off for later waits", NOW - 5_000, NOW + 30_000, NOW + 30_000],
  ["put off for as long as there is waits", NOW, NOW + DELAY_MAX_MS, NOW + DELAY_MAX_MS],
  ["put off while the clock was ahead is due", NOW - 5_000, NOW + DELAY_MAX_MS + 1, NOW],
  ["sent while the clock was ahead is due", NOW + DAY, NOW + DAY, NOW],
  ["sent then with a delay has the delay left", NOW + DAY, NOW + DAY + 30_000, NOW + 30_000],
])("a message %s", (_, sent, due, expected) => {
  expect(dueAfter(sent, due)).toBe(expected);
});
