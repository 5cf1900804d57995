import { existsSync } from "node:fs";
import { membersApplication, siteApplication } from "../identity/applications.ts";
import type { IdentityLogin } from "../identity/login.ts";
import type { Serving } from "../names/serving.ts";
import { servesAgents, type Profile } from "../process/profile.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { Inventory } from "../state/inventory.ts";
import type { FolderSecrets } from "../state/secrets.ts";
import { Problem } from "../process/problem.ts";
import { checkMovedLogin } from "./movedLogin.ts";
import { People } from "./people.ts";
import { PEOPLE_ISSUER } from "./peopleIssuer.ts";
import { allowedHostname, provisionOwnSite, waitForSite } from "./siteMaking.ts";
import { openSiteInvitation } from "./siteInvitation.ts";
import { PeopleStore } from "./store/store.ts";

export interface OpenPeopleInput {
  readonly folder: Pick<DataFolder, "people">;
  /** The data before this start. */
  readonly kept: Pick<Inventory, "issuers">;
  readonly port: number;
  /** The port on which the workers listen. */
  readonly inner: number;
  readonly profile: Profile;
  readonly serving: Serving;
  /** The origin of the private MCP server, for the redirect of members' agents. */
  readonly privateMcp: string;
  readonly secrets: FolderSecrets;
  readonly tell: (line: string) => void;
}

/** The accounts of this run, and the workers' settings for them. */
export interface OpenedPeople {
  readonly people: People;
  readonly store: PeopleStore;
  /** The origin at which people log in. */
  readonly origin: string;
  /** Keeps everybody from writing, while a backup copies. */
  readonly hold: () => Disposable;
  readonly login: IdentityLogin;
}

/** Opens the accounts of this machine's own people, which `running` closes. */
export async function openPeople(input: OpenPeopleInput, running: AsyncDisposableStack): Promise<OpenedPeople> {
  const { folder, port, inner, profile, serving, secrets, tell } = input;
  refuseLost(input);
  const store = running.use(new PeopleStore(folder.people));
  const hostnames = serving.origins.map(({ hostname }) => hostname);
  const making = { port, secret: secrets["PROVISIONING_SECRET"] ?? "" };
  const origins = serving.origins.map(({ origin }) => origin);
  const [site, members] = [
    siteApplication({ port, secrets, origins }),
    membersApplication(serving.privateMcp?.origin ?? input.privateMcp, secrets),
  ];
  const origin = serving.login?.origin ?? `http://login.localhost:${port}`;
  checkMovedLogin({ store, origin, serving, tell });
  const people = running.use(
    await People.open({
      origin,
      store,
      applications: servesAgents(profile) ? [site, members] : [site],
      around: {
        hostnames,
        makeSite: (wish, owner) =>
          provisionOwnSite(making, { ...wish, hostname: allowedHostname(wish.hostname, hostnames) }, owner),
        waitForSite: (address) => waitForSite(making, address),
        openInvitation: (text, client) => openSiteInvitation(inner, text, client),
      },
      tell,
    }),
  );
  return {
    people,
    store,
    origin,
    hold: () => store.hold(),
    login: {
      settings: { ...people.settings, OIDC_CLIENT_ID: site.id },
      membersSettings: { OIDC_CLIENT_ID: members.id },
      secrets: {},
    },
  };
}

/** Members with accounts that are gone could never log in again, and a new account would not be theirs. */
function refuseLost({ folder, kept }: OpenPeopleInput): void {
  if (existsSync(folder.people) || !kept.issuers.has(PEOPLE_ISSUER)) return;
  throw new Problem(
    `The accounts of this machine's people are missing: ${folder.people}. Restore this file from a backup of the folder. ` +
      "To serve the sites without a login meanwhile, start with --no-login. Nothing was changed.",
  );
}
