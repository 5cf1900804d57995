import { connecting } from "./connecting.ts";
import { membersMcpOrigin } from "./names/agentOrigins.ts";
import type { Local } from "./local.ts";
import type { RunOptions } from "./options.ts";
import { servesAgents, type Profile } from "./process/profile.ts";
import type { LocalSite } from "./provisioning/provisioning.ts";
import type { ReportedFolder, PluginAvailability } from "./provisioning/pluginAvailability.ts";

const STATUS_PATH = "/api/admin/status";

/** The data of `--json` when a run is ready. */
export const readyData = (
  local: Local,
  { loader, skipped, leftOut }: PluginAvailability,
  { profile }: RunOptions,
): Record<string, unknown> => ({
  ready: true,
  site: local.site,
  sites: local.sites,
  mcp: agentAddresses(local, profile),
  membersMcp: (servesAgents(profile) && membersMcp(local)) || null,
  begin: beginData(local),
  status: `${operatorsAddress(local)}${STATUS_PATH}`,
  profile,
  loader,
  skipped,
  leftOut,
  missing: local.missing,
  port: local.port,
  data: local.folder.path,
  secrets: local.folder.secrets,
  log: local.log,
  ...(local.hosting && { deployer: local.hosting.deployer, provider: local.hosting.provider }),
});

/** Notes beside a site's address, by its state. */
const SHOWN: Readonly<Record<LocalSite["state"], string>> = {
  active: "",
  read_only: "  (its tenant is read-only)",
  suspended: "  (its tenant is suspended: not served until an operator activates it)",
  lost: "  (part of its data is missing, see below)",
  undeployed: "  (its worker could not be deployed, see below)",
};

/** The text for people when a run is ready. `isScreen` is true if a person reads it, and no log keeps it. */
export function readyText(
  local: Local,
  standing: PluginAvailability,
  { profile }: RunOptions,
  milliseconds: number,
  isScreen: boolean,
): string {
  return [
    "",
    `Ready after ${(milliseconds / 1000).toFixed(1)} s.${headingOf(local)}`,
    ...placesOf(local),
    "",
    ...beginLines(local, isScreen),
    ...loginsOf(local),
    `  Operator's status  ${operatorsAddress(local)}${STATUS_PATH} (bearer: PROVISIONING_SECRET)`,
    `  Secrets            ${local.folder.secrets}`,
    ...hostingLines(local),
    `  Workers' log       ${local.log}`,
    `  Plugin code        ${pluginCode(standing)}`,
    ...standing.skipped.map(
      ({ site, id, version, reason, detail }) =>
        `  Skipped            ${id} ${version} at ${site}: ${reason}, ${detail}`,
    ),
    ...standing.leftOut.flatMap(leftOutLines),
    ...local.missing.map(({ what, mend }) => `  Missing            ${what} ${mend}`),
    ...agentAddresses(local, profile).map((address) => `  For agents (MCP)   ${address}`),
    ...membersLines(local, profile),
    "",
    "Press Ctrl-C to stop.",
  ].join("\n");
}

/** A folder with a plugin that is wrong, where, and what stands in its place. */
function leftOutLines({ folder, id, lines, goesOn }: ReportedFolder): string[] {
  const earlier = goesOn.map(({ site, version }) => `${version} goes on at ${site}`).join(", ");
  return [
    `  Left out           ${id ?? folder}: ${earlier || "no site has an earlier version"}. Mend it and start again, or svc plugin dev ${folder}`,
    ...lines.map((line) => `                     ${line}`),
  ];
}

const headingOf = ({ serving, sites }: Local): string => {
  if (serving.identity || serving.people !== "invented") return serving.origins.length > 0 ? " Serves:" : "";
  return sites.length > 0 ? " Open:" : "";
};

const isLink = (begin: string): boolean => begin.includes("#");

/** The command that prints a link for a person who makes a site. */
const inviteCommand = ({ folder: { path } }: Local): string =>
  `svc people invite --data ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`;

