/** The plugin of the release for bookings: its form asks its code before it stores anything. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  FORM_LINK_CALLS_PER_SUBMISSION,
  FORM_LINK_FILE_MAX_CHARS,
  SUBMISSIONS_MAX,
} from "../../../manifests/bounds/forms.ts";
import { aSiteWith, aVisitor, ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { changeRows, get, migrate, send } from "../site/harness.ts";
import { type Editor, callApi, done, formSection, place, post } from "./siteWithForm.ts";
import { aSiteWithShipped } from "./siteWithShipped.ts";

beforeAll(migrate);

const PLUGIN = "drawbridge.bookings";
const FORM = "home.times";
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const SETTINGS = {
  hours: DAYS.map((day) => ({ day, from: "09:00", until: "12:00" })),
  minutes: 60,
  noticeHours: 0,
  subject: "Tide, tables; and a talk",
  place: "Slip 4\\north",
};

const aSite = (settings: object = {}): Promise<Editor> =>
  aSiteWithShipped(PLUGIN, { id: "times", type: `${PLUGIN}/times`, fields: {} }, { ...SETTINGS, ...settings });

let shared: Promise<Editor> | undefined;
/** One site for the tests that book times of their own. */
const theSite = (): Promise<Editor> => (shared ??= aSite());

const shown = async (owner: Editor): Promise<string> => (await callApi(owner, "GET", "/")).text();
const slotsIn = (html: string): string[] =>
  [...html.matchAll(/name="slot" value="([^"]+)"/g)].map(([, slot = ""]) => slot);
/** A moment in a key of the plugin's storage: `20261201T0900`, in UTC. */
const keyed = (slot: string): string => slot.slice(0, 16).replaceAll(/[-:]/g, "");
const stored = (owner: Editor): Promise<{ key: string; value: string }[]> =>
  sqlOf(
    owner,
    "SELECT key, value FROM plugin_storage WHERE plugin = ? AND key NOT IN ('clock', 'turn') ORDER BY key",
    PLUGIN,
  );
const keys = async (owner: Editor): Promise<string[]> => (await stored(owner)).map(({ key }) => key);
const held = async (owner: Editor, slot: string): Promise<string[]> =>
  (await keys(owner)).filter((key) => key.startsWith(`coming:${keyed(slot)}~`));
const book = (owner: Editor, slot: string, name = "Robin Ferry", page = false) => {
  const fields = { slot, name, email: "robin@example.com" };
  return post(owner, { form: FORM, ...(page ? { fields, page } : { json: { fields } }) });
};

async function link(
  owner: Editor,
  name: string,
  { secret, method = "GET", form = FORM }: { secret: string; method?: string; form?: string },
) {
  const address = `${owner.site.origin}/api/forms/${form}/links/${name}`;
  const body = method === "POST" ? { body: new URLSearchParams({ secret }) } : {};
  const headers = { "cf-connecting-ip": aVisitor(), ...(method === "POST" && { origin: owner.site.origin }) };
  const { response } = await send(
    new Request(method === "POST" ? address : `${address}?secret=${secret}`, { method, headers, ...body }),
  );
  return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
}

/** The proof in the links of the last submission, once its plugin was told of it. */
async function secretOf(owner: Editor): Promise<string> {
  for (let rings = 0; rings < 3; rings++) await ring(owner);
  const [row] = await sqlOf<{ number: number; secret: string }>(
    owner,
    "SELECT number, secret FROM form_submissions ORDER BY number DESC",
  );
  return `${row?.number}.${row?.secret}`;
}

