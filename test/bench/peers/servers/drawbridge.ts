import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { BATCH_MAX_ITEMS, WRITES_PER_WINDOW } from "../../../../manifests/bounds/api.ts";
import { PAGE_MAX_SECTIONS } from "../../../../manifests/bounds/documents.ts";
import { DEMO_NAMES, loadDemo } from "../../../../sites/demo/load.ts";
import { startLocal } from "../../../../sites/machine/local.ts";
import { readyOf, type Run, start } from "../../../machine/runner.ts";
import { DRIVER, Driver, persistently } from "../../../support/driver.ts";
import { loggedInMembers, type Member } from "../../../support/members.ts";
import { BEHIND_TESTS } from "../../../support/proxied.ts";
import { processesOf } from "../../processesOf.ts";
import { Asking } from "../asking.ts";
import { type Article, changed, LISTED, searchedFor } from "../content.ts";
import type { Outcome, Peer, Served } from "../peer.ts";

/** Drawbridge as `npm start` runs it, with the articles in the demo's first site. */
export const drawbridge: Peer = {
  name: "Drawbridge",
  missing: () => undefined,
  async start({ folder, articles }) {
    const path = join(folder, "run");
    const members = await filled(path, articles);
    const behind = ["--trusted-proxy", "127.0.0.1", "--client-address-header", "cf-connecting-ip"];
    const run = start("--json", "--port", "0", "--profile", "full", "--data", path, ...behind);
    const { port } = await readyOf(run);
    const site = new Site(port, members, articles, { run, path });
    await site.isVisible();
    return site;
  },
};

const demo = loadDemo(DEMO_NAMES[0]);
const { hostname } = demo.domain;

/** Members in turn, because each may write only so much in a minute. */
const MEMBERS_PER_CLIENT = 12;
const CLIENTS = 8;
/** One edit is two writes. */
const EDITS_PER_MEMBER = WRITES_PER_WINDOW / 4;
const [HOME, FORMS] = ["home", "bench-forms"];

/** Creates the sites with all articles, and answers the members. */
async function filled(data: string, articles: readonly Article[]): Promise<Member[]> {
  const local = await startLocal({
    port: 0,
    data,
    fresh: false,
    profile: "full",
    plugins: [],
    extraWorkers: [DRIVER],
    serving: BEHIND_TESTS,
  });
  try {
    const members = await loggedInMembers(new Driver(local.port), CLIENTS * MEMBERS_PER_CLIENT, {
      tenant: demo.tenant.id,
      site: demo.site.id,
      hostname,
      role: "editor",
      signedWith: local.secrets["SESSION_SECRET"] ?? "",
    });
    const site = new Site(local.port, members, articles);
    await site.fill();
    await site.isVisible();
    return members;
  } finally {
    await local.stop();
  }
}

const pageOf = (article: Article, paragraphs: readonly string[]) => ({
  path: `/archive/${article.slug}`,
  title: article.title,
  description: article.description,
  date: article.date,
  collection: "archive",
  sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: paragraphs.join("\n\n") } }],
});

const NEWEST = {
  id: "newest",
  type: "drawbridge.journal/article-list",
  variant: "rows",
  fields: { title: "Newest articles", collection: "archive", order: "newest", limit: LISTED },
};

interface Running {
  readonly run: Run;
  /** The data folder, which the command lines of its processes name. */
  readonly path: string;
}

interface Written {
  readonly versions: readonly { readonly version: number }[];
  readonly change: number;
}

/** Statuses of a publication that asks the member to try again. */
const REFUSALS = new Set([409, 412, 503]);

class Site implements Served {
  readonly port: number;
  readonly host: string;
  readonly uncached;
  readonly #asking: Asking;
  readonly #members: readonly Member[];
  readonly #articles: readonly Article[];
  readonly #versions: number[];
  /** Edits of each client. */
  readonly #edits: number[] = Array.from({ length: CLIENTS }, () => 0);
  readonly #running: Running | undefined;

  constructor(port: number, members: readonly Member[], articles: readonly Article[], running?: Running) {
    this.port = port;
    this.host = `${hostname}:${port}`;
    this.uncached = { headers: {}, home: () => "/?fresh", article: (n: number) => `${this.article(n)}?fresh` };
    this.#asking = new Asking(port, this.host);
    this.#members = members;
    this.#articles = articles;
    this.#versions = articles.map(() => 1);
    this.#running = running;
  }

  pids(): readonly number[] {
    return this.#running ? processesOf(this.#running.run, this.#running.path) : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#asking[Symbol.dispose]();
    await this.#running?.run[Symbol.asyncDispose]();
  }

