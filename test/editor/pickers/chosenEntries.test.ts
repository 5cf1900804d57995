/** The sentence that says which entries a list shows. */
import { expect, test } from "vitest";
import { entriesWords } from "../../../sites/editor/pickers/chosenEntries.ts";
import { LISTS as GERMAN } from "../../../sites/words/de/pages/lists.ts";
import { LISTS } from "../../../sites/words/en/pages/lists.ts";
import { EVENT, TYPE } from "../../runtime/entries/events.ts";

const EVENTS = {
  type: EVENT,
  title: "Event",
  plural: "Events",
  description: "",
  plugin: { id: "acme.events", version: "1.0.0" },
  fields: TYPE.fields,
  address: TYPE.address,
  order: TYPE.order,
  index: TYPE.index,
  emptyAs: {},
  start: {},
  sections: [],
};

const nameOf = (value: string): string => (value === "jazz" ? "Jazz nights" : value);

test.each([
  ["the type's own order", { type: EVENT }, "Events, Start: soonest first"],
  [
    "today",
    { type: EVENT, where: [{ field: "start", is: "from", value: "today" }] },
    "Events, Start from today, Start: soonest first",
  ],
  [
    "a number and an order",
    { type: EVENT, where: [{ field: "price", is: "to", value: "12" }], order: "-price" },
    "Events, Price up to 12, Price: largest first",
  ],
  [
    "a page and a boolean",
    {
      type: EVENT,
      where: [
        { field: "topics", is: "has", value: "jazz" },
        { field: "free", is: "eq", value: "true" },
      ],
      order: "title",
    },
    "Events, Topics contains Jazz nights, Free is yes, by title",
  ],
  [
    "a condition without a value",
    { type: EVENT, where: [{ field: "place", is: "eq", value: "" }], order: "newest" },
    "Events, newest first",
  ],
  ["a type that is gone", { type: "acme.gone/thing" }, "The type acme.gone/thing is not there now. The list is empty."],
] as const)("names %s", (_, chosen, words) => {
  expect(entriesWords(chosen, [EVENTS], LISTS, nameOf)).toBe(words);
});

test("is said in the member's language", () => {
  const chosen = { type: EVENT, where: [{ field: "start", is: "from", value: "today" }] } as const;
  expect(entriesWords(chosen, [EVENTS], GERMAN, nameOf)).toBe("Events, Start ab heute, Start: früheste zuerst");
});
