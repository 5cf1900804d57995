/** Files of each page of a type and of each list: calendars, feeds and JSON. */
import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import {
  calendarDay,
  calendarLines,
  calendarMoment,
  dayAfter,
  intoCalendar,
} from "../../../runtime/templates/calendarText.ts";
import { PACK, SITE, page, plugin, textSection, type World } from "../kernel/world.ts";
import { readCalendar } from "./calendarReader.ts";
import { ARTICLE, article, articles, listAt, press, pressPlugin } from "./journal.ts";

const FILES = {
  "event.liquid": `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//acme//press//EN
BEGIN:VEVENT
UID:{{ site.firstOrigin }}/{{ page.id }}
DTSTAMP:{{ generated | ical_time }}
DTSTART;VALUE=DATE:{{ page.values.day | ical_date }}
DTEND;VALUE=DATE:{{ page.values.day | ical_day_after }}
SUMMARY:{{ page.title }}
{% if page.description %}
  DESCRIPTION:{{ page.description }}
{% endif %}
URL:{{ page.url }}
END:VEVENT
END:VCALENDAR`,
  "list.liquid": `{"self":{{ file.url | json }},"title":{{ page.title | json }},"number":{{ paging.number }},"next":{% if paging.next %}{{ paging.next.file | absolute | json }}{% else %}null{% endif %},
"entries":[{% for a in entries %}{{ a.title | json }}{% unless forloop.last %},{% endunless %}{% endfor %}]}`,
  "content.liquid": `<feed>{% for a in entries %}<content type="html">{{ a | content }}</content>{% endfor %}</feed>`,
};

const extra = plugin(
  "acme.files",
  {
    files: [
      { each: { type: ARTICLE }, path: "{page}.ics", type: "text/calendar; charset=utf-8", template: "event.liquid" },
      { each: { list: true }, path: "{page}/list.json", type: "application/json", template: "list.liquid" },
      {
        each: { list: true },
        path: "{page}/feed.xml",
        type: "application/atom+xml; charset=utf-8",
        template: "content.liquid",
      },
    ],
  } as unknown as Contributes,
  FILES,
);

const site = (pages: Parameters<typeof press>[0] = {}): Promise<World> => press(pages, [...PACK, pressPlugin(), extra]);
const json = async (world: World, path: string): Promise<unknown> => JSON.parse(await world.html(path));

test("each page of a list has its file, which leads to the next", async () => {
  const world = await site(articles(5));
  expect(await json(world, "/journal/list.json")).toEqual({
    self: "https://acme.example/journal/list.json",
    title: "Journal",
    number: 1,
    next: "https://acme.example/journal/page/2/list.json",
    entries: ["a5", "a4"],
  });
  expect(await json(world, "/journal/page/3/list.json")).toMatchObject({ number: 3, next: null, entries: ["a1"] });
  for (const path of ["/journal/page/4/list.json", "/list.json", "/journal/a1/list.json", "/journal/page/1/list.json"])
    expect([path, await world.statusOf(path)]).toEqual([path, 404]);
});

test("a list at the home page has its file there", async () => {
  const world = await press({ home: listAt("/"), ...articles(3) }, [...PACK, pressPlugin(), extra]);
  expect(await json(world, "/list.json")).toMatchObject({ next: "https://acme.example/page/2/list.json" });
  expect(await json(world, "/page/2/list.json")).toMatchObject({ entries: ["a1"] });
});

test("an entry has a calendar, and no other page has one", async () => {
  const world = await site({
    a1: article(1, {}, { description: "Rain; or shine, bring\\boots" }),
    other: page("/other"),
  });
  const { status, headers, body } = await world.kernel.published.answer(SITE, "/journal/a1.ics", null);
  expect([status, headers["Content-Type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  const [event] = readCalendar(body ?? "");
  expect(event).toMatchObject({
    UID: "https://acme.example/a1",
    "DTSTART;VALUE=DATE": "20260102",
    "DTEND;VALUE=DATE": "20260103",
    SUMMARY: "a1",
    DESCRIPTION: "Rain; or shine, bring\\boots",
  });
  expect(await world.statusOf("/other.ics")).toBe(404);
  expect(await world.statusOf("/journal.ics")).toBe(404);
});

describe("a value of a calendar", () => {
  const calendarWith = (value: string): string =>
    calendarLines(
      `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n  DTSTART:20260101T000000Z\n\nDESCRIPTION:${intoCalendar(value)}\nEND:VEVENT\nEND:VCALENDAR`,
    );

  test.each([
    ["with a line break", "One\nTwo", "One\nTwo"],
    [
      "with a property",
      "One\r\nATTENDEE:mailto:x@example.com\rEND:VEVENT",
      "One\nATTENDEE:mailto:x@example.com\nEND:VEVENT",
    ],
    ["with characters of other planes", `${"🎷".repeat(60)} Jazz`, `${"🎷".repeat(60)} Jazz`],
    ["with long words", "Donaudampf,schifffahrt;".repeat(20), "Donaudampf,schifffahrt;".repeat(20)],
    ["with breaks of Unicode", "One\u2028Two\u0085Three", "One\nTwo\nThree"],
    ["that is escaped already", "a\\,b\\;c\\nd\\", "a\\,b\\;c\\nd\\"],
    ["with controls and half a character", "a\u0007b\ud83d", "ab\ufffd"],
  ])("%s stays one value", (_what, value, read) => {
    const [event] = readCalendar(calendarWith(value));
    expect(event?.["DESCRIPTION"]).toBe(read);
  });

  test.each([
    ["2026-05-01", "20260501", "20260501T000000Z", "20260502"],
    ["2026-12-31T23:30:00Z", "20261231", "20261231T233000Z", "20270101"],
    ["2026-05-01T01:00:00+02:00", "20260430", "20260430T230000Z", "20260502"],
    ["soon", "", "", ""],
    ["", "", "", ""],
  ])("%s is written as a day, as a moment, and as the day after", (text, day, moment, after) => {
    expect([calendarDay(text), calendarMoment(text), dayAfter(text)]).toEqual([day, moment, after]);
  });

  test.each([74, 75, 76, 149, 150, 151])("of a line of %i bytes is folded at 75", (bytes) => {
    const line = `X:${"a".repeat(bytes - 2)}`;
    const lines = calendarLines(line).split("\r\n");
    expect(lines.pop()).toBe("");
    expect(lines.every((one) => one.length <= 75)).toBe(true);
    expect(lines.join("").replaceAll(" ", "")).toBe(line);
    expect(lines).toHaveLength(bytes <= 75 ? 1 : bytes <= 149 ? 2 : 3);
  });
});

test("a feed may have the contents of its entries, with absolute addresses", async () => {
  const sections = [textSection("# Head\n\nSee [home](page:home) & <b>x</b>.")];
  const world = await site({ a1: article(1, {}, { sections }), a2: article(2) });
  const body = await world.html("/journal/feed.xml");
  expect(body).toContain("&lt;a href=&quot;https://acme.example/&quot;&gt;home&lt;/a&gt; &amp;amp; &amp;lt;b&amp;gt;x");
  expect(body).not.toContain("a1");
});

test("the draft shows files of pages, too", async () => {
  const world = await site({ a1: article(1) });
  await world.write("a2", article(2));
  expect(JSON.parse((await world.kernel.draft.answer(SITE, "/journal/list.json")).body ?? "")).toMatchObject({
    entries: ["a2", "a1"],
  });
  expect((await world.kernel.draft.answer(SITE, "/journal/a2.ics")).body).toContain("SUMMARY:a2");
});
