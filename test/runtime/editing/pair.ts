import { deepStrictEqual } from "node:assert/strict";
import { SCHEDULE_RETRY_MS } from "../../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { sameJson } from "../../../runtime/editing/operations/sameJson.ts";
import { MEMBER, SITE, page } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";
import { mortal, type MortalWorld } from "./crash.ts";
import { audits } from "./editingWorld.ts";
import {
  type Model,
  type ModelCommand,
  type ModelPage,
  Refused,
  after,
  afterAlarm,
  dueIn,
  livePages,
  versionIn,
} from "./model.ts";
import { type Step, type Wish, HOUR, PATHS, commandFor } from "./wishes.ts";

const startingPage = (path: string): ModelPage => {
  const { title, sections } = page(path);
  return {
    path,
    title,
    sections: sections.map(({ id, type, fields }) => ({ id, type, fields: { text: String(fields["text"]) } })),
  };
};
export const START = { home: startingPage("/"), one: startingPage("/a") };

interface Answered {
  readonly json?: string;
  readonly replayed?: boolean;
  readonly code?: string;
}

interface Predicted {
  readonly model: Model;
  readonly code?: string;
}

/** The order of events that explains the result. Throws if none does. */
function found<T>(course: T | undefined, seen: unknown): T {
  if (course === undefined) throw new Error(`no course of events explains ${JSON.stringify(seen)}`);
  return course;
}

interface Asked {
  readonly command: ModelCommand;
  readonly key: string;
  readonly answer: Answered;
}

const publishedIn = ({ schedules }: Model): number => schedules.filter(({ state }) => state === "published").length;
const statesOf = (schedules: readonly { at: number; state: string }[]): string[] =>
  schedules.map(({ at, state }) => `${at} ${state}`).toSorted();

interface Done {
  readonly key: string;
  readonly command: ModelCommand;
  readonly json: string;
}

/** Counts events, because sequences without any would prove nothing. */
export class Tally {
  readonly counts: Record<string, number> = {};

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

/** The kernel and its model side by side. */
export class Pair {
  world: MortalWorld;
  model: Model;
  readonly tally: Tally;
  readonly #powers: TestPowers;
  readonly #done: Done[] = [];
  /** Command and outcome of each expected audit row. */
  readonly #audit: string[] = [];
  #keys = 0;

  constructor(powers: TestPowers, tally: Tally) {
    this.#powers = powers;
    this.tally = tally;
    this.world = mortal(powers);
    const releases = [{ change: 1, pages: START, redirects: {} }];
    const pages = Object.fromEntries(Object.entries(START).map(([id, body]) => [id, [body]]));
    this.model = {
      change: 1,
      pages,
      schemes: ["auto"],
      redirects: { version: 1, to: {} },
      releases,
      current: 1,
      sequence: 1,
      recheck: false,
      schedules: [],
    };
  }

  restart(): void {
    this.world = mortal(this.#powers);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "command":
        return this.#command(step.wish, step.stopAfter);
      case "race":
        return this.#race(step.wishes);
      case "again":
        return this.#again(step.which, step.otherwise);
      case "alarm":
        return this.#alarm(step);
      case "restart":
        return this.restart();
      default:
        return step satisfies never;
    }
  }

  /** Sends a command. Repeats it with the same key if the answer is lost. */
  async #command(wish: Wish, stopAfter: number | null): Promise<void> {
    const command = commandFor(this.model, wish, this.world.powers.now());
    const key = `k${++this.#keys}`;
    const expected = this.#predicted(command);
    const interrupted = stopAfter !== null && (await this.#interrupted(command, key, stopAfter, expected));
    const answer = await this.#ask(command, key);
    deepStrictEqual([command, answer.code], [command, expected.code]);
    if (answer.json === undefined) return;
    deepStrictEqual(answer.replayed, interrupted);
    this.#accept(command, key, answer.json, expected.model);
    if (interrupted) this.#audit.push(`${command.name} replayed`);
  }

  /** True if the command took effect although its answer was lost. Its claim and the state must agree. */
  async #interrupted(command: ModelCommand, key: string, stopAfter: number, expected: Predicted): Promise<boolean> {
    this.world.stopAfter(stopAfter);
    await this.#ask(command, key).catch(() => undefined);
    this.restart();
    const claimed = this.world.powers.sql.all("SELECT 1 FROM claims WHERE key = ?", key).length === 1;
    this.tally.count(claimed ? "stopped after it was done" : "stopped before it was done");
    await this.#check(
      claimed ? expected.model : this.model,
      claimed ? [...this.#audit, `${command.name} done`] : this.#audit,
    );
    return claimed;
  }

