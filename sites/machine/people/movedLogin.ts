import { Problem } from "../process/problem.ts";
import type { Serving } from "../names/serving.ts";
import type { PeopleStore } from "./store/store.ts";

export interface MovedLogin {
  readonly store: PeopleStore;
  /** The origin of the login in this run. */
  readonly origin: string;
  readonly serving: Pick<Serving, "login" | "isLoginNamed">;
  readonly tell: (line: string) => void;
}

const counted = (count: number): string => (count === 1 ? "1 passkey works" : `${count} passkeys work`);

/**
 * Refuses a login that would move to another hostname because of a further site. Its passkeys would end, and the operator
 * has not asked for that. A machine that serves only its own names has no name to choose, so it only says what ended.
 */
export function checkMovedLogin({ store, origin, serving, tell }: MovedLogin): void {
  const former = store.facts.get("origin") ?? origin;
  const [from, to] = [new URL(former).hostname, new URL(origin).hostname];
  const count = from === to ? 0 : store.passkeys.countAt(from);
  if (count === 0) return;
  const moved = `People log in at ${former}, and ${counted(count)} there alone.`;
  if (serving.login !== undefined && !serving.isLoginNamed)
    throw new Problem(
      `${moved} The first site's name would move the login to ${origin}. ` +
        `${keeping(former)}To move it, name ${origin} as loginOrigin in svc.jsonc, or with --login-origin.`,
    );
  tell(`${moved} The login is now at ${origin}: there, people use a recovery code once, and make a new passkey.`);
}

/** The way to keep the login, where its name is one that an operator can give. */
const keeping = (former: string): string =>
  former.startsWith("https:") ? `To keep it, name ${former} as loginOrigin. ` : "";
