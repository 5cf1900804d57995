import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { sessionFor } from "../site/session.ts";
import { type Indexes, fetchIndexes, indexTalk, takenBy } from "./indexes.ts";

/** The command for an outdated plugin. The site already has a waiting version, so that needs only a grant. */
const mend = ({ plugin, waiting, newest }: Indexes["outdated"][number], site: string): string =>
  waiting === newest
    ? `${newest} waits for a grant. Read what it asks for and grant it: svc plugin grant ${plugin} --site ${site}`
    : `Update it: svc plugin add ${plugin} --site ${site}`;

async function run(invocation: Invocation): Promise<Outcome> {
  const session = sessionFor(invocation);
  const { items: _items, total: _total, ...found } = await fetchIndexes(session);
  const { outdated, rivals, indexes } = found;
  return {
    ok: outdated.length === 0 && rivals.length === 0 && takenBy({ ...found, items: [], total: 0 }).ok,
    lines: outdated.map(({ plugin, installed, newest, index }) =>
      printable(`${plugin.padEnd(28)} ${installed.padEnd(12)} ${newest.padEnd(12)} ${index}`),
    ),
    data: { site: session.site, outdated, rivals, indexes },
    talk: [
      ...indexTalk({ ...found, items: [], total: 0 }),
      ...outdated.map((one) => printable(mend(one, session.site))),
    ],
  };
}

export const outdated: CliCommand = {
  name: "outdated",
  summary: "List the plugins of a site that have a newer version in their index.",
  options: [SITE_OPTION],
  examples: ["svc plugin outdated --site http://demo.localhost:8787"],
  run,
};
