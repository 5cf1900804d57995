import type { CliCommand, Invocation, Outcome, Paint } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";
import { callLines } from "./calls.ts";
import type { InSource } from "../bundling/inSource.ts";
import { inSourceBy, MAP_OPTION } from "../bundling/mapFile.ts";
import { type PluginDetail, type PluginView, askedAbout, isGranted, fetchPlugin } from "./plugins.ts";
import {
  additionLines,
  consentLines,
  nextSteps,
  pluginLine,
  sharingLines,
  touchedLines,
  waitingLines,
} from "./words.ts";

/**
 * The signers that the site trusts. An empty list means a signature by an untrusted key, unless the plugin is
 * first-party.
 */
const signature = ({ signedBy, source }: PluginView): string =>
  signedBy.join(", ") || (source === "first-party" ? "part of the deployment" : "with no key that the site trusts now");

/** The number of different failures that are shown. Equal failures count once, so that they do not hide others. */
const SHOWN = 3;

function failureLines({ failures, digest, version }: PluginDetail, paint: Paint, inSource: InSource): string[] {
  const words = { paint, inSource, level: "debug" } as const;
  const kinds = new Map(failures.map((call) => [JSON.stringify([call.point, call.name, call.report?.fault]), call]));
  const shown = [...kinds.values()]
    .slice(0, SHOWN)
    .flatMap((call) => callLines({ ...call, digest: call.version === version ? digest : "" }, words));
  return shown.length === 0
    ? []
    : [`  failed   ${failures.length} of its last calls`, ...shown.map((line) => `  ${line}`)];
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [id = ""],
    options,
    paint,
  } = invocation;
  const session = sessionFor(invocation);
  const plugin = await fetchPlugin(session, id);
  const { digest, grant } = plugin;
  return {
    ok: true,
    lines: [
      pluginLine(plugin),
      `  digest   ${digest}`,
      `  signed   ${signature(plugin)}`,
      ...(plugin.origin ? [`  index    ${plugin.origin.index}`] : []),
      `  granted  ${grant ? `${isGranted(plugin) ? "" : "another version, "}by ${grant.grantedBy}, ${new Date(grant.grantedAt).toISOString()}` : "nothing"}`,
      `  updates  ${plugin.updates.rule}${plugin.updates.own ? "" : ", as the site has it"}`,
      ...consentLines(plugin),
      ...(plugin.waiting ? [...waitingLines(plugin), ...consentLines(askedAbout(plugin))] : []),
      ...touchedLines(plugin.waitingTouches ?? null),
      ...sharingLines(plugin.waitingSharing ?? null),
      ...additionLines(plugin),
      ...failureLines(plugin, paint, inSourceBy(options.text("map"))),
    ],
    data: { site: session.site, plugin },
    talk: nextSteps(plugin, session.site),
  };
}

export const show: CliCommand = {
  name: "show",
  summary: "Show what a plugin of a site asks for, what was granted, and whether it is active.",
  argument: ["<id>", "the plugin's id"],
  options: [SITE_OPTION, MAP_OPTION],
  examples: ["svc plugin show acme.notices --site http://demo.localhost:8787"],
  run,
};
