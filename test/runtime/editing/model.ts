import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";

/**
 * A simple model of a site: plain values and sequential changes, without a database and without partial failures. The
 * kernel must reach the same state, whatever interrupts it.
 */

export interface ModelPage {
  readonly path: string;
  readonly title: string;
  readonly sections: readonly {
    readonly id: string;
    readonly type: string;
    readonly fields: { readonly text: string };
  }[];
}

interface Snapshot {
  readonly change: number;
  readonly pages: Readonly<Record<string, ModelPage>>;
  readonly redirects: Readonly<Record<string, string>>;
}

export interface ModelSchedule {
  id: string;
  at: number;
  change: number;
  state: "waiting" | "published" | "failed" | "cancelled";
}

export interface Model {
  change: number;
  /** Every version of every page, the first at index 0; null is a deletion. */
  pages: Record<string, (ModelPage | null)[]>;
  /** All versions of the chosen colour scheme. */
  schemes: string[];
  redirects: { version: number; to: Record<string, string> };
  releases: Snapshot[];
  /** The number of the release that visitors see. */
  current: number;
  sequence: number;
  /** True after visitors were returned to an older release. The next publication then always makes a new one. */
  recheck: boolean;
  schedules: ModelSchedule[];
}

export interface ModelCommand {
  readonly name: CommandName;
  readonly input: Record<string, unknown>;
}

/** Thrown by a refused command, whose earlier changes are discarded. */
export class Refused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

export const pageIn = (model: Model, id: string): ModelPage | null => model.pages[id]?.at(-1) ?? null;
/** The page's version; 0 if it does not exist. */
export const versionIn = (model: Model, id: string): number => (pageIn(model, id) ? (model.pages[id]?.length ?? 0) : 0);

export function livePages(model: Model): Record<string, ModelPage> {
  return Object.fromEntries(
    Object.keys(model.pages).flatMap((id) => {
      const page = pageIn(model, id);
      return page ? [[id, page]] : [];
    }),
  );
}

/** The model after a command. Throws if the command is refused. */
export function after(model: Model, { name, input }: ModelCommand, now: number): Model {
  const next = structuredClone(model);
  const effect = EFFECTS[name];
  if (!effect) throw new Error(`the model does not know ${name}`);
  effect(next, input, now);
  return next;
}

export const dueIn = ({ schedules }: Model, now: number): ModelSchedule[] =>
  schedules.filter((schedule) => schedule.state === "waiting" && schedule.at <= now).toSorted((a, b) => a.at - b.at);

/** The model after an alarm that has run the due schedules, or the first `most` of them. */
export function afterAlarm(model: Model, now: number, most = Infinity): Model {
  const next = structuredClone(model);
  for (const schedule of dueIn(next, now).slice(0, most)) {
    schedule.state = schedule.change === next.change ? "published" : "failed";
    if (schedule.state === "published") publish(next);
  }
  return next;
}

type Input = Readonly<Record<string, unknown>>;
type Effect = (model: Model, input: Input, now: number) => void;