/** The beginning of a machine without a site. Its link stands on a screen alone, because its reader becomes the owner. */
function beginLines(local: Local, isScreen: boolean): string[] {
  const { begin } = local;
  if (begin === undefined) return [];
  if (!isLink(begin)) return ["Log in here to make your site:", `  ${begin}`, ""];
  return isScreen
    ? ["Open this link to make your site and become its owner. It works once, for 30 minutes:", `  ${begin}`, ""]
    : ["This command prints the link that makes your site. It stands in no log:", `  ${inviteCommand(local)}`, ""];
}

/** The same for programs, whose output a log may keep too. `--json` of the command answers the link. */
function beginData(local: Local): { readonly login: string } | { readonly command: string } | null {
  const { begin } = local;
  if (begin === undefined) return null;
  return isLink(begin) ? { command: inviteCommand(local) } : { login: begin };
}

/** The demo's sites, or the operator's origins. */
function placesOf({ sites, serving }: Local): string[] {
  const width = Math.max(...sites.map(({ name }) => name.length));
  return [
    ...sites.map(({ name, url, state }) => `  ${name.padEnd(width)}  ${url}${SHOWN[state]}`),
    ...serving.origins.map(({ origin }) => `  ${origin}`),
  ];
}

/** The addresses for logins. With an operator's identity provider, the values that it must be configured with. */
function loginsOf({ site, login, serving: { identity, people, origins, privateMcp } }: Local): string[] {
  if (login !== undefined) return [`  Accounts           ${login}`];
  if (identity === undefined && people === "nobody") return ["  People             nobody can log in: --no-login"];
  if (identity === undefined)
    return [
      `  Log in to edit     ${site}/api/auth/start (with made-up people)`,
      `  Editor             ${site}/_editor`,
    ];
  return [
    `  People             ${identity.settings["OIDC_ISSUER"]}, which needs these redirect addresses:`,
    ...origins.map(({ origin }) => `                     ${origin}/api/auth/callback`),
    ...(privateMcp ? [`                     ${privateMcp.origin}/auth/callback`] : []),
  ];
}

/** The deployer's address, in a run with one worker for each tenant. */
const hostingLines = ({ hosting }: Local): string[] =>
  hosting
    ? [
        `  Deployer           ${hosting.deployer} (bearer: OPERATOR_TOKEN)`,
        `  Provider           ${hosting.provider.api}, account ${hosting.provider.account} (token: PROVIDER_TOKEN)`,
      ]
    : [];

/** The address for `svc operator`: this machine's own name, because real names may lead elsewhere. */
const operatorsAddress = ({ site, port, serving: { identity, people } }: Local): string =>
  identity || people !== "invented" ? `http://localhost:${port}` : site;

function membersLines(local: Local, profile: Profile): string[] {
  const address = membersMcp(local);
  if (!servesAgents(profile) || address === undefined) return [];
  return [
    `  Members' agents    ${address}`,
    ...(local.serving.identity ? [] : connecting({ open: agentAddresses(local, profile), members: address })),
  ];
}

/** The addresses of the public MCP servers, one for each site. */
function agentAddresses({ sites, port, serving: { identity, publicMcp, origins } }: Local, profile: Profile): string[] {
  if (!servesAgents(profile)) return [];
  if (!identity) return sites.map(({ url }) => `http://localhost:${port}/sites/${new URL(url).hostname}/mcp`);
  return publicMcp ? origins.map(({ hostname }) => `${publicMcp.origin}/sites/${hostname}/mcp`) : [];
}

/** The address of the private MCP server; undefined if there is none. It serves all sites. */
function membersMcp({ port, serving: { identity, privateMcp } }: Local): string | undefined {
  if (!identity) return `${membersMcpOrigin(port)}/mcp`;
  return privateMcp && `${privateMcp.origin}/mcp`;
}

const pluginCode = ({ loader: { available, reason } }: PluginAvailability): string =>
  available ? "runs in the sandbox" : `does not run: ${reason ?? "no reason was given"}`;
