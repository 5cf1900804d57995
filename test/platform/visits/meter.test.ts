import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  VISIT_CLIENT_COUNTERS,
  VISIT_HOSTNAMES_PENDING,
  VISIT_HOST_MAX_CHARS,
  VISIT_HOSTS_A_DAY,
  VISIT_PATH_MAX_CHARS,
  VISIT_PATHS_A_DAY,
  VISITS_A_CLIENT,
  VISITS_AN_ADDRESS,
  VISITS_A_MESSAGE,
  VISITS_MESSAGE_MAX_BYTES,
} from "../../../manifests/bounds/publicContent.ts";
import { Clients } from "../../../sites/platform/visits/clients.ts";
import { isPart, type NoticedRequest, showsPage, VisitMeter } from "../../../sites/platform/visits/meter.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const DAY_MS = 24 * 60 * 60 * 1000;

interface Sent extends Partial<Omit<NoticedRequest, "header">> {
  readonly headers?: Readonly<Record<string, string>>;
}

function aMeter() {
  const clock = { now: 0 };
  const meter = new VisitMeter(() => clock.now);
  const see = ({ headers = {}, ...rest }: Sent = {}): boolean => {
    const sent: Readonly<Record<string, string>> = { "user-agent": BROWSER, ...headers };
    const visit: NoticedRequest = {
      hostname: "site.example",
      path: "/",
      address: "192.0.2.1",
      notice: "server",
      referrer: null,
      header: (name) => sent[name],
      ...rest,
    };
    const client = meter.clientOf(visit);
    if (client === undefined) return false;
    const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
    meter.count(visit, { address: digest(client.address), browser: digest(client.browser) });
    return true;
  };
  /** All visits counted so far. */
  const total = (): number =>
    meter.tally.take().reduce((sum, { paths }) => sum + paths.reduce((all, [, times]) => all + times, 0), 0);
  return { meter, clock, see, total };
}

describe("a visit", () => {
  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)",
    "curl/8.5.0",
    "python-requests/2.32",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36",
    "",
    `${BROWSER} ${"x".repeat(600)}`,
  ])("of a robot does not count: %s", (agent) => {
    const { see, total } = aMeter();
    expect([see({ headers: { "user-agent": agent } }), total()]).toEqual([false, 0]);
  });

  test.each([
    { cookie: "__Host-svc_session=abc" },
    { cookie: "a=b; __Host-svc_known=1" },
    { cookie: "__Host-svc_guest=secret" },
    { cookie: "svc_mode=edit" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
  ])("of a member, a guest, or before anybody looks does not count: %o", (headers) => {
    const { see } = aMeter();
    expect([see({ headers }), see()]).toEqual([false, true]);
  });

  test.each([
    [VISITS_A_CLIENT - 1, VISITS_A_CLIENT - 1],
    [VISITS_A_CLIENT, VISITS_A_CLIENT],
    [VISITS_A_CLIENT + 1, VISITS_A_CLIENT],
  ])("%i of one client count %i times in a day, whatever page it asks for", (visits, counted) => {
    const { see, total, clock } = aMeter();
    for (let n = 0; n < visits; n += 1) see({ path: `/${n}` });
    expect(total()).toBe(counted);
    see({ address: "192.0.2.2" });
    see({ headers: { "user-agent": `${BROWSER} Other` } });
    expect(total()).toBe(2);
    clock.now += DAY_MS;
    see();
    expect(total()).toBe(1);
  });

  test.each([
    [VISITS_AN_ADDRESS - 1, VISITS_AN_ADDRESS - 1],
    [VISITS_AN_ADDRESS, VISITS_AN_ADDRESS],
    [VISITS_AN_ADDRESS + 1, VISITS_AN_ADDRESS],
  ])("%i of one address count %i times in a day, whatever browsers it invents", (visits, counted) => {
    const { see, total, clock } = aMeter();
    const of = (n: number): Sent => ({ headers: { "user-agent": `${BROWSER} ${n}` } });
    for (let n = 0; n < visits; n += 1) see(of(n));
    expect(total()).toBe(counted);
    see({ address: "192.0.2.2", ...of(1) });
    see({ hostname: "other.example", ...of(1) });
    expect(total()).toBe(2);
    clock.now += DAY_MS;
    see(of(1));
    expect(total()).toBe(1);
  });

  test("leaves nothing of its client, whose digest is another one the next day and in another process", () => {
    const { meter, see, clock } = aMeter();
    see({ referrer: "https://search.example/find?q=secret" });
    const client = {
      hostname: "a.example",
      path: "/",
      address: "192.0.2.1",
      notice: "server",
      referrer: null,
    } as const;
    const named = (one: VisitMeter) => one.clientOf({ ...client, header: () => BROWSER });
    const today = named(meter);
    expect(today).toEqual(named(meter));
    expect(today?.address).not.toBe(today?.browser);
    const another = [named(aMeter().meter)];
    clock.now += DAY_MS;
    another.push(named(meter));
    for (const one of another)
      expect([one?.address === today?.address, one?.browser === today?.browser]).toEqual([false, false]);
    expect(meter.tally.take()).toEqual([
      { hostname: "site.example", notice: "server", paths: [["/", 1]], from: [["search.example", 1]] },
    ]);
  });

  test.each([
    [200, "text/html; charset=utf-8", null, true],
    [304, "text/html; charset=utf-8", null, true],
    [304, null, "document", true],
    [304, null, "style", false],
    [404, "text/html; charset=utf-8", "document", false],
    [429, "text/html", "document", false],
    [301, null, "document", false],
    [200, "text/css", "document", false],
  ])("is an answer %i of %s for %s: %s", (status, type, dest, shown) =>
    expect(showsPage(status, type, dest)).toBe(shown),
  );

  test.each([
    ["/_assets/frame/a/b", true],
    ["/media/x", true],
    ["/media", false],
    ["/about", false],
  ])("of a part is none: %s", (path, part) => expect(isPart(path)).toBe(part));
});

