import { deepStrictEqual as same, ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Client } from "../support/client.ts";
import { pause, persistently } from "../support/driver.ts";
import { PatientOwner, SETTLED_S, type OwnerInput } from "./patientOwner.ts";

const FORM = "contact.write";
const AGAIN_MS = 50;
/** Submissions for each visitor. The rate limit is 20 in ten minutes. */
const LETTERS_EACH = 15;
/**
 * The pause between two changes and between two submissions, in milliseconds. The limits are 300 changes a minute, and
 * 600 submissions of a form in ten.
 */
const [CHANGE_MS, LETTER_MS] = [200, 1_000];

interface AuditRow {
  readonly requestId: string;
  readonly outcome: string;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

interface Status {
  readonly tenants: readonly {
    readonly id: string;
    readonly workspace: {
      readonly outbox: { readonly waiting: number };
      readonly sites: readonly { readonly release: number; readonly sequence: number; readonly refreshed: number }[];
    } | null;
  }[];
  readonly open: Readonly<Record<string, number>>;
}

/** The owner, the tenant and the plugin. */
export interface WorkInput extends OwnerInput {
  readonly tenant: string;
  /** The operator's bearer. */
  readonly secret: string;
  /** A plugin with a route that counts its calls. */
  readonly plugin: string;
}

/**
 * Changes, submissions, plugin calls and publications that continue while processes are killed. Changes without an
 * acknowledgement are repeated with the same key; submissions are not.
 */
export class Work {
  readonly #input: WorkInput;
  readonly #owner: PatientOwner;
  readonly #visitors: Client;
  #isOver = false;
  #all: Promise<unknown> = Promise.resolve();
  #page = "";
  /** The number of acknowledged changes. */
  #changes = 0;
  #publications = 0;
  #publishedChange: number | undefined;
  #releases: number[] = [];
  /** Publications before this work. */
  #older = 0;
  #letters: string[] = [];
  #counts: number[] = [];
  #calls = 0;

  constructor(input: WorkInput) {
    this.#input = input;
    this.#visitors = new Client(input.port, input.hostname, "");
    this.#owner = new PatientOwner(input);
  }

