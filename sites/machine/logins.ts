/** The logins of this machine: an identity provider of the operator, accounts of this machine, invented people, or none. */
import { inventedLogin, type IdentityLogin, NO_LOGIN, operatorsLogin } from "./identity/login.ts";
import { membersMcpOrigin } from "./names/agentOrigins.ts";
import type { OpenedPeople, OpenPeopleInput } from "./people/openPeople.ts";

export interface MachineLogin {
  readonly login: IdentityLogin;
  /** The accounts of this machine's own people; undefined if the run has none. */
  readonly own: OpenedPeople | undefined;
}

export async function openMachineLogin(
  given: Omit<OpenPeopleInput, "privateMcp">,
  running: AsyncDisposableStack,
): Promise<MachineLogin> {
  const input = { ...given, privateMcp: membersMcpOrigin(given.port) };
  const { identity, people } = input.serving;
  if (identity) return { login: operatorsLogin(identity), own: undefined };
  if (people === "nobody") return { login: NO_LOGIN, own: undefined };
  if (people === "invented") return { login: await inventedLogin({ ...input, running }), own: undefined };
  // Other runs need no WebAuthn, whose library takes long to load.
  const { openPeople } = await import("./people/openPeople.ts");
  const accounts = await openPeople(input, running);
  return { login: accounts.login, own: accounts };
}
