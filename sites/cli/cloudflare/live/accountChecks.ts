/** Checks the account around the workers: their hostnames and their further addresses. */
import { domainsOf, domainsTo, subdomainOf } from "../../../platform/provider/workers.ts";
import type { WorkerRow } from "../../../workers/workers.ts";
import type { Connection } from "../account/account.ts";
import { factsOf } from "../descriptor/facts.ts";
import type { Config } from "../descriptor/config.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "./verdict.ts";

const DASHBOARD = "remove it in the provider's dashboard";

/** The hostnames in a worker's configuration. */
export const configHostnames = (config: Config): string[] =>
  factsOf(config)
    .filter(({ kind }) => kind === "route")
    .map(({ name }) => name);

export async function judgeHostname(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
  hostname: string,
): Promise<LiveVerdict> {
  const [id, title] = [`worker.${key}.hostname`, "the worker's hostname leads to the worker"];
  const read = await provider.list(domainsOf(account, hostname));
  if (!read.ok) return unanswered(id, title, hostname, read.error);
  const wrong = read.value.filter(({ service }) => service !== name);
  if (wrong.length > 0)
    return verdictOf(
      id,
      title,
      wrong.map(({ service }) =>
        finding(hostname, `the hostname leads to ${service}`, `a hostname that leads to ${name}`, DASHBOARD),
      ),
      "failed",
    );
  const missing =
    read.value.length === 0
      ? [
          finding(
            hostname,
            "the hostname leads to no worker",
            `a hostname that leads to ${name}`,
            "svc cloudflare deploy --profile <name>",
          ),
        ]
      : [];
  return verdictOf(id, title, missing, "blocked");
}

/** A workers.dev or preview address would serve every site under a second, unverified name. */
export async function judgeAddresses(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
): Promise<LiveVerdict> {
  const [id, title] = [`worker.${key}.addresses`, "the worker has no second address"];
  const read = await provider.ask(subdomainOf(account, name));
  if (!read.ok) return unanswered(id, title, name, read.error);
  const open = Object.entries({
    "workers.dev": read.value.enabled,
    "preview addresses": read.value.previews_enabled ?? false,
  }).filter(([, isOn]) => isOn);
  return verdictOf(
    id,
    title,
    open.map(([what]) =>
      finding(name, `${what} are on`, "none", `svc cloudflare deploy --profile <name>, or ${DASHBOARD}`),
    ),
    "failed",
  );
}

export const ROUTES_TITLE = "only the worker's own hostname leads to it";

/** Only hostnames of the configuration may lead to the worker. */
export async function judgeRoutes(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
  config: Config,
): Promise<LiveVerdict> {
  const id = `worker.${key}.routes`;
  const read = await provider.list(domainsTo(account, name));
  if (!read.ok) return unanswered(id, ROUTES_TITLE, name, read.error);
  const hostnames = new Set(configHostnames(config));
  const foreign = read.value.filter(({ hostname }) => !hostnames.has(hostname));
  return verdictOf(
    id,
    ROUTES_TITLE,
    foreign.map(({ hostname }) =>
      finding(name, `the hostname ${hostname}`, [...hostnames].join(", ") || "no hostname", DASHBOARD),
    ),
    "failed",
  );
}
