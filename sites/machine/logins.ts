/** The logins of this machine: an identity provider of the operator, accounts of this machine, invented people, or none. */
import { setTimeout } from "node:timers/promises";
import type { LoginFacts, LoginOrigins } from "./identity/loginDiagnosis.ts";
import { inventedLogin, type IdentityLogin, NO_LOGIN, operatorsLogin } from "./identity/login.ts";
import { membersMcpOrigin } from "./names/agentOrigins.ts";
import type { OpenedPeople, OpenPeopleInput } from "./people/openPeople.ts";

export interface MachineLogin {
  readonly login: IdentityLogin;
  /** The accounts of this machine's own people; undefined if the run has none. */
  readonly own: OpenedPeople | undefined;
  /** One line for each reason why people cannot log in by the operator's provider. Never rejects. */
  readonly troubles: Promise<readonly string[]>;
}

const NONE = Promise.resolve([]);

export async function openMachineLogin(
  given: Omit<OpenPeopleInput, "privateMcp">,
  running: AsyncDisposableStack,
): Promise<MachineLogin> {
  const input = { ...given, privateMcp: membersMcpOrigin(given.port) };
  const { identity, people } = input.serving;
  if (identity) {
    const { origins, privateMcp } = input.serving;
    const sites = origins.map(({ origin }) => origin);
    const troubles = troublesOf(identity, { sites, privateMcp: privateMcp?.origin });
    return { login: operatorsLogin(identity), own: undefined, troubles };
  }
  if (people === "nobody") return { login: NO_LOGIN, own: undefined, troubles: NONE };
  if (people === "invented")
    return { login: await inventedLogin({ ...input, running }), own: undefined, troubles: NONE };
  // Other runs need no WebAuthn, whose library takes long to load.
  const { openPeople } = await import("./people/openPeople.ts");
  const accounts = await openPeople(input, running);
  return { login: accounts.login, own: accounts, troubles: NONE };
}

/** Other runs have no provider to ask. */
async function troublesOf(identity: LoginFacts, origins: LoginOrigins): Promise<readonly string[]> {
  const { diagnoseLogins, loginTroubles } = await import("./identity/loginDiagnosis.ts");
  return loginTroubles(await diagnoseLogins(identity, origins));
}

/** Longest time that a start waits for what a provider says about logins, in milliseconds. Later words come after it. */
const ADVICE_WAIT_MS = 1_500;

/** Tells the troubles as soon as they are known. Resolves then, or when a start should wait no longer. */
export async function soonAdvised(
  troubles: MachineLogin["troubles"],
  tell: (line: string) => void,
  waitMs = ADVICE_WAIT_MS,
): Promise<void> {
  const over = new AbortController();
  const telling = troubles.then((lines) => lines.forEach((line) => tell(line)));
  const late = setTimeout(waitMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  await Promise.race([telling, late]);
  over.abort();
}
