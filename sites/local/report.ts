import { connecting } from "./connecting.ts";
import { membersMcpOrigin } from "./local.ts";
import type { Local } from "./local.ts";
import type { Options } from "./options.ts";
import { servesAgents } from "./profile.ts";
import type { Profile } from "./profile.ts";
import type { LocalSite } from "./provisioning/provisioning.ts";
import type { PluginAvailability } from "./provisioning/pluginAvailability.ts";

const STATUS_PATH = "/api/admin/status";

/** The data that `--json` prints. */
export const readyData = (
  local: Local,
  { loader, skipped }: PluginAvailability,
  { profile }: Options,
): Record<string, unknown> => ({
  ready: true,
  site: local.site,
  sites: local.sites,
  mcp: agentAddresses(local, profile),
  membersMcp: servesAgents(profile) ? membersMcp(local) : null,
  status: `${local.site}${STATUS_PATH}`,
  profile,
  loader,
  skipped,
  missing: local.missing,
  port: local.port,
  data: local.folder.path,
  secrets: local.folder.secrets,
  log: local.log,
});

/** Words beside a site's address for each state. */
const SHOWN: Readonly<Record<LocalSite["state"], string>> = {
  active: "",
  read_only: "  (its tenant is read-only: nobody writes)",
  suspended: "  (its tenant is suspended: nothing is served until an operator makes it active)",
  lost: "  (a part of it is missing, see below)",
};

/** The same for people. */
export function readyText(
  local: Local,
  standing: PluginAvailability,
  { profile }: Options,
  milliseconds: number,
): string {
  const width = Math.max(...local.sites.map(({ name }) => name.length));
  return [
    "",
    `Ready after ${(milliseconds / 1000).toFixed(1)} s. Open:`,
    ...local.sites.map(({ name, url, state }) => `  ${name.padEnd(width)}  ${url}${SHOWN[state]}`),
    "",
    `  Log in to edit     ${local.site}/api/auth/start (everybody there is made up)`,
    `  Editor             ${local.site}/_editor`,
    `  Operator's status  ${local.site}${STATUS_PATH} (bearer: PROVISIONING_SECRET)`,
    `  Secrets            ${local.folder.secrets}`,
    `  Workers' log       ${local.log}`,
    `  Plugin code        ${pluginCode(standing)}`,
    ...standing.skipped.map(
      ({ site, id, version, reason, detail }) =>
        `  Skipped            ${id} ${version} at ${site}: ${reason}, ${detail}`,
    ),
    ...local.missing.map(({ what, mend }) => `  Missing            ${what} ${mend}`),
    ...agentAddresses(local, profile).map((address) => `  For agents (MCP)   ${address}`),
    ...(servesAgents(profile)
      ? [
          `  Members' agents    ${membersMcp(local)}`,
          ...connecting({ open: agentAddresses(local, profile), members: membersMcp(local) }),
        ]
      : []),
    "",
    "Ctrl-C stops everything.",
  ].join("\n");
}

/** The public MCP server of each site. */
const agentAddresses = ({ sites, port }: Local, profile: Profile): string[] =>
  servesAgents(profile) ? sites.map(({ url }) => `http://localhost:${port}/sites/${new URL(url).hostname}/mcp`) : [];

/** The private MCP server: one for all sites, which a member chooses among. */
const membersMcp = ({ port }: Local): string => `${membersMcpOrigin(port)}/mcp`;

const pluginCode = ({ loader: { available, reason } }: PluginAvailability): string =>
  available ? "runs in the sandbox" : `does not run: ${reason ?? "no reason was given"}`;