  async fill(): Promise<void> {
    for (let from = 0; from < this.#articles.length; from += BATCH_MAX_ITEMS)
      await this.#batch(
        this.#articles.slice(from, from + BATCH_MAX_ITEMS).map((article) => ({
          do: "create",
          id: article.slug,
          body: pageOf(article, article.paragraphs),
        })),
      );
    const forms = Array.from({ length: PAGE_MAX_SECTIONS }, (_, n) => ({
      id: `form-${n}`,
      type: "drawbridge.forms/form",
      fields: { form: "drawbridge.forms/contact" },
    }));
    const home = await this.#read<{ version: number; body: object }>(`/api/pages/${HOME}`);
    await this.#batch([
      { do: "create", id: FORMS, body: { path: "/bench-forms", title: "Forms", noindex: true, sections: forms } },
      { do: "replace", page: HOME, expected: home.version, body: { ...home.body, sections: [NEWEST] } },
    ]);
    const { change } = await this.#read<Written>("/api/changes");
    await this.#write("POST", "/api/publish", change, undefined, 0);
  }

  /** Waits until visitors have the forms and the articles, and find them. */
  async isVisible(): Promise<void> {
    const visible = [`/api/forms/${FORMS}.form-0/token`, this.article(0), this.article(this.#articles.length - 1)];
    for (const path of visible) await persistently(() => this.#asking.expect({ path }, 200));
    await persistently(async () => {
      if ((await this.search(searchedFor(0), 0)) === 0) throw new Error("the search finds nothing");
    }, 60);
  }

  home(): string {
    return "/";
  }

  article(n: number): string {
    return `/archive/${this.#articles[n]?.slug ?? ""}`;
  }

  async edit(n: number, mark: string, client: number): Promise<Outcome> {
    const body = changed(this.#at(n), mark).join("\n\n");
    this.#edits[client] = (this.#edits[client] ?? 0) + 1;
    return this.#publish(n, { op: "set", section: "text", fields: { body } }, client);
  }

  async retitle(n: number, title: string): Promise<void> {
    await this.#publish(n, { op: "page", changes: { title } }, 0);
  }

  async submit(visitor: number): Promise<void> {
    const body = new URLSearchParams({
      name: `Visitor ${visitor}`,
      email: `visitor-${visitor}@example.com`,
      phone: "",
      topic: "visit",
      message: "She is eighteen feet, and dry. When could you look at her?",
    });
    const headers = {
      origin: `http://${this.host}`,
      accept: "*/*",
      "content-type": "application/x-www-form-urlencoded",
      ...addressOf(visitor),
    };
    const path = `/api/forms/${FORMS}.form-${visitor % PAGE_MAX_SECTIONS}`;
    await this.#asking.expect({ method: "POST", path, headers, body: String(body) }, 201);
  }

  async search(words: string, visitor: number): Promise<number> {
    const path = `/search?q=${encodeURIComponent(words)}`;
    const { body } = await this.#asking.expect({ path, headers: addressOf(visitor) }, 200);
    return body.split('class="search-title"').length - 1;
  }

  #at(n: number): Article {
    const article = this.#articles[n];
    if (!article) throw new Error(`there is no article ${n}`);
    return article;
  }

  /** Changes a page and publishes it alone. */
  async #publish(n: number, operation: object, client: number): Promise<Outcome> {
    const { slug } = this.#at(n);
    const path = `/api/pages/${slug}/operations`;
    const changes = await this.#write<Written>("POST", path, this.#versions[n], { operations: [operation] }, client);
    this.#versions[n] = changes.versions[0]?.version ?? NaN;
    const headers = this.#headers(changes.change, client);
    const body = { only: { pages: [slug] } };
    const { status, body: says } = await this.#asking.ask({ method: "POST", path: "/api/publish", headers, body });
    if (status === 200) return "published";
    if (REFUSALS.has(status)) return "refused";
    throw new Error(`publish: ${status} ${says.slice(0, 300)}`);
  }

  async #batch(items: readonly object[]): Promise<void> {
    await this.#write("POST", "/api/pages/batch", undefined, { items }, 0);
  }

  async #read<T>(path: string): Promise<T> {
    return this.#asking.json<T>({ path, headers: { cookie: this.#cookie(0) } });
  }

  async #write<T>(
    method: string,
    path: string,
    version: number | undefined,
    body: object | undefined,
    client: number,
  ): Promise<T> {
    return this.#asking.json({ method, path, headers: this.#headers(version, client), body });
  }

  #headers(version: number | undefined, client: number): Record<string, string> {
    return {
      cookie: this.#cookie(client),
      origin: `http://${this.host}`,
      "idempotency-key": randomUUID(),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    };
  }

  #cookie(client: number): string {
    const turn = Math.floor((this.#edits[client] ?? 0) / EDITS_PER_MEMBER) % MEMBERS_PER_CLIENT;
    const member = this.#members[client * MEMBERS_PER_CLIENT + turn];
    if (!member) throw new Error(`there is no member for the client ${client}`);
    return member.cookie;
  }
}

/** Each visitor has an address of its own. */
const addressOf = (visitor: number): Record<string, string> => ({
  "cf-connecting-ip": `2001:db8:${Math.floor(visitor / 0x10000).toString(16)}:${(visitor % 0x10000).toString(16)}::1`,
});
