import { LOOPBACK_MIN_PORT } from "../../../manifests/bounds/logins.ts";
import { SECRET } from "../../shared/login/secret.ts";

/**
 * A program on the member's own computer that waits for a login (RFC 8252, RFC 7636). It names a port and no address.
 * So no link can send a code to another computer.
 */
export interface Loopback {
  readonly port: number;
  /** SHA-256 of a secret of the program's, in base64url. */
  readonly challenge: string;
  /** The program's own state, by which it recognises its answer. */
  readonly state: string;
}

/** The page that asks. */
export const COMMAND_LINE_PATH = "/api/auth/command-line";

const NAMES = ["port", "challenge", "state"] as const;
const PORT = /^[1-9][0-9]{3,4}$/;
const HIGHEST_PORT = 65_535;

/** Exactly these three, once each, in their only spelling. */
export function readLoopback(given: URLSearchParams): Loopback | undefined {
  const names = [...given.keys()];
  const [port = "", challenge = "", state = ""] = NAMES.map((name) => given.get(name) ?? "");
  if (names.length !== NAMES.length || new Set(names).size !== names.length) return undefined;
  const isOne = PORT.test(port) && Number(port) >= LOOPBACK_MIN_PORT && Number(port) <= HIGHEST_PORT;
  return isOne && SECRET.test(challenge) && SECRET.test(state) ? { port: Number(port), challenge, state } : undefined;
}

export const queryOf = ({ port, challenge, state }: Loopback): string =>
  `?port=${port}&challenge=${challenge}&state=${state}`;

/** We avoid `localhost`: on a badly configured computer that name may lead elsewhere. */
export const loopbackOrigin = ({ port }: Loopback): string => `http://127.0.0.1:${port}`;
