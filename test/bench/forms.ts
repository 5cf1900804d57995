import { PAGE_MAX_SECTIONS } from "../../manifests/bounds/documents.ts";
import { FORM_POSTS_PER_FORM, FORM_POSTS_PER_VISITOR } from "../../manifests/bounds/forms.ts";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { Client } from "../support/client.ts";
import { persistently } from "../support/driver.ts";
import type { Member } from "../support/members.ts";
import { CONNECTIONS, type Sender, type Target } from "./load.ts";
import { compare, targetOf, type ServingFigures } from "./serving.ts";

/** Submissions a second, more than any form gets. */
const RATE = 100;
const PAGE = "bench-forms";

const { hostname } = loadDemo(DEMO_NAMES[0]).domain;

/**
 * Measures submissions from a visitor's browser to the database, against a worker that writes the same body into one
 * object.
 */
export async function measureForms(site: Local, baseline: Local, [member]: readonly Member[]): Promise<ServingFigures> {
  if (!member) throw new Error("nobody is a member");
  await publishForms(new Client(site.port, hostname, member.cookie));
  const visitors = Array.from({ length: CONNECTIONS }, (_, n) => new Visitors(site.port, n));
  const ours: Target = { ...targetOf(site, "/", `${hostname}:${site.port}`), senders: async () => visitors };
  const theirs: Target = {
    ...targetOf(baseline, "/", `localhost:${baseline.port}`),
    senders: async () => visitors.map(unguarded),
  };
  return compare("form post", ours, theirs, RATE);
}

/** Publishes as many forms as a page can have, because each accepts a limited number in ten minutes. */
async function publishForms(client: Client): Promise<void> {
  const sections = Array.from({ length: PAGE_MAX_SECTIONS }, (_, n) => ({
    id: `form-${n}`,
    type: "drawbridge.forms/form",
    fields: { form: "drawbridge.forms/contact" },
  }));
  await client.done("POST", "/api/pages", {
    body: { id: PAGE, body: { path: "/bench-forms", title: "Forms", noindex: true, sections } },
  });
  const { change } = await client.done<{ change: number }>("GET", "/api/changes");
  await client.done("POST", "/api/publish", { version: change });
  await persistently(() => client.done("GET", `/api/forms/${PAGE}.form-0/token`));
}

/** Visitors of one connection, one after the other, each with an address below its limit. */
class Visitors implements Sender {
  readonly #port: number;
  readonly #number: number;
  #sent = 0;

  constructor(port: number, number: number) {
    this.#port = port;
    this.#number = number;
  }

  next() {
    const host = `${hostname}:${this.#port}`;
    const visitor = Math.floor(this.#sent / FORM_POSTS_PER_VISITOR);
    const headers = {
      host,
      origin: `http://${host}`,
      accept: "*/*",
      "content-type": "application/x-www-form-urlencoded",
      "cf-connecting-ip": `2001:db8:${this.#number.toString(16)}:${visitor.toString(16)}::1`,
    };
    const mine = this.#sent * CONNECTIONS + this.#number;
    const form = Math.floor(mine / FORM_POSTS_PER_FORM) % PAGE_MAX_SECTIONS;
    this.#sent += 1;
    return { method: "POST", path: `/api/forms/${PAGE}.form-${form}`, headers, body: bodyOf(mine) } as const;
  }

  /** The next request does not use the last answer. */
  answered(): undefined {
    return undefined;
  }

  /** The same request without the parts that the checks read. */
  plain() {
    this.#sent += 1;
    return {
      method: "PUT",
      path: `/${PAGE}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: bodyOf(this.#sent),
    } as const;
  }
}

const bodyOf = (n: number): string =>
  new URLSearchParams({
    name: `Visitor ${n}`,
    email: `visitor-${n}@example.com`,
    phone: "",
    topic: "visit",
    message: "She is eighteen feet, and dry. When could you look at her?",
  }).toString();

const unguarded = (visitors: Visitors): Sender => ({ next: () => visitors.plain(), answered: () => undefined });
