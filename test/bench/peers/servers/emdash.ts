import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimPort } from "../../../../sites/machine/names/port.ts";
import { Asking } from "../asking.ts";
import { changed, LISTED } from "../content.ts";
import type { Peer, Place, Served } from "../peer.ts";
import { answers, nodeOf, type Program, run } from "../program.ts";

/** EmDash on Node with SQLite. Its pages are templates of Astro. */
export const emdash: Peer = {
  name: "EmDash (Node)",
  missing: (prepared) =>
    existsSync(join(prepared, "node_modules/emdash"))
      ? undefined
      : `in ${prepared}, npm install emdash astro @astrojs/node @astrojs/react react react-dom`,
  async start(place) {
    const { folder, prepared } = place;
    const port = await claimPort(0);
    const node = nodeOf(prepared);
    await build(prepared, node);
    cpSync(join(prepared, "dist"), join(folder, "dist"), { recursive: true });
    symlinkSync(join(prepared, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seedOf(place)));
    const cli = "node_modules/emdash/dist/cli/index.mjs";
    await run(["env", "-C", folder, node, cli, "seed", "seed.json", "--database", "data.db"]).finish();
    const ids = opened(join(folder, "data.db"));
    const environment = { HOST: "127.0.0.1", PORT: String(port), NODE_ENV: "production", ...SECRETS };
    const program = run(["env", "-C", folder, node, "dist/server/entry.mjs"], environment);
    await program.until(() => answers(port, "/"));
    return served(place, { port, program, ids });
  },
};

const TOKEN = "ec_pat_only-for-this-bench-only-for-this-bench";
const SECRETS = { EMDASH_AUTH_SECRET: TOKEN, EMDASH_PREVIEW_SECRET: TOKEN };
const ADDRESS = "x-real-ip";

const SOURCES: Readonly<Record<string, string>> = {
  "astro.config.mjs": `import { defineConfig } from "astro/config";
import node from "@astrojs/node";
import react from "@astrojs/react";
import emdash, { local } from "emdash/astro";
import { sqlite } from "emdash/db";
export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  integrations: [react(), emdash({
    database: sqlite({ url: "file:./data.db" }),
    storage: local({ directory: "./uploads", baseUrl: "/_emdash/api/media/file" }),
    trustedProxyHeaders: ["${ADDRESS}"],
  })],
});
`,
  "src/live.config.ts": `import { defineLiveCollection } from "astro:content";
import { emdashLoader } from "emdash/runtime";
export const collections = { _emdash: defineLiveCollection({ loader: emdashLoader() }) };
`,
  "src/pages/index.astro": `---
import { getEmDashCollection } from "emdash";
const { entries } = await getEmDashCollection("posts", { limit: ${LISTED}, orderBy: { date: "desc" } });
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bench</title></head><body><h1>Newest articles</h1>
{entries.map(({ id, data }) => <article><h2><a href={"/" + id}>{data.title}</a></h2><time>{data.date}</time><p>{data.description}</p></article>)}
</body></html>
`,
  "src/pages/[slug].astro": `---
import { getEmDashEntry } from "emdash";
import { PortableText } from "emdash/ui";
const { entry } = await getEmDashEntry("posts", Astro.params.slug);
if (!entry) return new Response("Not found", { status: 404 });
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{entry.data.title}</title><meta name="description" content={entry.data.description}></head>
<body><h1>{entry.data.title}</h1><time>{entry.data.date}</time><PortableText value={entry.data.body} /></body></html>
`,
};

/** Builds the site once in the prepared folder, and again if its sources have changed. */
async function build(prepared: string, node: string): Promise<void> {
  const sources = JSON.stringify(SOURCES);
  const kept = join(prepared, "built.json");
  if (existsSync(kept) && readFileSync(kept, "utf8") === sources) return;
  for (const [name, source] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(prepared, name)), { recursive: true });
    writeFileSync(join(prepared, name), source);
  }
  const command = ["env", "-C", prepared, node, "node_modules/astro/bin/astro.mjs", "build"];
  await run(command, { ASTRO_TELEMETRY_DISABLED: "1" }).finish();
  writeFileSync(kept, sources);
}

