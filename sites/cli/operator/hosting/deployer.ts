/** The client of the deployer, whose address is reachable by the operator alone and needs the operator's bearer. */
import { randomUUID } from "node:crypto";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../../command/command.ts";
import { isLocal } from "../../site/address.ts";
import { problemOf } from "../../site/problem.ts";
import { type SiteReply, requestSite } from "../../site/request.ts";
import { BEARER_OPTION, bearerFor } from "../session/bearer.ts";

export const DEPLOYER_OPTION = [
  "--deployer <url>",
  "the deployer's private address (default: the environment variable SVC_DEPLOYER)",
] as const;

export const KEY_OPTION = [
  "--key <key>",
  "the idempotency key of an earlier request, to continue that request (default: a new key)",
] as const;

/** The longest wait for an answer, in milliseconds. Copying a tenant's files takes long. */
const TIMEOUT_MS = 600_000;

function addressIn({ options, environment }: Invocation): string {
  const text = options.text("deployer") ?? environment["SVC_DEPLOYER"] ?? "";
  if (text === "") throw new UsageError("Name the deployer: --deployer <url>, or SVC_DEPLOYER in the environment.");
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url.hostname));
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  throw new UsageError(
    `--deployer takes an address such as https://deployer.internal.example, not ${JSON.stringify(text)}.`,
  );
}

export class Deployer {
  readonly address: string;
  readonly #bearer: string;
  readonly #key: string;

  constructor(invocation: Invocation) {
    this.address = addressIn(invocation);
    this.#bearer = bearerFor(this.address, invocation, "OPERATOR_TOKEN");
    this.#key = invocation.options.text("key") ?? randomUUID();
  }

  get<T>(path: string): Promise<T> {
    return this.#ask(path, { method: "GET" });
  }

  /** Sends the request once. If its answer is lost, the operator sends it again with the same idempotency key. */
  post<T>(path: string, body: unknown): Promise<T> {
    return this.#ask(path, { method: "POST", body });
  }

  async #ask<T>(path: string, what: { readonly method: "GET" | "POST"; readonly body?: unknown }): Promise<T> {
    const headers = { authorization: `Bearer ${this.#bearer}`, "idempotency-key": this.#key };
    const reply = await requestSite(this.address, path, { ...what, headers, timeoutMs: TIMEOUT_MS });
    if (reply.status >= 300) throw this.#refused(reply);
    try {
      return JSON.parse(reply.text) as T;
    } catch {
      throw new Trouble(`${this.address} answered with text that is not JSON.`);
    }
  }

  #refused(reply: SiteReply): Trouble {
    const problem = problemOf(reply, { site: this.address });
    const follows =
      reply.status === 404
        ? "The resource does not exist, or the token is wrong. The deployer answers both with 404."
        : `To continue this request: --key ${this.#key}`;
    return new Trouble(`refused: ${reply.status}`, { ...problem, talk: [...(problem.talk ?? []), follows] });
  }
}

export interface HostingCommand extends Omit<CliCommand, "run" | "options"> {
  /** Further options, without those for the address, the bearer and the idempotency key. */
  readonly options?: CliCommand["options"];
  run(deployer: Deployer, invocation: Invocation): Promise<Outcome>;
}

export const hostingCommand = ({ options = [], run, ...rest }: HostingCommand): CliCommand => ({
  ...rest,
  options: [...options, DEPLOYER_OPTION, BEARER_OPTION, KEY_OPTION],
  run: (invocation) => run(new Deployer(invocation), invocation),
});
