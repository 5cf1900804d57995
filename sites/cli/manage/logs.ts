/** `svc plugin logs`: the output and the failures of a plugin's code. */
import { setTimeout } from "node:timers/promises";
import { LEVELS } from "../../../manifests/faults/fault.ts";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";
import type { ListedCall } from "./call.ts";
import { type CallDisplay, CallLog, callLines } from "./calls.ts";
import { inSourceBy, MAP_OPTION } from "../bundling/mapFile.ts";

/** The interval between two requests for new calls, in milliseconds. */
export const LOOK_EVERY_MS = 1_000;

async function follow(log: CallLog, tell: (calls: readonly ListedCall[]) => void): Promise<void> {
  const over = new AbortController();
  process.once("SIGINT", () => over.abort());
  while (!over.signal.aborted) {
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    if (!over.signal.aborted) tell(await log.next());
  }
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
    paint,
    announce,
  } = invocation;
  const words: CallDisplay = {
    paint,
    inSource: inSourceBy(options.text("map")),
    level: options.oneOf("level", LEVELS, "debug"),
  };
  const session = sessionFor(invocation);
  const log = new CallLog(session, id);
  const calls = await log.next();
  const outcomeOf = (some: readonly ListedCall[]): Outcome => ({
    ok: true,
    lines: some.flatMap((call) => callLines(call, words)),
    data: { site: session.site, calls: some },
  });
  if (!options.isSet("follow")) return outcomeOf(calls);
  announce(outcomeOf(calls));
  await follow(log, (more) => {
    if (more.length > 0) announce(outcomeOf(more));
  });
  return { ok: true, lines: [], data: { site: session.site, calls: [] } };
}

export const logs: CliCommand = {
  name: "logs",
  summary: "Show the output and the failures of a plugin's code in its last calls.",
  argument: ["<id>", "the plugin's id"],
  options: [
    SITE_OPTION,
    ["--follow", "show each further call, until Ctrl-C"],
    ["--level <level>", `leave out lines below this level: ${LEVELS.join(", ")} (default: debug)`],
    MAP_OPTION,
  ],
  examples: [
    "svc plugin logs acme.notices --site http://demo.localhost:8787",
    "svc plugin logs acme.notices --follow --level warn",
  ],
  run,
};