  async begin(): Promise<void> {
    const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: "Begun." } }];
    const body = { body: { path: `/p-${randomUUID()}`, title: "Changed", sections } };
    const { text } = await this.#owner.settled({ method: "POST", path: "/api/pages", sent: { body } });
    this.#page = (JSON.parse(text) as { page: string }).page;
    this.#older = (await this.#done("publish")).length;
    this.#all = Promise.all([
      this.#goOn(CHANGE_MS, () => this.#change()),
      this.#goOn(CHANGE_MS, () => this.#publish()),
      this.#goOn(CHANGE_MS, () => this.#call()),
      this.#goOn(LETTER_MS, () => this.#write()),
    ]);
  }

  /** The number of acknowledged effects so far. */
  get acknowledged(): number {
    return this.#changes + this.#publications + this.#letters.length + this.#counts.length;
  }

  /** Stops the work and compares the stored data with what was acknowledged. Answers the counts. */
  async examined(): Promise<Readonly<Record<string, number>>> {
    this.#isOver = true;
    await this.#all;
    await this.#examineChanges();
    await this.#examinePublications();
    await this.#examineLetters();
    this.#examineCalls();
    const [changes, publications] = [this.#changes, this.#publications];
    return { changes, publications, letters: this.#letters.length, calls: this.#counts.length };
  }

  async #goOn(everyMs: number, piece: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await piece();
      await pause(everyMs);
    }
  }

  async #change(): Promise<void> {
    const version = this.#changes + 1;
    const body = { fields: { body: `Change ${version}.` } };
    const path = `/api/pages/${this.#page}/sections/text`;
    const { status, headers } = await this.#owner.settled({ method: "PATCH", path, sent: { version, body } });
    same([status, headers.etag], [200, `"${version + 1}"`]);
    this.#changes += 1;
  }

  async #publish(): Promise<void> {
    const { change } = await this.#owner.read<{ change: number }>("/api/changes");
    const { status, text } = await this.#owner.settled({
      method: "POST",
      path: "/api/publish",
      sent: { version: change },
    });
    // Another change came in between.
    if (status === 412) return this.#isOver ? undefined : this.#publish();
    same(status, 200, text);
    const { release } = JSON.parse(text) as { release: number };
    this.#publications += 1;
    // Without a change since the last publication, no release is made.
    if (change === this.#publishedChange) return same(release, this.#releases.at(-1));
    this.#publishedChange = change;
    this.#releases.push(release);
  }

  /** Calls the plugin. If too many interrupted calls have quarantined it, the owner enables it again. */
  async #call(): Promise<void> {
    const { plugin } = this.#input;
    this.#calls += 1;
    const asked = await this.#visitors.ask("GET", `/api/plugins/${plugin}/routes/count`).catch(() => undefined);
    if (asked?.status === 200) return void this.#counts.push((JSON.parse(asked.text) as { count: number }).count);
    await this.#owner
      .ask({ method: "PUT", path: `/api/plugins/${plugin}/state`, sent: { body: { state: "enabled" } } })
      .catch(() => pause(AGAIN_MS));
  }

  async #write(): Promise<void> {
    const name = `Letter ${randomUUID()}`;
    const body = { fields: { name, email: "robin@example.com", message: "Hello" } };
    const from = `2001:db8:0:${Math.floor(this.#letters.length / LETTERS_EACH).toString(16)}::1`;
    const sent = { body, headers: { "cf-connecting-ip": from } };
    const answer = await this.#visitors.ask("POST", `/api/forms/${FORM}`, sent).catch(() => undefined);
    if (answer?.status === 201) this.#letters.push(name);
  }

  async #examineChanges(): Promise<void> {
    const { version } = await this.#owner.read<{ version: number }>(`/api/pages/${this.#page}`);
    same(version, this.#changes + 1);
    await this.#examineAudit("section.update", this.#changes);
    await this.#examineAudit("publish", this.#older + this.#publications);
  }

  /** Each change must have one audit row in the control plane, where the outbox delivers it. */
  async #examineAudit(command: string, count: number): Promise<void> {
    await persistently(async () => {
      const rows = await this.#done(command);
      same([rows.length, new Set(rows.map(({ requestId }) => requestId)).size], [count, count]);
    }, SETTLED_S);
  }

  async #done(command: string): Promise<AuditRow[]> {
    const rows = await this.#list<AuditRow>(`/api/audit?command=${command}&limit=100`);
    return rows.filter(({ outcome }) => outcome === "done");
  }

  /**
   * Each publication must have made one release, and its queue message must be delivered. Lists of coming events make
   * releases by the clock besides.
   */
  async #examinePublications(): Promise<void> {
    const [first = 0] = this.#releases;
    await persistently(async () => {
      const made = [...this.#releases, ...(await this.#releasesByClock(first))].toSorted((one, other) => one - other);
      same(
        made,
        made.map((_, n) => first + n),
      );
      const { tenants, open } = await this.#status();
      const { outbox, sites = [] } = tenants.find(({ id }) => id === this.#input.tenant)?.workspace ?? {};
      same([outbox?.waiting, open["dead_letter"] ?? 0], [0, 0]);
      for (const { release, sequence, refreshed } of sites) same([release, refreshed], [made.at(-1), sequence]);
    }, SETTLED_S);
  }

  /** The releases that the clock has made after a release. */
  async #releasesByClock(first: number): Promise<number[]> {
    const releases = await this.#list<{ release: number; createdBy: string }>("/api/releases?limit=100");
    return releases
      .filter(({ release, createdBy }) => release > first && createdBy === "system:clock")
      .map(({ release }) => release);
  }

  async #status(): Promise<Status> {
    const operator = new Client(this.#input.port, "localhost", "");
    return operator.done("GET", "/api/admin/status", { headers: { authorization: `Bearer ${this.#input.secret}` } });
  }

  async #examineLetters(): Promise<void> {
    const rows = await this.#list<{ fields: { name: string } }>(`/api/forms/${FORM}/submissions?limit=200`);
    const names = rows.map(({ fields }) => fields.name);
    same(new Set(names).size, names.length);
    same(
      this.#letters.filter((name) => !names.includes(name)),
      [],
    );
  }

  /**
   * Plugin calls have no idempotency key, so an interrupted one may have counted. The entrance sends a GET once more if
   * its connection ends (RFC 9110, 9.2.2), so one may even have counted twice.
   */
  #examineCalls(): void {
    same(
      this.#counts,
      this.#counts.toSorted((one, other) => one - other),
    );
    same(new Set(this.#counts).size, this.#counts.length);
    ok((this.#counts.at(-1) ?? 0) <= 2 * this.#calls);
  }

  async #list<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor = ""; ;) {
      const { items, next } = await this.#owner.read<Page<Row>>(`${path}${cursor}`);
      rows.push(...items);
      if (next === null) return rows;
      cursor = `&cursor=${next}`;
    }
  }
}