describe("what waits", () => {
  const from = (host: string) => `https://${host}/path?query`;

  test.each([
    ["https://www.news.example/a", ["news.example"]],
    ["https://site.example/about", []],
    ["https://www.site.example/about", []],
    ["android-app://com.example", []],
    ["https://[broken", []],
    ["javascript:alert(1)", []],
    [from("a".repeat(VISIT_HOST_MAX_CHARS - 8) + ".example"), ["a".repeat(VISIT_HOST_MAX_CHARS - 8) + ".example"]],
    [from("a".repeat(VISIT_HOST_MAX_CHARS - 7) + ".example"), []],
    [`https://long.example/${"a".repeat(5_000)}`, []],
  ])("names of %s the host alone", (referrer, hosts) => {
    const { meter, see } = aMeter();
    for (const hostname of ["site.example", "www.site.example"]) see({ referrer, hostname });
    expect(meter.tally.take().map((taken) => taken.from.map(([host]) => host))).toEqual([hosts, hosts]);
  });

  test.each([
    [VISIT_PATHS_A_DAY - 1, VISIT_PATHS_A_DAY - 1],
    [VISIT_PATHS_A_DAY, VISIT_PATHS_A_DAY],
    [VISIT_PATHS_A_DAY + 1, VISIT_PATHS_A_DAY + 1],
    [VISIT_PATHS_A_DAY + 50, VISIT_PATHS_A_DAY + 1],
  ])("has for %i pages %i counts, one of them without a name", (pages, counts) => {
    const { meter, see } = aMeter();
    for (let n = 0; n < pages; n += 1) see({ path: `/${n}`, address: `192.0.2.${n}`, referrer: from(`h${n}.example`) });
    const [taken] = meter.tally.take();
    expect(taken?.paths).toHaveLength(counts);
    expect(taken?.paths.reduce((sum, [, times]) => sum + times, 0)).toBe(pages);
    expect(taken?.from).toHaveLength(VISIT_HOSTS_A_DAY + 1);
  });

  test("has a long page without its name, unless a script reports it", () => {
    const { meter, see } = aMeter();
    const path = `/${"a".repeat(VISIT_PATH_MAX_CHARS - 1)}`;
    for (const notice of ["server", "script"] as const)
      for (const one of [path, `${path}a`]) see({ path: one, notice, referrer: from("h.example") });
    expect(meter.tally.take().map(({ paths, from: hosts }) => [paths, hosts])).toEqual([
      [
        [
          [path, 1],
          ["", 1],
        ],
        [["h.example", 2]],
      ],
      [[[path, 1]], [["h.example", 1]]],
    ]);
  });

  test.each(["server", "script"] as const)(
    "keeps by %s what is asked for often, however much is invented",
    (notice) => {
      const { meter, see } = aMeter();
      for (let n = 0; n < 3 * VISIT_PATHS_A_DAY; n += 1) {
        see({ path: `/${n}`, referrer: from(`h${n}.example`), notice, address: `192.0.2.${n}` });
        if (n >= VISIT_PATHS_A_DAY && n % 10 === 0)
          see({ path: "/about", referrer: from("news.example"), notice, address: `198.51.100.${n}` });
      }
      const [taken] = meter.tally.take();
      const often = (2 * VISIT_PATHS_A_DAY) / 10;
      expect(taken?.paths).toContainEqual(["/about", often]);
      expect(taken?.from).toContainEqual(["news.example", often]);
      expect(taken?.paths.some(([path]) => path === "")).toBe(notice === "server");
    },
  );

  test.each([
    [VISIT_HOSTNAMES_PENDING - 1, VISIT_HOSTNAMES_PENDING - 1],
    [VISIT_HOSTNAMES_PENDING, VISIT_HOSTNAMES_PENDING],
    [VISIT_HOSTNAMES_PENDING + 1, VISIT_HOSTNAMES_PENDING],
  ])("has of %i hostnames %i", (asked, counted) => {
    const { meter, see } = aMeter();
    for (let n = 0; n < asked; n += 1) see({ hostname: `h${n}.example` });
    expect(meter.tally.take()).toHaveLength(counted);
    expect(meter.tally.isEmpty).toBe(true);
  });
});

