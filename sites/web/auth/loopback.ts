import { LOOPBACK_MIN_PORT } from "../../../manifests/bounds/logins.ts";
import { SECRET } from "../../platform/login/secret.ts";

/**
 * A program on the member's computer that waits for a login (RFC 8252, RFC 7636). It names only a port, so no link can
 * send a code to another computer.
 */
export interface Loopback {
  readonly port: number;
  /** The SHA-256 of the program's secret, in base64url. */
  readonly challenge: string;
  /** The program's own state, which recognises its answer. */
  readonly state: string;
}

/** The page that asks for consent. */
export const COMMAND_LINE_PATH = "/api/auth/command-line";

const NAMES = ["port", "challenge", "state"] as const;
const PORT = /^[1-9][0-9]{3,4}$/;
const HIGHEST_PORT = 65_535;

/** Accepts exactly these three parameters, once each, in one spelling. */
export function readLoopback(given: URLSearchParams): Loopback | undefined {
  const names = [...given.keys()];
  const [port = "", challenge = "", state = ""] = NAMES.map((name) => given.get(name) ?? "");
  if (names.length !== NAMES.length || new Set(names).size !== names.length) return undefined;
  const isOne = PORT.test(port) && Number(port) >= LOOPBACK_MIN_PORT && Number(port) <= HIGHEST_PORT;
  return isOne && SECRET.test(challenge) && SECRET.test(state) ? { port: Number(port), challenge, state } : undefined;
}

export const queryOf = ({ port, challenge, state }: Loopback): string =>
  `?port=${port}&challenge=${challenge}&state=${state}`;

/** An IP address instead of `localhost`, because a badly configured computer may resolve that name elsewhere. */
export const loopbackOrigin = ({ port }: Loopback): string => `http://127.0.0.1:${port}`;
