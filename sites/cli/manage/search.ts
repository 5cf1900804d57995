import type { CliCommand, Invocation, Outcome } from "../command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";
import { claimLine, indexesOf, indexTalk, takenBy } from "./indexes.ts";

async function run(invocation: Invocation): Promise<Outcome> {
  const session = sessionFor(invocation);
  const found = await indexesOf(session, invocation.args.join(" "));
  const { items, total } = found;
  const more = total > items.length ? [`${total - items.length} more; search for more words.`] : [];
  return {
    ...takenBy(found),
    lines: items.map(claimLine),
    data: { site: session.site, ...found },
    talk: [...indexTalk(found), ...more, ...(items.length === 0 ? ["No index lists such a plugin."] : [])],
  };
}

export const search: CliCommand = {
  name: "search",
  summary: "Search the indexes of plugins that the operator of a site listed.",
  argument: ["[word...]", "words of an id, a name or a description"],
  options: [SITE_OPTION],
  examples: ["svc plugin search opening hours --site http://demo.localhost:8787"],
  run,
};
