/** `svc site create`: makes a site from a starter, for a person of this machine or of an identity provider. */
import { existsSync } from "node:fs";
import { type CliCommand, type Group, type Invocation, UsageError } from "../../cli/command/command.ts";
import { operation } from "../../cli/operator/session/operation.ts";
import { canAsk, typedAnswer } from "../../cli/terminal/prompt.ts";
import { STARTER_NAMES, STARTER_THEMES } from "../../starters/starters.ts";
import { dataOf } from "../process/dataCommand.ts";
import { dataFolderAt } from "../state/dataFolder.ts";
import type { SiteWish } from "./room.ts";
import { firstPageOf, ownerOf, provisioningOf, type SiteOwner } from "./siteMaking.ts";
import type { PersonAccount } from "./store/accounts.ts";
import { PeopleStore } from "./store/store.ts";

const NOBODY =
  "Nobody has an account here yet. Open the link that svc people invite prints, or name an owner with --issuer and --subject.";

function accountsIn(path: string): readonly PersonAccount[] {
  const { people } = dataFolderAt(path);
  if (!existsSync(people)) return [];
  using store = new PeopleStore(people);
  return store.accounts.list();
}

/** The owner that the options name, or the only person of this machine. */
function ownerIn(invocation: Invocation): SiteOwner {
  const { options } = invocation;
  if (options.text("subject") !== undefined)
    return { issuer: options.required("issuer"), subject: options.required("subject") };
  if (options.text("issuer") !== undefined) throw new UsageError("--issuer needs --subject.");
  const accounts = accountsIn(dataOf(invocation));
  const id = options.text("account");
  const found = id === undefined ? accounts.slice(0, 1) : accounts.filter((one) => one.id === id);
  if (id === undefined && accounts.length > 1)
    throw new UsageError("Name the site's owner with --account. To list the accounts: svc people list");
  const [account] = found;
  if (account === undefined)
    throw new UsageError(id === undefined ? NOBODY : `There is no account ${JSON.stringify(id)}.`);
  return ownerOf(account);
}

/** An option's value, or a person's answer in a terminal. */
async function given({ options }: Invocation, name: string, question: string): Promise<string> {
  const value = options.text(name) ?? (canAsk() ? await typedAnswer(`${question}: `) : "");
  if (value === "") throw new UsageError(`--${name} is missing.`);
  return value;
}

async function wishIn(invocation: Invocation): Promise<SiteWish> {
  const { options } = invocation;
  return {
    starter: options.oneOf("starter", STARTER_NAMES, STARTER_NAMES[0]),
    theme: options.text("theme") === undefined ? undefined : options.oneOf("theme", STARTER_THEMES, "slate"),
    language: options.text("language") ?? "en",
    timeZone: options.text("zone") ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    name: await given(invocation, "name", "Name of the site"),
    hostname: await given(invocation, "hostname", "Its address, such as harbour.localhost"),
  };
}

/** The members of the answer that the command prints. */
interface Created {
  readonly created: boolean;
  readonly tenant: { readonly id: string };
  readonly domain: { readonly origin: string };
}

const create: CliCommand = operation({
  name: "create",
  summary:
    "Make a site from a starter. The same command again, in the same month and release, finishes an interrupted one.",
  options: [
    ["--name <name>", "the site's name"],
    ["--hostname <hostname>", "its address, such as harbour.localhost or www.example.com"],
    ["--starter <starter>", `${STARTER_NAMES.join(", ")} (default: ${STARTER_NAMES[0]})`],
    ["--theme <theme>", `${STARTER_THEMES.join(", ")} (default: the starter's own)`],
    ["--language <language>", "the site's language, such as de-AT (default: en)"],
    ["--zone <zone>", "its time zone, such as Europe/Vienna (default: this system's)"],
    ["--account <id>", "its owner, from svc people list (default: the only person of this machine)"],
    ["--issuer <issuer>", "the identity provider of an owner without an account here"],
    ["--subject <subject>", "that owner's subject there"],
  ],
  examples: ['svc site create --name "Harbour Books" --hostname harbour.localhost --starter company'],
  run: async (session, invocation) => {
    const owner = ownerIn(invocation);
    const wish = await wishIn(invocation);
    const { value } = await session.send<Created>("POST", "/provision", provisioningOf(wish, owner, invocation.now));
    const address = firstPageOf(value.domain.origin);
    return {
      ok: true,
      lines: [
        value.created
          ? `${value.domain.origin} is made. Its owner logs in here:`
          : `${value.domain.origin} exists with these values, and nothing was changed. Its owner logs in here:`,
        address,
      ],
      data: { ...value, login: address },
    };
  },
});

export const SITE_COMMANDS: Group = {
  name: "site",
  summary: "Make a site from a starter.",
  example: "svc site create --name Harbour --hostname harbour.localhost",
  commands: [create],
};
