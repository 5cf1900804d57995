import { Refusal } from "../manifests/refusals/refusal.ts";
import { joinedTables } from "../manifests/joinedTables.ts";
import type { ReadMode } from "./area/area.ts";
import { AREAS } from "./areas.ts";
import { Chores } from "./chores.ts";
import { type CommandName, type RehearsedName, isRehearsed } from "./commandNames.ts";
import type { Envelope, NamedCommand } from "./area/command.ts";
import type { CommandAnswer } from "./commands/commands.ts";
import { type Deployment, type Everything, givenBy, madeBy } from "./deployment.ts";
import { type OpenedArea, type Views, openAreas } from "./opening.ts";
import type { Powers } from "./powers/powers.ts";
import { type ReadInput, type ReadName, type ReadView, readNamed } from "./readTable.ts";
import { SCHEMA, TABLES } from "./schema.ts";
import type { AskedBeside, PublishedAnswer } from "./serving/publishedAnswer.ts";

/** A read that has been looked up but not run. The caller knows its mode before running it. */
export interface Reading<View> {
  readonly mode: ReadMode;
  answer(): View | Promise<View>;
}

/** One workspace, assembled. All its state is in its database. */
export interface Kernel {
  execute(name: CommandName, envelope: Envelope, input: unknown): Promise<CommandAnswer>;
  /** Answers as the command would, and changes nothing. */
  rehearse(name: RehearsedName, envelope: Envelope, input: unknown): Promise<string>;
  read<N extends ReadName>(name: N, site: string, ...input: ReadInput<N>): Reading<ReadView<N>>;
  /** Answers a visitor's request for a site's path. `seen` is the browser's entity tag. */
  serve(site: string, path: string, seen: string | null, beside?: AskedBeside): Promise<PublishedAnswer>;
  readonly chores: Chores;
  /** The offers of all areas and the deployment's parts, by name. */
  readonly offers: Everything;
}

export function createKernel(powers: Powers, deployment: Deployment): Kernel {
  SCHEMA.migrate(powers.sql);
  const { all: offers, views } = openAreas<Everything>(
    AREAS,
    { ...givenBy(powers, deployment), schema: SCHEMA, tables: TABLES },
    (open) => madeBy(deployment, open),
  );
  const { commands, plugins, sites, hostAnswers, missedAddresses } = offers;
  const table = commandsOf(views);
  const readers = new Map(
    [...views].flatMap(([{ reads }, view]) => Object.keys(reads ?? {}).map((name) => [name, view] as const)),
  );
  const named = async (name: string, { site }: Envelope): Promise<NamedCommand<unknown, unknown>> => {
    await plugins.prepare();
    sites.require(site);
    const command = table.get(name);
    if (!command) throw new Refusal("NOT_FOUND", { command: name });
    return command;
  };
  return {
    offers,
    chores: new Chores({
      powers,
      chores: [
        ...[...views].flatMap(([area, view]) => area.chores?.(view) ?? []),
        ...(deployment.chores?.(offers) ?? []),
      ],
      tidies: [...views].flatMap(([area, view]) => (area.tidy ? [(now: number) => area.tidy?.(view, now)] : [])),
    }),
    async execute(name, envelope, input) {
      return commands.run(await named(name, envelope), envelope, input);
    },
    async rehearse(name, envelope, input) {
      const command = await named(name, envelope);
      if (!isRehearsed(name)) throw new Refusal("NOT_FOUND", { command: name });
      return commands.rehearse(command, envelope, input);
    },
    read(name, site, ...input) {
      const { mode, answer } = readNamed(name);
      return { mode, answer: () => answer(readers.get(name) as never, site, ...input) };
    },
    async serve(site, path, seen, beside) {
      const answer = await hostAnswers.answer(site, path, seen, beside);
      const asked = answer.status === 404 ? hostAnswers.pathAsked(site, path, beside?.host) : undefined;
      if (asked !== undefined) missedAddresses.count(site, asked);
      return answer;
    },
  };
}

/** The commands of all areas, by name. */
function commandsOf(views: Views): ReadonlyMap<string, NamedCommand<unknown, unknown>> {
  const tables = [...views].map(([area, view]) =>
    Object.fromEntries(
      Object.entries(area.makers ?? {}).map(([name, make]) => [name, { ...make(view), ...traitsOf(area, name), name }]),
    ),
  );
  return new Map(Object.entries(joinedTables<Record<string, NamedCommand<unknown, unknown>>>("command", tables)));
}

const traitsOf = ({ commands }: OpenedArea, name: string) => commands?.[name] ?? {};
