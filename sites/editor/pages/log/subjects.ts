/** Shows what an entry of the log was about, by the names that members know. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { reader } from "../../../words/reader.ts";
import type { AuditSubject } from "../../../../runtime/commands/subject.ts";
import type { LinkedPage } from "../../../../runtime/editing/links.ts";
import type { AuditTrailRow } from "../../../control/records/audit.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { menuTargets, shownTarget } from "../desk/links.ts";
import type { Html } from "../drawing/html.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { canvasAt } from "../pages/area.ts";
import { pluginAt } from "../plugins/area.ts";

/** The present names of what the entries are about. */
export interface SubjectNames {
  readonly pages: ReadonlyMap<string, LinkedPage>;
  readonly plugins: ReadonlyMap<string, string>;
  /** By actor, such as `member:<id>`. */
  readonly people: ReadonlyMap<string, string>;
}

const linkTo = (page: string): string => `page:${page}`;

/** Reads the names that the entries need. A page may be deleted, and a plugin may be removed. */
export async function subjectNames(
  desk: Desk,
  rows: readonly AuditTrailRow[],
  people: SubjectNames["people"],
): Promise<SubjectNames> {
  const links = rows.flatMap(({ about }) => (about?.page === undefined ? [] : [linkTo(about.page)]));
  const pages = links.length === 0 ? new Map<string, LinkedPage>() : await menuTargets(desk, links);
  const plugins = rows.some(({ about }) => about?.plugin !== undefined) ? await pluginNames(desk) : new Map();
  return { pages, plugins, people };
}

const pluginNames = async ({ workspace, member }: Desk): Promise<ReadonlyMap<string, string>> =>
  new Map(
    expectValue(await workspace.read("plugins", member.site, { language: reader().language })).items.map(
      ({ id, name }) => [id, name],
    ),
  );

type Shown = (id: string, names: SubjectNames) => Html;

const named = (address: string | null, text: string): Html =>
  address === null ? untrustedText(text) : html`<a href="${address}">${untrustedText(text)}</a>`;

const SHOWN: Readonly<Record<"page" | "plugin" | "member" | "hostname" | "release", Shown>> = {
  page(id, { pages }) {
    const link = linkTo(id);
    const { page, deleted } = pages.get(link) ?? {};
    return named(page ? canvasAt(id) : null, page || deleted ? shownTarget(link, pages).text : id);
  },
  plugin(id, { plugins }) {
    const name = plugins.get(id);
    return named(name === undefined ? null : pluginAt(id), name ?? id);
  },
  member: (id, { people }) => untrustedText(people.get(`member:${id}`) ?? id),
  hostname: (hostname) => untrustedText(hostname),
  release: (number) => html`${say(WORDS.log.release, { number })}`,
};

/** Names the subject of an entry: a page, a plugin with its new state, a person. Null if the entry has none. */
export function shownSubject(about: AuditSubject | null, names: SubjectNames): Html | null {
  if (about === null) return null;
  const parts = Object.entries(SHOWN).flatMap(([kind, shown]) => {
    const id = about[kind as keyof typeof SHOWN];
    return id === undefined ? [] : [shown(String(id), names)];
  });
  const passed = about.passedReview === true ? html` (${WORDS.log.passed})` : "";
  const state = about.state === undefined ? undefined : WORDS.log.states[about.state as "enabled" | "disabled"];
  if (parts.length === 0) return null;
  return html`${parts.map((part, at) => (at === 0 ? part : html`, ${part}`))}${state === undefined ? "" : html` (${state})`}${passed}`;
}