describe("a time", () => {
  test("that a hundred visitors want is booked by one, and the others keep what they typed", async () => {
    const owner = await aSite();
    const [slot = ""] = slotsIn(await shown(owner));
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => book(owner, slot, `Visitor ${n}`)));
    // Many at once wait for the plugin's code. A visitor who waits too long reads that the plugin is busy. No time is booked twice.
    const counts = Map.groupBy(answers, ({ status }) => (status === 503 ? 400 : status));
    expect([counts.get(201)?.length, counts.get(400)?.length]).toEqual([1, 99]);
    expect(await keys(owner)).toEqual([`coming:${keyed(slot)}~1`]);
    expect(await sqlOf(owner, "SELECT count(*) AS n FROM form_submissions")).toEqual([{ n: 1 }]);
    const page = await book(owner, slot, 'Robin "<b>" Ferry', true);
    const html = await page.text();
    expect([page.status, html.includes("not free any more"), html.includes("Robin &quot;&lt;b&gt;")]).toEqual([
      422,
      true,
      true,
    ]);
  });

  test("with two places takes two, and one that is not offered takes none", async () => {
    const owner = await aSite({ places: 2 });
    const [slot = ""] = slotsIn(await shown(owner));
    const answers = await Promise.all([1, 2, 3].map((n) => book(owner, slot, `Visitor ${n}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400]);
    for (const other of ["2001-01-01T09:00:00.000Z", "9999-12-31T09:00:00.000Z", slot.replace(":00:00.", ":07:00.")])
      expect((await book(owner, other)).status).toBe(400);
    expect(await keys(owner)).toEqual([`coming:${keyed(slot)}~1`, `coming:${keyed(slot)}~2`]);
    const inbox = await (await callApi(owner, "GET", `/_editor/forms/${FORM}`)).text();
    expect(inbox.split(`<time datetime="${slot}">`)).toHaveLength(3);
  });

  test("that was booked leaves the page without a publication of a member", async () => {
    const owner = await theSite();
    const [slot = "", next] = slotsIn(await shown(owner));
    await book(owner, slot);
    await sqlOf(owner, "UPDATE clock_moments SET due = 1");
    await ring(owner);
    const [{ release }] = (await sqlOf<{ release: number }>(owner, "SELECT release FROM sites")) as [
      { release: number },
    ];
    expect(release).toBeGreaterThan(1);
    expect(
      (await sqlOf<{ data: string }>(owner, "SELECT data FROM section_data ORDER BY release DESC"))[0]?.data,
    ).not.toContain(slot);
    expect(next).not.toBe(slot);
  });
});

describe("the links of a booking", () => {
  test("give a calendar file, and cancel by a button alone", async () => {
    const owner = await theSite();
    const slot = slotsIn(await shown(owner))[1] ?? "";
    await book(owner, slot);
    const secret = await secretOf(owner);
    const kept = (await stored(owner)).find(({ key }) => key.startsWith(`coming:${keyed(slot)}`));
    const { submission } = JSON.parse(kept?.value ?? "{}") as { submission: number };
    expect(secret.startsWith(`${submission}.`)).toBe(true);
    const file = await link(owner, "calendar", { secret });
    expect([file.status, file.type]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(file.text).toContain("SUMMARY:Tide\\, tables\\; and a talk\r\n");
    expect(file.text).toContain("LOCATION:Slip 4\\\\north\r\n");
    expect(file.text).toMatch(new RegExp(`\r\nDTSTART:${keyed(slot)}00Z\r\n`));
    expect(file.text.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    const asked = await link(owner, "cancel", { secret });
    expect([asked.status, asked.text.includes("Cancel the booking")]).toEqual([200, true]);
    expect(await held(owner, slot)).toHaveLength(1);
    const pressed = await link(owner, "cancel", { secret, method: "POST" });
    expect([pressed.status, pressed.text.includes("Your booking is cancelled.")]).toEqual([200, true]);
    expect(await held(owner, slot)).toEqual([]);
    expect((await link(owner, "cancel", { secret, method: "POST" })).status).toBe(410);
    expect((await book(owner, slot)).status).toBe(201);
  });

  test.each(["calendar", "cancel"])("call the plugin a bounded number of times: %s", async (name) => {
    const owner = await aSite();
    const slot = slotsIn(await shown(owner))[1] ?? "";
    await book(owner, slot);
    const secret = await secretOf(owner);
    const method = name === "cancel" ? "POST" : "GET";
    const statuses: number[] = [];
    for (let at = 0; at < FORM_LINK_CALLS_PER_SUBMISSION; at += 1)
      statuses.push((await link(owner, name, { secret, method })).status);
    expect(statuses).not.toContain(429);
    expect((await link(owner, name, { secret, method })).status).toBe(429);
    expect((await link(owner, "cancel", { secret })).status).toBe(200);
    expect((await link(owner, name, { secret: `${secret}0`, method })).status).toBe(410);
  });

  test("are nobody's who guesses, and end with the submission", async () => {
    const owner = await theSite();
    const slot = slotsIn(await shown(owner))[2] ?? "";
    await book(owner, slot);
    const secret = await secretOf(owner);
    const [number = ""] = secret.split(".");
    for (const wrong of [
      "",
      number,
      `${number}.`,
      `${number}.0`,
      `0${secret}`,
      `${secret}0`,
      secret.toUpperCase(),
      "' OR 1=1 --",
    ])
      for (const method of ["GET", "POST"])
        expect([wrong, (await link(owner, "cancel", { secret: wrong, method })).status]).toEqual([wrong, 410]);
    expect((await link(owner, "calendar", { secret, method: "POST" })).status).toBe(410);
    expect((await link(owner, "unknown", { secret })).status).toBe(410);
    await done(await callApi(owner, "DELETE", `/api/forms/${FORM}/submissions/${number}`));
    expect((await link(owner, "cancel", { secret, method: "POST" })).status).toBe(410);
    expect(await held(owner, slot)).toHaveLength(1);
    expect(FORM_LINK_FILE_MAX_CHARS).toBeGreaterThan(1_000);
  });

  test("stand in the letter to the visitor, with its time and no word of the visitor", async () => {
    const owner = await theSite();
    const slot = slotsIn(await shown(owner))[3] ?? "";
    await book(owner, slot, "Buy pills at evil.example");
    const [number] = (await secretOf(owner)).split(".");
    const letters = await sqlOf<{ source: string; data: string }>(
      owner,
      "SELECT source, data FROM mail_plugin_letters WHERE plugin = ? AND submission = ?",
      PLUGIN,
      Number(number),
    );
    expect(letters).toHaveLength(1);
    expect(JSON.parse(letters[0]?.data ?? "{}")).toEqual({ at: expect.stringMatching(/^20.*Z$/), minutes: 60 });
  });
});

describe("a plugin's form that keeps seats", () => {
  /** `ticket` tries all that a plugin could do with its powers. */
  const SOURCE = `
    export const routes = {
      async judge({ fields: { seat }, once }, ctx) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const isFree = await ctx.storage.add("seat:" + seat, once);
        return isFree ? { body: {} } : { status: 409, body: { field: "seat" } };
      },
      async ticket(_link, ctx) {
        const kept = await ctx.storage.list();
        const acts = [
          () => ctx.storage.put("opened", 1),
          () => ctx.storage.add("opened", 1),
          () => ctx.storage.change([], { delete: [kept.entries[0].key] }),
          () => ctx.storage.delete(kept.entries[0].key),
          () => ctx.mail.send({ letter: "opened" }),
        ];
        const codes = await Promise.all(acts.map((act) => act().then(() => "did", ({ code }) => code)));
        return { body: kept.entries.length + " " + codes.join(" ") };
      },
    };`;
  const SEAT = {
    name: "seat",
    title: "Seat",
    description: "A seat",
    fields: {
      type: "object",
      properties: { seat: { type: "string", title: "Seat", maxLength: 20 } },
      required: ["seat"],
      additionalProperties: false,
    },
    route: "judge",
    spam: { minSeconds: 0 },
    links: [{ name: "ticket", title: "Ticket", description: "T", route: "ticket", gives: "text/calendar" }],
  };
  const ROUTES = ["judge", "ticket"].map((name) => ({
    name,
    kind: "form",
    path: `/${name}`,
    methods: ["POST"],
    access: "public",
  }));
  const seats = (owner: Editor) => sqlOf<{ key: string }>(owner, "SELECT key FROM plugin_storage ORDER BY key");

  async function aSiteWithSeats(): Promise<Editor> {
    const owner = await aSiteWith(SOURCE, {
      contributes: {
        forms: [SEAT],
        routes: ROUTES,
        letters: [{ name: "opened", title: "Opened", to: "members", text: "opened.liquid" }],
      },
      capabilities: {
        storage: { maxBytes: 10_000, maxKeys: 20, reason: "to keep seats" },
        mail: { to: ["members"], reason: "to tell" },
      },
      files: { "opened.liquid": "Opened\n\nOpened" },
    });
    await place(owner, [formSection("seats", "acme.tool/seat")]);
    return owner;
  }

  test("keeps one seat for one token, whatever its requests want at once, and its file changes nothing", async () => {
    const owner = await aSiteWithSeats();
    const form = "home.seats";
    const { token } = await (
      await get(`${owner.site.origin}/api/forms/${form}/token`)
    ).response.json<{ token: string }>();
    const want = (seat: string) => post(owner, { form, json: { fields: { seat }, token } });
    const sent = await Promise.all([want("a"), want("b"), want("a"), want("c")]);
    const kept = await seats(owner);
    const isA = kept[0]?.key === "seat:a";
    expect([sent.map(({ status }) => status).toSorted(), kept.length]).toEqual([
      isA ? [201, 201, 400, 400] : [201, 400, 400, 400],
      1,
    ]);
    const [row] = await sqlOf<{ number: number; secret: string }>(owner, "SELECT number, secret FROM form_submissions");
    const file = await link(owner, "ticket", { form, secret: `${row?.number}.${row?.secret}` });
    expect([file.status, file.text]).toEqual([200, "1 not_granted not_granted not_granted not_granted not_granted"]);
    expect(await seats(owner)).toEqual(kept);
  });

  test("keeps none for answers that the site has no room for", async () => {
    const owner = await aSiteWithSeats();
    const full = `INSERT INTO form_totals (site, form, type, title, names, total, unread, last_at, bytes)
      VALUES ('main', 'x.y', 'a.b/c', 'X', '[]', ${SUBMISSIONS_MAX}, 0, 1, 0)`;
    await changeRows(owner.site.name, (sql) => void sql.exec(full));
    const refused = await post(owner, { form: "home.seats", json: { fields: { seat: "a" } } });
    expect([refused.status, await seats(owner)]).toEqual([413, []]);
  });
});
