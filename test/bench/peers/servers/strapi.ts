import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claimPort } from "../../../../sites/machine/names/port.ts";
import { Asking } from "../asking.ts";
import { changed, htmlOf, LISTED } from "../content.ts";
import type { Peer, Place, Served } from "../peer.ts";
import { nodeOf, type Program, run } from "../program.ts";

/** Strapi 5 with SQLite. It has no pages of its own, so visitors read its API. */
export const strapi: Peer = {
  name: "Strapi 5 (API)",
  missing: (prepared) =>
    existsSync(join(prepared, "node_modules/@strapi/strapi"))
      ? undefined
      : `in ${prepared}, npm install @strapi/strapi@5 @strapi/plugin-users-permissions@5 better-sqlite3`,
  async start(place) {
    const port = await claimPort(0);
    writeProject(place, port);
    const command = [
      "env",
      "-C",
      place.folder,
      nodeOf(place.prepared),
      "node_modules/@strapi/strapi/bin/strapi.js",
      "start",
    ];
    const isHealthy = async (): Promise<boolean> => {
      using asking = new Asking(port);
      return existsSync(join(place.folder, "filled.json")) && (await asking.ask({ path: "/_health" })).status === 204;
    };
    {
      await using first = run(command, ENVIRONMENT);
      await first.until(isHealthy);
    }
    const program = run(command, ENVIRONMENT);
    await program.until(isHealthy);
    const { token, ids } = JSON.parse(readFileSync(join(place.folder, "filled.json"), "utf8")) as Filled;
    return served(place, port, program, { token, ids });
  },
};

const ENVIRONMENT = { NODE_ENV: "production", STRAPI_TELEMETRY_DISABLED: "true" };

interface Filled {
  readonly token: string;
  readonly ids: readonly string[];
}

const FIELDS = ["title", "description", "date"].map((name, n) => `fields[${n}]=${name}`).join("&");

function served({ articles }: Place, port: number, program: Program, { token, ids }: Filled): Served {
  const asking = new Asking(port);
  const change = (n: number, data: object) =>
    asking.expect(
      {
        method: "PUT",
        path: `/api/articles/${ids[n] ?? ""}`,
        headers: { authorization: `Bearer ${token}` },
        body: { data },
      },
      200,
    );
  return {
    port,
    host: `127.0.0.1:${port}`,
    pids: program.pids,
    home: () => `/api/articles?sort=date:desc&pagination[pageSize]=${LISTED}&${FIELDS}`,
    article: (n) => `/api/articles/${ids[n] ?? ""}`,
    async edit(n, mark) {
      const article = articles[n];
      if (article) await change(n, { body: htmlOf(changed(article, mark)) });
      return "published";
    },
    async retitle(n, title) {
      await change(n, { title });
    },
    async submit(visitor) {
      const data = { name: `Visitor ${visitor}`, email: `visitor-${visitor}@example.com`, message: MESSAGE };
      await asking.expect({ method: "POST", path: "/api/messages", body: { data } }, 201);
    },
    async search(words) {
      const path = `/api/articles?_q=${encodeURIComponent(words)}&pagination[pageSize]=10&${FIELDS}`;
      const { meta } = await asking.json<{ meta: { pagination: { total: number } } }>({ path });
      return meta.pagination.total;
    },
    async [Symbol.asyncDispose]() {
      asking[Symbol.dispose]();
      await program[Symbol.asyncDispose]();
    },
  };
}

const MESSAGE = "She is eighteen feet, and dry. When could you look at her?";

const factory = (kind: string, type: string): string =>
  `module.exports = require("@strapi/strapi").factories.createCore${kind}("api::${type}.${type}");\n`;

const schema = (type: string, attributes: object, draftAndPublish: boolean): string =>
  JSON.stringify({
    kind: "collectionType",
    collectionName: `${type}s`,
    info: { singularName: type, pluralName: `${type}s`, displayName: type },
    options: { draftAndPublish },
    attributes,
  });

const textual = (...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { type: name === "body" || name === "message" ? "text" : "string" }]));

/** The sources of a type with its standard API. */
const sourcesOf = (type: string, attributes: object, draftAndPublish: boolean): Record<string, string> => ({
  [`src/api/${type}/content-types/${type}/schema.json`]: schema(type, attributes, draftAndPublish),
  [`src/api/${type}/controllers/${type}.js`]: factory("Controller", type),
  [`src/api/${type}/services/${type}.js`]: factory("Service", type),
  [`src/api/${type}/routes/${type}.js`]: factory("Router", type),
});

const exporting = (value: unknown): string => `module.exports = ${JSON.stringify(value)};\n`;

/** Fills the site at its first start, and leaves the token and the ids in a file. */
const BOOTSTRAP = `const { existsSync, readFileSync, writeFileSync } = require("node:fs");
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    if (existsSync("filled.json")) return;
    const role = await strapi.db.query("plugin::users-permissions.role").findOne({ where: { type: "public" } });
    const actions = ["api::article.article.find", "api::article.article.findOne", "api::message.message.create"];
    for (const action of actions)
      await strapi.db.query("plugin::users-permissions.permission").create({ data: { action, role: role.id } });
    const { accessKey } = await strapi
      .service("admin::api-token")
      .create({ name: "bench", description: "", type: "full-access", lifespan: null });
    const ids = [];
    for (const data of JSON.parse(readFileSync("articles.json", "utf8"))) {
      const { documentId } = await strapi.documents("api::article.article").create({ data, status: "published" });
      ids.push(documentId);
    }
    writeFileSync("filled.json", JSON.stringify({ token: accessKey, ids }));
  },
};
`;

const SECRET = "only-for-this-bench";

function writeProject({ folder, prepared, articles }: Place, port: number): void {
  const files: Record<string, string> = {
    "package.json": JSON.stringify({
      name: "bench",
      private: true,
      version: "1.0.0",
      dependencies: { "@strapi/strapi": "5", "@strapi/plugin-users-permissions": "5" },
    }),
    "articles.json": JSON.stringify(
      articles.map(({ title, description, date, paragraphs }) => ({
        title,
        description,
        date,
        body: htmlOf(paragraphs),
      })),
    ),
    "config/database.js": exporting({
      connection: {
        client: "sqlite",
        connection: { filename: join(folder, "data.db") },
        useNullAsDefault: true,
      },
    }),
    "config/server.js": exporting({ host: "127.0.0.1", port, app: { keys: [SECRET, `${SECRET}-too`] } }),
    "config/admin.js": exporting({
      auth: { secret: SECRET },
      apiToken: { salt: SECRET },
      transfer: { token: { salt: SECRET } },
      secrets: { encryptionKey: SECRET },
      serveAdminPanel: false,
    }),
    "config/plugins.js": exporting({ "users-permissions": { config: { jwtSecret: SECRET } } }),
    "config/api.js": exporting({ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }),
    "config/middlewares.js": exporting(
      ["errors", "security", "cors", "poweredBy", "query", "body", "session", "favicon", "public"].map(
        (name) => `strapi::${name}`,
      ),
    ),
    "src/index.js": BOOTSTRAP,
    ...sourcesOf("article", { ...textual("title", "description", "body"), date: { type: "date" } }, true),
    ...sourcesOf("message", textual("name", "email", "message"), false),
  };
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  for (const each of ["public/uploads", "database/migrations"]) mkdirSync(join(folder, each), { recursive: true });
  symlinkSync(join(prepared, "node_modules"), join(folder, "node_modules"));
}
