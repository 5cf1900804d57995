import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";
import { claimLine, fetchIndexes, indexTalk, takenBy } from "./indexes.ts";

async function run(invocation: Invocation): Promise<Outcome> {
  const session = sessionFor(invocation);
  const found = await fetchIndexes(session, invocation.args.join(" "));
  const { items, total } = found;
  const more = total > items.length ? [`${total - items.length} more; add words to narrow the search.`] : [];
  return {
    ...takenBy(found),
    lines: items.map(claimLine),
    data: { site: session.site, ...found },
    talk: [...indexTalk(found), ...more, ...(items.length === 0 ? ["No index has a matching plugin."] : [])],
  };
}

export const search: CliCommand = {
  name: "search",
  summary: "Search the plugin indexes that the operator of a site added.",
  argument: ["[word...]", "words to find in id, name or description"],
  options: [SITE_OPTION],
  examples: ["svc plugin search opening hours --site http://demo.localhost:8787"],
  run,
};
