/** Numbers of visits, as a program that floods a site or invents addresses and sites would make them. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  VISIT_DAYS,
  VISIT_HOST_MAX_CHARS,
  VISIT_HOSTS_A_DAY,
  VISIT_PATH_MAX_CHARS,
  VISIT_PATHS_A_DAY,
  VISITS_A_MESSAGE,
  VISITS_EXPORTED_DAYS,
  VISITS_LISTED,
} from "../../../manifests/bounds/publicContent.ts";
import type { TakenVisits, VisitCounts, VisitsView } from "../../../runtime/visits/views.ts";
import { VISIT_SCRIPT_ELEMENT, VISIT_SCRIPT_PATH } from "../../../runtime/rendering/visits/script.ts";
import { visitsPart } from "../../../runtime/visits/export.ts";
import { HOST, hostsWorld } from "../../runtime/languages/hostsWorld.ts";
import { SITE, page, worldWith } from "../../runtime/kernel/world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function countedSite() {
  const world = await worldWith({ home: page("/"), about: page("/about") });
  await world.run("publish", {});
  const { kernel, powers } = world;
  const take = (paths: VisitCounts["paths"], more: Partial<VisitCounts> = {}): TakenVisits =>
    kernel.visits.count(SITE, { hostname: "", notice: "server", paths, from: [], ...more });
  const count = (...sent: Parameters<typeof take>): number =>
    take(...sent).paths.reduce((sum, [, times]) => sum + times, 0);
  const list = (days = VISIT_DAYS): VisitsView => kernel.visits.list(SITE, days);
  const clear = (): void => void powers.sql.all("DELETE FROM visits");
  const set = async (visits: "off" | "script" | undefined): Promise<void> => {
    const { version, body } = kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, visits } });
    await world.run("publish", {});
  };
  return { ...world, take, count, list, clear, set };
}

let site: Awaited<ReturnType<typeof countedSite>>;
beforeAll(async () => {
  site = await countedSite();
});

const distinct = (count: number, name: (n: number) => string): [string, number][] =>
  Array.from({ length: count }, (_, n) => [name(n), 1]);

describe("visits", () => {
  test("are counted by day, page and host, and the numbers hold nothing else", () => {
    site.clear();
    expect(
      site.count(
        [
          ["/", 2],
          ["/caf%C3%A9", 1],
        ],
        { from: [["search.example", 2]] },
      ),
    ).toBe(3);
    site.powers.clock.now += DAY_MS;
    expect(site.count([["/", 1]])).toBe(1);
    const { total, days, paths, hosts, first, last } = site.list(2);
    expect({ total, times: days.map(({ times }) => times), paths, hosts }).toEqual({
      total: 4,
      times: [3, 1],
      paths: [
        { path: "/", times: 3 },
        { path: "/café", times: 1 },
      ],
      hosts: [{ host: "search.example", times: 2 }],
    });
    expect(days.map(({ day }) => day)).toEqual([first, last]);
    const columns = site.powers.sql.all("SELECT * FROM visits").flatMap((row) => Object.keys(row));
    expect(new Set(columns)).toEqual(new Set(["site", "day", "sort", "name", "times", "taken"]));
  });

  test.each([
    [VISIT_PATHS_A_DAY - 1, VISIT_PATHS_A_DAY - 1, 0],
    [VISIT_PATHS_A_DAY, VISIT_PATHS_A_DAY, 0],
    [VISIT_PATHS_A_DAY + 1, VISIT_PATHS_A_DAY, 1],
  ])("of %i pages in a day name %i, and count %i without a name", (count, named, others) => {
    site.clear();
    const paths = distinct(count, (n) => `/page-${n}`);
    site.count(paths.slice(0, 100));
    site.count(paths.slice(100));
    const rows = site.powers.sql.all<{ name: string; times: number }>("SELECT name, times FROM visits");
    expect(rows.filter(({ name }) => name !== "")).toHaveLength(named);
    expect(rows.find(({ name }) => name === "")?.times ?? 0).toBe(others);
    expect(site.list().total).toBe(count);
  });

  test.each([
    [VISIT_HOSTS_A_DAY - 1, 0],
    [VISIT_HOSTS_A_DAY, 0],
    [VISIT_HOSTS_A_DAY + 1, 1],
  ])("from %i hosts in a day count %i without a name", (count, others) => {
    site.clear();
    site.count([["/", count]], { from: distinct(count, (n) => `host-${n}.example`).slice(0, VISIT_HOSTS_A_DAY) });
    site.count([["/", 1]], { from: distinct(count, (n) => `host-${n}.example`).slice(VISIT_HOSTS_A_DAY) });
    const { hosts } = site.list();
    expect(hosts).toHaveLength(VISITS_LISTED);
    const rows = site.powers.sql.all<{ times: number }>("SELECT times FROM visits WHERE sort = 'from' AND name = ''");
    expect(rows[0]?.times ?? 0).toBe(others);
  });

  test("keep what is named often, whatever is invented before and after it", () => {
    site.clear();
    const flood = (message: number): void => {
      const from = distinct(VISIT_HOSTS_A_DAY, (n) => `invented-${message}-${n}.example`);
      const paths = distinct(VISIT_PATHS_A_DAY, (n) => `/invented-${message}-${n}`);
      site.count(paths, { from });
    };
    for (let message = 0; message < 10; message += 1) flood(message);
    for (let message = 10; message < 20; message += 1) {
      for (let n = 0; n < 5; n += 1) site.count([["/about", 1]], { from: [["news.example", 1]] });
      flood(message);
    }
    const { paths, hosts, total } = site.list();
    expect(paths).toContainEqual({ path: "/about", times: 50 });
    expect(hosts).toContainEqual({ host: "news.example", times: 50 });
    expect(total).toBe(20 * VISIT_PATHS_A_DAY + 50);
    const rows = site.powers.sql.all<{ sort: string }>("SELECT sort FROM visits WHERE name <> ''");
    expect(rows.filter(({ sort }) => sort === "from")).toHaveLength(VISIT_HOSTS_A_DAY);
    expect(rows.filter(({ sort }) => sort === "path")).toHaveLength(VISIT_PATHS_A_DAY);
    const sum = (sort: string): number =>
      site.kernel.visits
        .rows(SITE, "", 1)
        .rows.filter((row) => row.sort === sort)
        .reduce((all, { times }) => all + times, 0);
    expect([sum("path"), sum("from")]).toEqual([total, 20 * VISIT_HOSTS_A_DAY + 50]);
  });

  test("answer what was taken: no page of another hostname, and no host of the site itself", () => {
    site.clear();
    const sent: VisitCounts["paths"] = [["/caf%C3%A9", 1]];
    const from: VisitCounts["from"] = [
      ["acme.example", 1],
      ["news.example", 1],
    ];
    expect(site.take(sent, { from })).toEqual({ paths: [["/café", 1]], from: [["news.example", 1]] });
    expect(site.take(sent, { from, hostname: "elsewhere.example" })).toEqual({ paths: [], from: [] });
    expect(site.list().hosts).toEqual([{ host: "news.example", times: 1 }]);
  });

  test("at the hostname of a language name no hostname of the site as the place before", async () => {
    const { kernel } = await hostsWorld();
    const from = ["acme.example", HOST, "news.example"].map((host): [string, number] => [host, 1]);
    const sent: VisitCounts = { hostname: HOST, notice: "server", paths: [["/zimmer", 1]], from };
    expect(kernel.visits.count(SITE, sent).from).toEqual([["news.example", 1]]);
  });

  test.each<[string, Partial<VisitCounts>]>([
    ["too many pages", { paths: distinct(VISIT_PATHS_A_DAY + 2, (n) => `/${n}`) }],
    ["too many hosts", { from: distinct(VISIT_HOSTS_A_DAY + 2, (n) => `${n}`) }],
    ["a long page", { paths: [[`/${"a".repeat(VISIT_PATH_MAX_CHARS)}`, 1]] }],
    ["a long host", { from: [["a".repeat(VISIT_HOST_MAX_CHARS + 1), 1]] }],
    ["no visit", { paths: [["/", 0]] }],
    ["a part of a visit", { paths: [["/", 0.5]] }],
    ["more than a message has", { paths: [["/", VISITS_A_MESSAGE + 1]] }],
    ["another notice", { notice: "guess" as "server" }],
  ])("in a message with %s are refused, and nothing is written", (_, sent) => {
    site.clear();
    expect(() => site.count([["/", 1]], sent)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }) as Error);
    expect(site.list().total).toBe(0);
  });

  test.each<[string, Partial<VisitCounts>]>([
    ["pages", { paths: [...distinct(VISIT_PATHS_A_DAY, (n) => `/${n}`), ["", 1]] }],
    [
      "the longest names",
      {
        paths: [[`/${"a".repeat(VISIT_PATH_MAX_CHARS - 1)}`, VISITS_A_MESSAGE]],
        from: [["a".repeat(VISIT_HOST_MAX_CHARS), 1]],
      },
    ],
  ])("in the largest message of %s are counted", (_, sent) => {
    site.clear();
    expect(site.count([["/", 1]], sent)).toBe(site.list().total);
  });

  test("of another site's hostname, and of a site that is not there, are not counted", () => {
    site.clear();
    expect(site.count([["/", 1]], { hostname: "elsewhere.example" })).toBe(0);
    expect(() =>
      site.kernel.visits.count("nowhere", { hostname: "", notice: "server", paths: [["/", 1]], from: [] }),
    ).toThrow("NOT_FOUND");
    expect(site.list().total).toBe(0);
  });

  test("are not written into a nearly full workspace", () => {
    site.clear();
    const room = vi.spyOn(site.kernel.storageQuota, "isForStrangers", "get").mockReturnValue(false);
    expect([site.count([["/", 1]]), site.list().total]).toEqual([0, 0]);
    room.mockRestore();
  });

  test.each([
    [VISIT_DAYS, 1],
    [VISIT_DAYS + 1, 0],
  ])("are kept %i days: %i are left", async (days, left) => {
    const world = await countedSite();
    world.count([["/", 1]]);
    world.powers.clock.now += days * DAY_MS;
    await world.kernel.chores.run();
    expect(world.powers.sql.all("SELECT 1 AS n FROM visits")).toHaveLength(left);
  });

  test("leave as CSV without a formula, part by part", () => {
    site.clear();
    for (let day = 0; day <= VISITS_EXPORTED_DAYS; day += 1) {
      site.count([["/", 1]], { from: [["=cmd.example", 1]] });
      site.powers.clock.now += DAY_MS;
    }
    const whole = visitsPart(site.kernel.visits, SITE, null);
    const rest = visitsPart(site.kernel.visits, SITE, whole.next);
    expect([whole.csv.split("\r\n").length, rest.csv.split("\r\n").length, rest.next]).toEqual([
      2 + 2 * VISITS_EXPORTED_DAYS,
      3,
      null,
    ]);
    expect(whole.csv).toContain(`"referring host","'=cmd.example","1"`);
    expect(rest.csv).not.toContain("day");
  });
});

describe("the setting", () => {
  test("off counts nothing, script counts reports of pages alone, and both begin with a publication", async () => {
    const world = await countedSite();
    const kinds = () => [world.count([["/", 1]]), world.count([["/", 1]], { notice: "script" })];
    expect(kinds()).toEqual([1, 0]);
    await world.set("off");
    expect([kinds(), world.list().counting]).toEqual([[0, 0], "off"]);
    await world.set("script");
    expect(kinds()).toEqual([0, 1]);
    const invented: [string, number][] = [
      ["/invented", 1],
      ["/about", 1],
      ["/about/page/2", 1],
      ["/invented/page/2", 1],
      ["", 1],
    ];
    expect(world.count(invented, { notice: "script" })).toBe(2);
    expect(world.count([["/invented", 1]], { notice: "script", from: [["spam.example", 1]] })).toBe(0);
    expect(world.list().hosts).toEqual([]);
    await world.set(undefined);
    expect(kinds()).toEqual([1, 0]);
  });

  test("alone adds a script to pages, which their policy names, and leaves every other byte", async () => {
    const world = await countedSite();
    const shown = (path: string) => world.kernel.serve(SITE, path, null);
    const before = await shown("/");
    expect(before.body).not.toContain("script");
    await world.set("script");
    const after = await shown("/");
    expect(after.body?.replace(`${VISIT_SCRIPT_ELEMENT}\n`, "")).toBe(before.body);
    expect(after.headers["Content-Security-Policy"]).toMatch(
      new RegExp(`; script-src \\S+${VISIT_SCRIPT_PATH.replace(".", "\\.")}$`),
    );
    const script = await shown(VISIT_SCRIPT_PATH);
    expect([script.status, script.headers["Content-Type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(script.body).not.toMatch(/https?:|cookie|localStorage|screen|userAgent/);
    expect((await world.kernel.draft.answer(SITE, "/")).body).not.toContain(VISIT_SCRIPT_PATH);
    await world.set("off");
    expect((await shown("/")).body).toBe(before.body);
  });
});