const EFFECTS: Partial<Record<CommandName, Effect>> = {
  "page.create"(model, input) {
    const id = String(input["id"]);
    if (pageIn(model, id)) throw new Refused("CONFLICT");
    write(model, { [id]: input["body"] as ModelPage });
  },
  "page.update"(model, input) {
    const { id, page } = edited(model, input);
    const changed = { ...page, ...(input["changes"] as Partial<ModelPage>) };
    write(model, { [id]: changed });
    if (input["redirect"] === true && changed.path !== page.path) move(model, page.path, changed.path);
  },
  "page.delete"(model, input) {
    write(model, { [edited(model, input).id]: null });
  },
  "section.add"(model, input) {
    const { id, page } = edited(model, input);
    const { type, fields } = input["section"] as { type: string; fields: { text: string } };
    const { index } = input["at"] as { index: number };
    if (index > page.sections.length) throw new Refused("INVALID_REQUEST");
    write(model, {
      [id]: { ...page, sections: page.sections.toSpliced(index, 0, { id: freeName(page, "text"), type, fields }) },
    });
  },
  "section.update"(model, input) {
    const { id, page } = edited(model, input);
    if (!page.sections.some((section) => section.id === input["section"])) throw new Refused("NOT_FOUND");
    const fields = input["fields"] as { text: string };
    write(model, {
      [id]: {
        ...page,
        sections: page.sections.map((section) => (section.id === input["section"] ? { ...section, fields } : section)),
      },
    });
  },
  "structure.apply"(model, input) {
    const { id, page } = edited(model, input);
    const operations = input["operations"] as { op: string; section: string; to?: { index: number } }[];
    write(model, { [id]: operations.reduce(restructured, page) });
  },
  "revision.restore"(model, input) {
    const id = String(input["page"]);
    const body = model.pages[id]?.[Number(input["version"]) - 1];
    if (!body) throw new Refused("NOT_FOUND");
    if (versionIn(model, id) !== input["expected"]) throw new Refused("STALE_VERSION");
    write(model, { [id]: body });
  },
  "documents.write"(model, input) {
    const writes = input["writes"] as { id: string; expected: number; body: ModelPage | null }[];
    if (writes.some(({ id, expected }) => versionIn(model, id) !== expected)) throw new Refused("STALE_VERSION");
    write(model, Object.fromEntries(writes.map(({ id, body }) => [id, body])));
  },
  "theme.put"(model, input) {
    if (model.schemes.length !== input["expected"]) throw new Refused("STALE_VERSION");
    model.schemes.push((input["body"] as { scheme: string }).scheme);
    model.change += 1;
  },
  publish: (model) => publish(model),
  "release.restore"(model, input) {
    if (!model.releases[Number(input["release"]) - 1]) throw new Refused("NOT_FOUND");
    Object.assign(model, { current: input["release"], sequence: model.sequence + 1, recheck: true });
  },
  "schedule.create"(model, input, now) {
    if (Number(input["at"]) <= now) throw new Refused("INVALID_REQUEST");
    model.schedules.push({ id: "", at: Number(input["at"]), change: model.change, state: "waiting" });
  },
  "schedule.move"(model, input, now) {
    if (Number(input["at"]) <= now) throw new Refused("INVALID_REQUEST");
    const schedule = model.schedules.find(({ id }) => id === input["schedule"]);
    if (!schedule) throw new Refused("NOT_FOUND");
    if (schedule.state !== "waiting") throw new Refused("CONFLICT");
    schedule.at = Number(input["at"]);
  },
  "schedule.cancel"(model, input) {
    const schedule = model.schedules.find(({ id }) => id === input["schedule"]);
    if (!schedule) throw new Refused("NOT_FOUND");
    if (schedule.state !== "waiting") throw new Refused("CONFLICT");
    schedule.state = "cancelled";
  },
};

/** The page of a command, at its version and with its theme. */
function edited(model: Model, input: Input): { id: string; page: ModelPage } {
  const id = String(input["page"]);
  const page = pageIn(model, id);
  if (!page) throw new Refused("NOT_FOUND");
  if (versionIn(model, id) !== input["expected"]) throw new Refused("STALE_VERSION");
  if (input["expectedTheme"] !== undefined && input["expectedTheme"] !== model.schemes.length)
    throw new Refused("STALE_VERSION");
  return { id, page };
}

function write(model: Model, pages: Readonly<Record<string, ModelPage | null>>): void {
  for (const [id, body] of Object.entries(pages)) (model.pages[id] ??= []).push(body);
  const paths = Object.values(livePages(model)).map(({ path }) => path);
  if (new Set(paths).size !== paths.length) throw new Refused("CONFLICT");
  model.change += 1;
}

function move(model: Model, from: string, to: string): void {
  const kept = Object.entries(model.redirects.to).filter(([path]) => path !== from && path !== to);
  const turned = kept.map(([path, target]) => [path, target === from ? to : target]);
  model.redirects = {
    version: model.redirects.version + 1,
    to: { ...(Object.fromEntries(turned) as Record<string, string>), [from]: to },
  };
}

function publish(model: Model): void {
  const shown = model.releases[model.current - 1];
  if (shown?.change === model.change && !model.recheck) return;
  model.releases.push({ change: model.change, pages: livePages(model), redirects: { ...model.redirects.to } });
  Object.assign(model, { current: model.releases.length, sequence: model.sequence + 1, recheck: false });
}

function restructured(
  page: ModelPage,
  { op, section: id, to }: { op: string; section: string; to?: { index: number } },
): ModelPage {
  const index = page.sections.findIndex((section) => section.id === id);
  const section = page.sections[index];
  if (!section) throw new Refused("INVALID_REQUEST");
  const without = page.sections.toSpliced(index, 1);
  if (op === "remove") return { ...page, sections: without };
  if (op === "duplicate")
    return { ...page, sections: page.sections.toSpliced(index + 1, 0, { ...section, id: freeName(page, id) }) };
  if ((to?.index ?? 0) > without.length) throw new Refused("INVALID_REQUEST");
  return { ...page, sections: without.toSpliced(to?.index ?? 0, 0, section) };
}

function freeName(page: ModelPage, wanted: string): string {
  const names = [wanted, ...Array.from({ length: 250 }, (_, index) => `${wanted.replace(/-\d+$/, "")}-${index + 2}`)];
  return names.find((name) => !page.sections.some(({ id }) => id === name)) ?? wanted;
}
