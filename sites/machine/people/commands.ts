/**
 * `svc people`: the operator's way to the accounts of this machine, also while it runs. It takes a person who can read the
 * data folder; no address of the network does this.
 */
import { existsSync } from "node:fs";
import { CLAIM_LINK_MS, OWNER_LINK_MS } from "../../../manifests/bounds/logins.ts";
import { type CliCommand, type Group, type Invocation, type Outcome, UsageError } from "../../cli/command/command.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { DATA_OPTION, dataOf, withTrouble } from "../process/dataCommand.ts";
import { Problem } from "../process/problem.ts";
import { dataFolderAt } from "../state/dataFolder.ts";
import { linkAddress } from "./firstOwner.ts";
import type { PersonAccount } from "./store/accounts.ts";
import { PeopleStore } from "./store/store.ts";

/** Opens the accounts of a data folder, and makes none. */
function withStore(invocation: Invocation, work: (store: PeopleStore) => Outcome): Promise<Outcome> {
  return withTrouble(() => {
    const { path, people } = dataFolderAt(dataOf(invocation));
    if (!existsSync(people)) throw new Problem(`There are no accounts in ${path}. Name its folder with --data.`);
    using store = new PeopleStore(people);
    return work(store);
  });
}

function originOf({ facts }: PeopleStore): string {
  const origin = facts.get("origin");
  if (origin === undefined) throw new Problem("This machine has not been started with accounts yet. Start it first.");
  return origin;
}

function accountNamed({ accounts }: PeopleStore, id = ""): PersonAccount {
  const account = accounts.find(id);
  if (account === undefined) throw new UsageError(`There is no account ${JSON.stringify(id)}. See: svc people list`);
  return account;
}

const list: CliCommand = {
  name: "list",
  summary: "List the accounts of this machine, with their ways to log in.",
  options: [DATA_OPTION],
  examples: ["svc people list"],
  run: (invocation) =>
    withStore(invocation, ({ accounts, passkeys, passwords, codes }) => {
      const items = accounts.list().map(({ id, name, createdAt }) => ({
        id,
        name,
        createdAt,
        passkeys: passkeys.of(id).length,
        hasPassword: passwords.of(id) !== undefined,
        codes: codes.left(id),
      }));
      const lines = items.map(
        (one) =>
          `${one.id}  ${countOf(one.passkeys, "passkey")}, ${one.hasPassword ? "a password, " : ""}${countOf(one.codes, "code")}  ${one.name}`,
      );
      return { ok: true, lines: lines.length > 0 ? lines : ["There are no accounts."], data: { items } };
    }),
};

const invite: CliCommand = {
  name: "invite",
  summary: "Print a link by which a new person makes an account and a site. It works once, for 30 minutes.",
  options: [DATA_OPTION, ["--account <id>", "let this person make a further site instead"]],
  examples: ["svc people invite", "svc people invite --account mORSmzsyjdcZTqbcuZ9AFg"],
  run: (invocation) =>
    withStore(invocation, (store) => {
      const { now, options } = invocation;
      const origin = originOf(store);
      const id = options.text("account");
      if (id === undefined) {
        const link = linkAddress(origin, store.links.make({ kind: "further", account: null }, now, OWNER_LINK_MS));
        return { ok: true, lines: [link], data: { link } };
      }
      const { name } = accountNamed(store, id);
      store.atomically(() => {
        store.accounts.letMakeSite(id, true);
        store.events.add(id, "link.make", now);
      });
      return {
        ok: true,
        lines: [`${name} may make one site, at ${origin}/`],
        data: { account: id, login: `${origin}/` },
      };
    }),
};

const recover: CliCommand = {
  name: "recover",
  summary: "Print a link that gives an account a new passkey. It works once, for a day, and the person sees that.",
  argument: ["<account>", "the account's id, from svc people list"],
  options: [DATA_OPTION],
  examples: ["svc people recover mORSmzsyjdcZTqbcuZ9AFg"],
  run: (invocation) =>
    withStore(invocation, (store) => {
      const { now, args } = invocation;
      const { id, name } = accountNamed(store, args[0]);
      const secret = store.atomically(() => {
        store.events.add(id, "link.make", now);
        return store.links.make({ kind: "claim", account: id }, now, CLAIM_LINK_MS);
      });
      const link = linkAddress(originOf(store), secret);
      return { ok: true, lines: [`For ${name}:`, link], data: { account: id, link } };
    }),
};

export const PEOPLE_COMMANDS: Group = {
  name: "people",
  summary: "Manage the accounts of this machine's own people.",
  example: "svc people list",
  commands: [list, invite, recover],
};
