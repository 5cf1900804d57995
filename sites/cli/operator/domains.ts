/** `svc operator domains`: manages the hostnames of sites. */
import type { CliCommand, Group, Invocation } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

interface Domain {
  readonly hostname: string;
  readonly tenant: string;
  readonly site: string;
  readonly status: "pending" | "verified";
  /** True for the hostname that the site's pages are published under. */
  readonly primary: boolean;
  readonly createdAt: number;
}

const list = operation({
  name: "list",
  summary: "List all hostnames: those that serve a site, and those that a site has asked for.",
  examples: ["svc operator domains list"],
  run: async (session) => {
    const items = await session.all<Domain>("/domains");
    const rows = items.map(({ hostname, tenant, site, status, primary, createdAt }) => [
      hostname,
      primary ? "primary" : status,
      `${tenant}/${site}`,
      day(createdAt),
    ]);
    return { ok: true, lines: columns(rows), data: { address: session.site, items } };
  },
});

const HOSTNAME = ["<hostname>", "hostname in lower case and punycode, such as www.example.com"] as const;

/** Several sites may ask for one hostname, so the operator names tenant and site. */
const OF_SITE: CliCommand["options"] = [
  ["--tenant <id>", "the site's tenant"],
  ["--site-id <id>", "the site"],
];

const siteIn = ({ options }: Invocation) => ({
  tenant: options.required("tenant"),
  site: options.required("siteId", "site-id"),
});

interface Changed {
  readonly changed: boolean;
}

const verify = operation({
  name: "verify",
  summary:
    "Verify a hostname: serve the site that asked for it. Requests of other sites for this hostname are deleted.",
  argument: HOSTNAME,
  options: OF_SITE,
  examples: ["svc operator domains verify www.example.com --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [hostname = ""] = invocation.args;
    const of = siteIn(invocation);
    const { value } = await session.send<Changed>("POST", `/domains/${pathPart(hostname)}/verify`, of);
    return {
      ok: true,
      lines: [`${hostname} serves ${of.tenant}/${of.site}${value.changed ? "" : ", as before"}.`],
      data: { address: session.site, ...of, ...value },
    };
  },
});

interface Change {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** The change for a site that gets a primary hostname, or the reason why it cannot get it. */
function changeOf(items: readonly Domain[], hostname: string, of: ReturnType<typeof siteIn>): Change {
  const name = `${of.tenant}/${of.site}`;
  const verified = items.filter(({ status }) => status === "verified");
  const before = verified.find((one) => one.primary && one.tenant === of.tenant && one.site === of.site);
  const held = verified.find((one) => one.hostname === hostname);
  if (!before) return { ok: false, lines: [`${name} has no hostname, or does not exist.`] };
  if (before === held) return { ok: true, lines: [`${name} has the primary hostname ${hostname} already.`] };
  if (held && (held.tenant !== of.tenant || held.site !== of.site))
    return { ok: false, lines: [`${hostname} serves ${held.tenant}/${held.site}.`] };
  return {
    ok: true,
    lines: [
      `Pages of ${name} are published under ${hostname}${held ? "" : ", which it gets"}, in place of ${before.hostname}.`,
      `${before.hostname} stays with the site and leads to ${hostname}. After 40 seconds you can release it.`,
      `Members log in again. First add https://${hostname}/api/auth/callback at the identity provider.`,
    ],
  };
}

const primary = operation({
  name: "primary",
  summary:
    "Publish a site's pages under another hostname: one of the site, or a free one. The one before leads to it, until you release it. Without --apply, it says what would change.",
  argument: HOSTNAME,
  options: [...OF_SITE, ["--apply", "change it; without it, the command says what would change"]],
  examples: [
    "svc operator domains primary www.example.com --tenant saltmarrow --site-id saltmarrow-yard",
    "svc operator domains primary www.example.com --tenant saltmarrow --site-id saltmarrow-yard --apply",
  ],
  run: async (session, invocation) => {
    const [hostname = ""] = invocation.args;
    const of = siteIn(invocation);
    const { ok, lines } = changeOf(await session.all<Domain>("/domains"), hostname, of);
    const data = { address: session.site, hostname, ...of };
    if (!ok || !invocation.options.isSet("apply"))
      return { ok, lines: ok ? [...lines, "Nothing was changed. To change it: --apply"] : lines, data };
    const { value } = await session.send<Changed>("POST", `/domains/${pathPart(hostname)}/primary`, of);
    return { ok, lines, data: { ...data, ...value } };
  },
});

const release = operation({
  name: "release",
  summary:
    "Release a hostname of a site. The primary one, under which its pages are published, cannot be released: choose another one first.",
  argument: HOSTNAME,
  options: [...OF_SITE, CONFIRM_OPTION],
  examples: ["svc operator domains release old.example.com --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [hostname = ""] = invocation.args;
    const of = siteIn(invocation);
    await confirmed(
      `RELEASE ${hostname}`,
      `${of.tenant}/${of.site} will no longer be served under ${hostname}.`,
      invocation,
    );
    const { value } = await session.send<Changed>("POST", `/domains/${pathPart(hostname)}/release`, of);
    return {
      ok: true,
      lines: [value.changed ? `${hostname} is free.` : `${hostname} was already free.`],
      data: { address: session.site, ...of, ...value },
    };
  },
});

export const DOMAINS: Group = {
  name: "domains",
  summary: "Manage hostnames of sites.",
  example: "svc operator domains list",
  commands: [list, verify, primary, release],
};