test.each([
  [VISIT_CLIENT_COUNTERS - 1, true],
  [VISIT_CLIENT_COUNTERS, false],
  [VISIT_CLIENT_COUNTERS + 1, true],
])("the digest %i has a counter of its own beside digest 0: %s", (number, isOwn) => {
  const clients = new Clients(() => 0);
  const digest = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);
  clients.textsOf("site.example", "192.0.2.1", BROWSER);
  const take = (address: number, browser: number): boolean =>
    clients.take({ address: digest(address), browser: digest(browser) });
  for (let n = 0; n < VISITS_A_CLIENT; n += 1) expect(take(1, 0)).toBe(true);
  expect([take(1, 0), take(1, number)]).toEqual([false, isOwn]);
  for (let n = 0; n < VISITS_AN_ADDRESS; n += 1) expect(take(0, 2 + n)).toBe(true);
  expect([take(0, 1), take(number, 1)]).toEqual([false, isOwn]);
});

test("the largest message of one machine fits its bound", () => {
  const named = (count: number, chars: number) =>
    Array.from({ length: count + 1 }, () => ["x".repeat(chars), VISITS_A_MESSAGE] as const);
  const one = {
    hostname: "x".repeat(253),
    notice: "server",
    paths: named(VISIT_PATHS_A_DAY, VISIT_PATH_MAX_CHARS),
    from: named(VISIT_HOSTS_A_DAY, VISIT_HOST_MAX_CHARS),
  };
  const bytes = VISIT_HOSTNAMES_PENDING * (JSON.stringify(one).length + 1);
  expect(bytes).toBeLessThan(VISITS_MESSAGE_MAX_BYTES);
  expect(bytes).toBeGreaterThan(VISITS_MESSAGE_MAX_BYTES / 2);
});
