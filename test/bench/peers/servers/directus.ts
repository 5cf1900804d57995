import { existsSync } from "node:fs";
import { join } from "node:path";
import { claimPort } from "../../../../sites/machine/names/port.ts";
import { Asking } from "../asking.ts";
import { changed, htmlOf, LISTED } from "../content.ts";
import type { Peer, Place, Served } from "../peer.ts";
import { answers, nodeOf, type Program, run } from "../program.ts";

/** Directus with SQLite and its cache in memory. It has no pages of its own, so visitors read its API. */
export const directus: Peer = {
  name: "Directus (API)",
  missing: (prepared) =>
    existsSync(join(prepared, "node_modules/directus")) ? undefined : `in ${prepared}, npm install directus`,
  async start(place) {
    const port = await claimPort(0);
    const environment = environmentOf(place.folder, port);
    const cli = join(place.prepared, "node_modules/directus/cli.js");
    const command = ["env", "-C", place.folder, nodeOf(place.prepared), cli];
    const isReady = (): Promise<boolean> => answers(port, "/server/ping");
    {
      await run([...command, "bootstrap"], environment).finish();
      await using first = run([...command, "start"], environment);
      await first.until(isReady);
      await fill(place, port);
    }
    const program = run([...command, "start"], environment);
    await program.until(isReady);
    return served(place, port, program);
  },
};

const TOKEN = "only-for-this-bench";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const environmentOf = (folder: string, port: number): Record<string, string> => ({
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DB_CLIENT: "sqlite3",
  DB_FILENAME: join(folder, "data.db"),
  SECRET: TOKEN,
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: TOKEN,
  ADMIN_TOKEN: TOKEN,
  CACHE_ENABLED: "true",
  CACHE_STORE: "memory",
  CACHE_AUTO_PURGE: "true",
  CACHE_SKIP_ALLOWED: "true",
  PRESSURE_LIMITER_ENABLED: "false",
  TELEMETRY: "false",
  WEBSOCKETS_ENABLED: "false",
  LOG_LEVEL: "warn",
  SERVE_APP: "false",
});

const typed = (type: string, names: readonly string[]) => names.map((field) => ({ field, type, meta: {}, schema: {} }));

const COLLECTIONS = [
  {
    collection: "articles",
    fields: [...typed("string", ["title"]), ...typed("text", ["description", "body"]), ...typed("date", ["date"])],
  },
  { collection: "messages", fields: [...typed("string", ["name", "email"]), ...typed("text", ["message"])] },
];
const OPEN = [
  { collection: "articles", action: "read" },
  { collection: "messages", action: "create" },
];

/** Larger requests are refused. */
const SENT_AT_ONCE = 100;

async function fill({ articles }: Place, port: number): Promise<void> {
  using asking = new Asking(port);
  const send = <T>(method: string, path: string, body?: object): Promise<{ data: T }> =>
    asking.json({ method, path, headers: AUTHORIZED, body });
  for (const { collection, fields } of COLLECTIONS)
    await send("POST", "/collections", { collection, meta: {}, schema: {}, fields });
  const { data } = await send<{ id: string; name: string }[]>("GET", "/policies?limit=-1");
  const policy = data.find(({ name }) => name === "$t:public_label")?.id;
  for (const open of OPEN) await send("POST", "/permissions", { ...open, policy, fields: ["*"], permissions: {} });
  for (let from = 0; from < articles.length; from += SENT_AT_ONCE) {
    const some = articles.slice(from, from + SENT_AT_ONCE);
    await send(
      "POST",
      "/items/articles",
      some.map(({ title, description, date, paragraphs }) => ({ title, description, date, body: htmlOf(paragraphs) })),
    );
  }
}

const MESSAGE = "She is eighteen feet, and dry. When could you look at her?";
const FIELDS = "fields=id,title,description,date";

function served({ articles }: Place, port: number, program: Program): Served {
  const asking = new Asking(port);
  const home = `/items/articles?sort=-date&limit=${LISTED}&${FIELDS}`;
  const article = (n: number): string => `/items/articles/${n + 1}`;
  const change = (n: number, body: object) =>
    asking.expect({ method: "PATCH", path: article(n), headers: AUTHORIZED, body }, 200);
  return {
    port,
    host: `127.0.0.1:${port}`,
    pids: program.pids,
    home: () => home,
    article,
    uncached: { headers: { "cache-control": "no-store" }, home: () => home, article },
    async edit(n, mark) {
      const given = articles[n];
      if (given) await change(n, { body: htmlOf(changed(given, mark)) });
      return "published";
    },
    async retitle(n, title) {
      await change(n, { title });
    },
    async submit(visitor) {
      const body = { name: `Visitor ${visitor}`, email: `visitor-${visitor}@example.com`, message: MESSAGE };
      await asking.expect({ method: "POST", path: "/items/messages", body }, 200, 204);
    },
    async search(words) {
      const path = `/items/articles?search=${encodeURIComponent(words)}&limit=10&${FIELDS}`;
      return (await asking.json<{ data: unknown[] }>({ path })).data.length;
    },
    async [Symbol.asyncDispose]() {
      asking[Symbol.dispose]();
      await program[Symbol.asyncDispose]();
    },
  };
}