  /** Runs two commands concurrently. The result must equal one of the two sequential orders. */
  async #race(wishes: readonly [Wish, Wish]): Promise<void> {
    const now = this.#powers.now();
    const commands = wishes.map((wish) => ({ command: commandFor(this.model, wish, now), key: `k${++this.#keys}` }));
    const answers = await Promise.all(commands.map(({ command, key }) => this.#ask(command, key)));
    const orders = [
      [0, 1],
      [1, 0],
    ].map((order) =>
      this.#inOrder(
        order.map((index) => commands[index]?.command ?? { name: "publish", input: {} }),
        order,
      ),
    );
    const matching = found(
      orders.find(({ codes }) => answers.every(({ code }, index) => code === codes[index])),
      { commands, answers, orders },
    );
    for (const [index, { json }] of answers.entries()) {
      const asked = commands[index];
      if (json !== undefined && asked) this.#accept(asked.command, asked.key, json, matching.model);
    }
  }

  #inOrder(
    commands: readonly ModelCommand[],
    order: readonly number[],
  ): { codes: (string | undefined)[]; model: Model } {
    let model = this.model;
    const codes: (string | undefined)[] = [];
    for (const [position, command] of commands.entries()) {
      const predicted = this.#predicted(command, model);
      model = predicted.model;
      codes[order[position] ?? 0] = predicted.code;
    }
    return { codes, model };
  }

  async #again(which: number, otherwise: boolean): Promise<void> {
    const earlier = this.#done[which % Math.max(1, this.#done.length)];
    if (!earlier) return;
    const { command, key, json } = earlier;
    const input = otherwise ? { ...command.input, ...OTHERWISE[command.name] } : command.input;
    const answer = await this.#ask({ name: command.name, input }, key);
    const reused = JSON.stringify(input) !== JSON.stringify(command.input);
    deepStrictEqual(answer, reused ? { code: "IDEMPOTENCY_KEY_REUSED" } : { json, replayed: true });
    if (!reused) this.#audit.push(`${command.name} replayed`);
  }

  /** Rings the alarm, possibly during an edit or on a machine that stops, and again later. */
  async #alarm({ hours, stopAfter, meanwhile }: Step & { kind: "alarm" }): Promise<void> {
    const { clock } = this.#powers;
    clock.now += hours * HOUR;
    const before = this.model;
    if (stopAfter !== null) this.world.stopAfter(stopAfter);
    const rings = this.world.kernel.scheduleRunner.runDue().catch(() => undefined);
    const [edit] = await Promise.all([stopAfter === null && meanwhile ? this.#edit(meanwhile) : undefined, rings]);
    if (stopAfter !== null) this.restart();
    const rang = clock.now;
    clock.now += SCHEDULE_RETRY_MS;
    for (let ring = 0; ring <= dueIn(before, clock.now).length; ring++) await this.world.kernel.scheduleRunner.runDue();
    if (edit) this.#settleAround(edit, rang);
    this.model = afterAlarm(this.model, clock.now);
    const published = publishedIn(this.model) - publishedIn(before);
    this.#audit.push(...Array.from({ length: published }, () => "schedule.run done"));
    for (let run = 0; run < published; run++) this.tally.count("schedule.run");
  }

  async #edit(wish: Wish): Promise<Asked> {
    const command = commandFor(this.model, wish, this.#powers.clock.now);
    const key = `k${++this.#keys}`;
    return { command, key, answer: await this.#ask(command, key) };
  }

  /** Some due schedules ran before the edit and the others after it. Takes the kernel's order into the model. */
  #settleAround({ command, key, answer }: Asked, rang: number): void {
    const ended = statesOf(this.world.kernel.reads.schedules(SITE).items);
    const due = dueIn(this.model, rang).length;
    const places = Array.from({ length: due + 1 }, (_, place) =>
      this.#predicted(command, afterAlarm(this.model, rang, place)),
    );
    const fits = ({ model, code }: Predicted): boolean =>
      code === answer.code && sameJson(statesOf(afterAlarm(model, this.#powers.clock.now).schedules), ended);
    const place = found(places.find(fits), { command, answer, ended, places });
    if (answer.json === undefined) this.model = place.model;
    else this.#accept(command, key, answer.json, place.model);
  }

  #accept(command: ModelCommand, key: string, json: string, model: Model): void {
    this.model = structuredClone(model);
    this.#audit.push(`${command.name} done`);
    this.tally.count(command.name);
    this.#done.push({ key, command, json });
    const made = command.name === "schedule.create" && this.model.schedules.at(-1);
    if (made) made.id = (JSON.parse(json) as { schedule: string }).schedule;
  }

  #predicted(command: ModelCommand, model = this.model): Predicted {
    try {
      return { model: after(model, command, this.world.powers.now()) };
    } catch (error) {
      if (error instanceof Refused) return { model, code: error.code };
      throw error;
    }
  }

  async #ask({ name, input }: ModelCommand, key: string): Promise<Answered> {
    try {
      const envelope = { site: SITE, actor: MEMBER, key, requestId: key };
      const { json, replayed } = await this.world.kernel.execute(name, envelope, input);
      return { json, replayed };
    } catch (error) {
      const { code } = error as Refusal;
      if (code === undefined) throw error;
      this.tally.count(code);
      return { code };
    }
  }

  check(): Promise<void> {
    return this.#check(this.model, this.#audit);
  }

  async #check(model: Model, audit: readonly string[]): Promise<void> {
    const { kernel, powers } = this.world;
    deepStrictEqual(this.#draft(), draftIn(model));
    deepStrictEqual(await this.#visible(), visibleIn(model));
    deepStrictEqual(statesOf(kernel.reads.schedules(SITE).items), statesOf(model.schedules));
    deepStrictEqual(
      audits(this.world)
        .map(({ command, outcome }) => `${command} ${outcome}`)
        .toSorted(),
      [...audit].toSorted(),
    );
    const claims = powers.sql.all<{ n: number }>("SELECT count(*) AS n FROM claims")[0]?.n;
    deepStrictEqual(claims, audit.filter((row) => row.endsWith(" done")).length);
    deepStrictEqual(this.#chains(), []);
  }

  #draft(): object {
    const { documents } = this.world.kernel;
    const pages = documents
      .pages(SITE, documents.change(SITE), "", 10)
      .map(({ id, version, body }) => [id, [version, body]]);
    const theme = documents.only(SITE, "theme");
    const redirects = documents.only(SITE, "redirects");
    const to = Object.fromEntries(
      redirects.body.entries.map((entry) => [entry.from, entry.status === 410 ? "" : entry.to]),
    );
    return {
      change: documents.change(SITE),
      pages: Object.fromEntries(pages),
      schemes: theme.version,
      scheme: theme.body.scheme,
      redirects: { version: redirects.version, to },
    };
  }

  /** The answers at every possible path, with their publication. */
  async #visible(): Promise<object> {
    const { published, sites } = this.world.kernel;
    const { release, sequence } = sites.get(SITE);
    const answers = await Promise.all(
      PATHS.map(async (path) => {
        const { status, body, headers } = await published.answer(SITE, path, null);
        if (status !== 200) return [path, headers["Location"] ?? status];
        const texts = [...(body ?? "").matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text);
        return [path, [/<h1>([^<]*)<\/h1>/.exec(body ?? "")?.[1], ...texts]];
      }),
    );
    return { release, sequence, shown: Object.fromEntries(answers) };
  }

  /** Gaps in version numbers, or in the times for which versions hold. */
  #chains(): object[] {
    return this.world.powers.sql.all(
      `SELECT * FROM (
         SELECT kind, id, version, until,
           lag(version, 1, 0) OVER chain AS previous, lead(change, 1, 9007199254740991) OVER chain AS successor
         FROM documents WHERE site = ? WINDOW chain AS (PARTITION BY kind, id ORDER BY version))
       WHERE version <> previous + 1 OR until <> successor`,
      SITE,
    );
  }
}

