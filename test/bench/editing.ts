import { randomUUID } from "node:crypto";
import { WRITES_PER_WINDOW } from "../../manifests/bounds/api.ts";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { Client } from "../support/client.ts";
import { Driver, pause } from "../support/driver.ts";
import { loggedInMembers, type Member } from "../support/members.ts";
import { CONNECTIONS, type Sender, type Target } from "./load.ts";
import { compare, targetOf, type ServingFigures } from "./serving.ts";

/** A connection switches to its next member when the rate limit of one is used up. */
const MEMBERS_PER_CONNECTION = 24;
/** The wait for unread answers at the end of a round, in milliseconds. */
const SETTLE_MS = 300;
/** Updates a second, as by all editors of a large newsroom. */
const RATE = 100;

const demo = loadDemo(DEMO_NAMES[0]);
const { hostname } = demo.domain;

/** Creates the members. The driver must be in front; later starts keep the members. */
export function benchEditors(local: Local): Promise<Member[]> {
  const membership = {
    tenant: demo.tenant.id,
    site: demo.site.id,
    hostname,
    role: "editor",
    signedWith: local.secrets["SESSION_SECRET"] ?? "",
  } as const;
  return loggedInMembers(new Driver(local.port), CONNECTIONS * MEMBERS_PER_CONNECTION, membership);
}

/** Measures section updates with all their checks, against a worker that writes the same body into one object. */
export function measureEditing(site: Local, baseline: Local, members: readonly Member[]): Promise<ServingFigures> {
  const pages = pagesOf(site, members);
  const theirs: Target = {
    ...targetOf(baseline, "/", `localhost:${baseline.port}`),
    senders: async () => pages.map(unguarded),
  };
  return compare("section update", editingOf(site, pages), theirs, RATE);
}

/** Compares the same updates in two runs. */
export function compareEditing(
  name: string,
  site: Local,
  other: Local,
  members: EditorsOfBoth,
): Promise<ServingFigures> {
  const [ours, theirs] = [
    editingOf(site, pagesOf(site, members.ours)),
    editingOf(other, pagesOf(other, members.theirs)),
  ];
  return compare(name, ours, theirs, RATE);
}

export interface EditorsOfBoth {
  readonly ours: readonly Member[];
  readonly theirs: readonly Member[];
}

const pagesOf = (site: Local, members: readonly Member[]): EditedPage[] =>
  Array.from({ length: CONNECTIONS }, (_, n) => new EditedPage(site.port, n, members));

function editingOf(site: Local, pages: readonly EditedPage[]): Target {
  const senders = async (): Promise<readonly Sender[]> => {
    await pause(SETTLE_MS);
    return Promise.all(pages.map((page) => page.again()));
  };
  return { ...targetOf(site, "/", `${hostname}:${site.port}`), senders };
}

/** A text on one page of the demo. */
interface DemoText {
  readonly page: string;
  readonly section: string;
  readonly field: string;
  readonly words: string;
}

const SHORT_TEXTS = ["title", "eyebrow"];

/** The changed pages, one for each connection. The list is fixed, so that figures stay comparable while the demo grows. */
const PAGES =
  "about boats colophon contact home journal larch-stack legal not-found offsets pricing questions quiet-launch service-lay-up service-new service-repair".split(
    " ",
  );

/** One text on each page. */
const PLACES: readonly DemoText[] = PAGES.flatMap((page) => textsOn(page).slice(0, 1));

function textsOn(page: string): DemoText[] {
  const { sections = [] } = demo.document.pages.find(({ id }) => id === page) ?? {};
  return sections.flatMap((section) =>
    SHORT_TEXTS.flatMap((field): DemoText[] => {
      const words = section.fields[field];
      return typeof words === "string" ? [{ page, section: section.id, field, words }] : [];
    }),
  );
}

const bodyOf = ({ field, words }: DemoText, n: number): string =>
  JSON.stringify({ fields: { [field]: `${words} ${n}` } });

/** The page of one connection, with a new version and a new key for each request. */
class EditedPage implements Sender {
  readonly #port: number;
  readonly #members: readonly Member[];
  readonly #text: DemoText;
  #version = 0;
  #sent = 0;

  constructor(port: number, n: number, members: readonly Member[]) {
    const text = PLACES[n];
    if (!text) throw new Error("there are fewer pages with a text than connections");
    this.#port = port;
    this.#text = text;
    this.#members = members.slice(n * MEMBERS_PER_CONNECTION, (n + 1) * MEMBERS_PER_CONNECTION);
  }

  async again(): Promise<this> {
    const { version } = await new Client(this.#port, hostname, this.#cookie()).done<{ version: number }>(
      "GET",
      `/api/pages/${this.#text.page}`,
    );
    this.#version = version;
    return this;
  }

  next() {
    const headers = {
      host: `${hostname}:${this.#port}`,
      origin: `http://${hostname}:${this.#port}`,
      cookie: this.#cookie(),
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      "if-match": `"${this.#version}"`,
    };
    this.#sent += 1;
    const { page, section } = this.#text;
    return {
      method: "PATCH",
      path: `/api/pages/${page}/sections/${section}`,
      headers,
      body: bodyOf(this.#text, this.#sent),
    } as const;
  }

  answered(): void {
    this.#version += 1;
  }

  /** The same request without the parts that the checks read. */
  plain() {
    this.#sent += 1;
    return {
      method: "PUT",
      path: `/${this.#text.page}`,
      headers: { "content-type": "application/json" },
      body: bodyOf(this.#text, this.#sent),
    } as const;
  }

  #cookie(): string {
    const member = this.#members[Math.floor(this.#sent / WRITES_PER_WINDOW)];
    if (!member) throw new Error("there are too few members for so many updates");
    return member.cookie;
  }
}

const unguarded = (page: EditedPage): Sender => ({ next: () => page.plain(), answered: () => undefined });
