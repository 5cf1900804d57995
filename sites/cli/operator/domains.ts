/** `svc operator domains`: manages the hostnames of sites. */
import type { CliCommand, Group, Invocation } from "../command.ts";
import { CONFIRM_OPTION, confirmed } from "./confirmation.ts";
import { columns, day, operation, pathPart } from "./operation.ts";

interface Domain {
  readonly hostname: string;
  readonly tenant: string;
  readonly site: string;
  readonly status: "pending" | "verified";
  readonly createdAt: number;
}

const list = operation({
  name: "list",
  summary: "List every hostname: those that are served, and those that sites ask for.",
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

const HOSTNAME = ["<hostname>", "in lower case and punycode, such as www.example.com"] as const;

/** Several sites may ask for one hostname, so the operator names tenant and site. */
const OF_SITE: CliCommand["options"] = [
  ["--tenant <id>", "the tenant whose site it is"],
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
  summary: "Serve a site under a hostname it has asked for. Requests of other sites for it end.",
  argument: HOSTNAME,
  options: OF_SITE,
  examples: ["svc operator domains verify www.example.com --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [hostname = ""] = invocation.args;
    const of = siteIn(invocation);
    const { value } = await session.send<Changed>("POST", `/domains/${pathPart(hostname)}/verify`, of);
    return {
      ok: true,
      lines: [`${hostname} serves ${of.tenant}/${of.site}${value.changed ? "" : ", as it did"}.`],
      data: { address: session.site, ...of, ...value },
    };
  },
});

const release = operation({
  name: "release",
  summary: "Take a hostname from a site. The name its pages are published under stays.",
  argument: HOSTNAME,
  options: [...OF_SITE, CONFIRM_OPTION],
  examples: ["svc operator domains release old.example.com --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [hostname = ""] = invocation.args;
    const of = siteIn(invocation);
    await confirmed(
      `RELEASE ${hostname}`,
      `${of.tenant}/${of.site} is not served under ${hostname} any more.`,
      invocation,
    );
    const { value } = await session.send<Changed>("POST", `/domains/${pathPart(hostname)}/release`, of);
    return {
      ok: true,
      lines: [value.changed ? `${hostname} is free.` : `${hostname} was free.`],
      data: { address: session.site, ...of, ...value },
    };
  },
});

export const DOMAINS: Group = {
  name: "domains",
  summary: "Hostnames and their sites.",
  example: "svc operator domains list",
  commands: [list, verify, release],
};