/** Inputs that differ from any in the sequences. */
const OTHERWISE: Record<string, object> = {
  "page.create": { id: "else" },
  "page.update": { expected: 99 },
  "page.delete": { expected: 99 },
  "section.add": { expected: 99 },
  "section.update": { expected: 99 },
  "structure.apply": { expected: 99 },
  "revision.restore": { expected: 99 },
  "documents.write": { writes: [{ kind: "page", id: "else", expected: 0, body: null }] },
  "theme.put": { expected: 99 },
  publish: { change: 99 },
  "release.restore": { release: 99 },
  "schedule.create": { label: "else" },
  "schedule.move": { schedule: "else" },
  "schedule.cancel": { schedule: "else" },
};

function draftIn(model: Model): object {
  const pages = Object.entries(livePages(model)).map(([id, body]) => [id, [versionIn(model, id), body]]);
  return {
    change: model.change,
    pages: Object.fromEntries(pages),
    schemes: model.schemes.length,
    scheme: model.schemes.at(-1),
    redirects: model.redirects,
  };
}

function visibleIn(model: Model): object {
  const release = model.releases[model.current - 1];
  const byPath = new Map(Object.values(release?.pages ?? {}).map((page) => [page.path, page]));
  const shown = PATHS.map((path) => {
    const page = byPath.get(path);
    if (page) return [path, [page.title, ...page.sections.map(({ fields }) => fields.text)]];
    return [path, release?.redirects[path] ?? 404];
  });
  return { release: model.current, sequence: model.sequence, shown: Object.fromEntries(shown) };
}
