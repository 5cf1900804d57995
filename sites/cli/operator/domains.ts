/** `svc operator domains`: manages the hostnames of sites. */
import type { CliCommand, Group, Invocation } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

interface Domain {
  readonly hostname: string;
  readonly tenant: string;
  readonly site: string;
  readonly status: "pending" | "verified";
  readonly createdAt: number;
}

const list = operation({
  name: "list",
  summary: "List all hostnames: those that serve a site, and those that a site has asked for.",
  examples: ["svc operator domains list"],
  run: async (session) => {
    const items = await session.all<Domain>("/domains");
    const rows = items.map(({ hostname, tenant, site, status, createdAt }) => [
      hostname,
      status,
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

const release = operation({
  name: "release",
  summary: "Release a hostname of a site. The hostname that its pages are published under cannot be released.",
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
  commands: [list, verify, release],
};