const bodyOf = (paragraphs: readonly string[]) =>
  paragraphs.map((text, n) => ({
    _type: "block",
    _key: `b${n}`,
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: `s${n}`, text, marks: [] }],
  }));

const field = (slug: string, type: string, searchable: boolean) => ({ slug, label: slug, type, searchable });

const seedOf = ({ articles }: Place) => ({
  version: "1",
  settings: { title: "Bench" },
  collections: [
    {
      slug: "posts",
      label: "Posts",
      labelSingular: "Post",
      supports: ["drafts", "revisions", "search"],
      commentsEnabled: true,
      fields: [
        field("title", "string", true),
        field("description", "text", true),
        field("date", "string", false),
        field("body", "portableText", true),
      ],
    },
  ],
  content: {
    posts: articles.map(({ slug, title, description, date, paragraphs }) => ({
      id: slug,
      slug,
      status: "published",
      data: { title, description, date, body: bodyOf(paragraphs) },
    })),
  },
});

/** Adds an administrator with a token, because a first login needs a browser. Answers the ids of the articles. */
function opened(file: string): Map<string, string> {
  using database = new DatabaseSync(file);
  const hash = createHash("sha256").update(TOKEN).digest("base64url");
  database.exec(`INSERT INTO users (id, email, name, role, email_verified) VALUES ('admin', 'admin@example.com', 'Admin', 50, 1);
    INSERT INTO _emdash_api_tokens (id, name, token_hash, prefix, user_id, scopes)
      VALUES ('bench', 'bench', '${hash}', 'ec_pat_only', 'admin', '["admin"]');
    INSERT OR REPLACE INTO options (name, value) VALUES ('emdash:setup_complete', 'true');`);
  const rows = database.prepare("SELECT id, slug FROM ec_posts").all() as { id: string; slug: string }[];
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

interface Running {
  readonly port: number;
  readonly program: Program;
  readonly ids: ReadonlyMap<string, string>;
}

function served({ articles }: Place, { port, program, ids }: Running): Served {
  const asking = new Asking(port);
  const api = "/_emdash/api";
  const slugOf = (n: number): string => articles[n]?.slug ?? "";
  const headers = { authorization: `Bearer ${TOKEN}`, "x-emdash-request": "1" };
  const change = async (n: number, data: object): Promise<void> => {
    const path = `${api}/content/posts/${ids.get(slugOf(n)) ?? ""}`;
    await asking.expect({ method: "PUT", path, headers, body: { data } }, 200);
    await asking.expect({ method: "POST", path: `${path}/publish`, headers, body: {} }, 200);
  };
  return {
    port,
    host: `127.0.0.1:${port}`,
    pids: program.pids,
    home: () => "/",
    article: (n) => `/${slugOf(n)}`,
    async edit(n, mark) {
      const article = articles[n];
      if (article) await change(n, { body: bodyOf(changed(article, mark)) });
      return "published";
    },
    retitle: (n, title) => change(n, { title }),
    async submit(visitor) {
      const body = {
        authorName: `Visitor ${visitor}`,
        authorEmail: `visitor-${visitor}@example.com`,
        body: "She is eighteen feet, and dry. When could you look at her?",
      };
      const path = `${api}/comments/posts/${ids.get(slugOf(visitor % articles.length)) ?? ""}`;
      const from = { [ADDRESS]: `10.${(visitor >> 16) % 256}.${(visitor >> 8) % 256}.${visitor % 256}` };
      await asking.expect({ method: "POST", path, headers: { ...from, "x-emdash-request": "1" }, body }, 200, 201);
    },
    async search(words) {
      const { data } = await asking.json<{ data: { items?: unknown[]; results?: unknown[] } }>({
        path: `${api}/search?q=${encodeURIComponent(words)}&limit=10`,
      });
      return (data.items ?? data.results ?? []).length;
    },
    async [Symbol.asyncDispose]() {
      asking[Symbol.dispose]();
      await program[Symbol.asyncDispose]();
    },
  };
}
