import { base64urlOf } from "../../../manifests/bytes/base64.ts";
import { KNOWN_BROWSER_MS } from "../../../manifests/bounds/logins.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { hashText } from "../../platform/keys/digest.ts";
import { readToken, writeToken } from "../../platform/login/token.ts";
import { readCookie } from "../../requests/readCookie.ts";
import type { Env } from "../powers/env.ts";
import { PLATFORM } from "../powers/powers.ts";
import type { AddressedSite } from "./addressedSite.ts";
import { KNOWN_COOKIE, keepCookie } from "./cookies.ts";

interface NewLogin {
  readonly identity: string;
  /** The id of the login. */
  readonly login: string;
  readonly requestId: string;
  readonly now: number;
}

/**
 * Writes a letter to the member if this browser never logged them in before. Answers the cookie by which the browser is
 * known; undefined if the letter failed, so that the next login tells of it. The cookie opens nothing, and names nobody
 * to a reader.
 */
export async function rememberBrowser(
  request: Request,
  env: Env,
  place: AddressedSite,
  { identity, login, requestId, now }: NewLogin,
): Promise<string | undefined> {
  const { hostname } = place;
  const secret = base64urlOf(await hashText(`known:${identity}`));
  const held = await readToken(env.SESSION_SECRET, "svc-known+jwt", hostname, readCookie(request, KNOWN_COOKIE));
  if (held !== secret && !(await tell(env, place, { identity, login, requestId }))) return undefined;
  const token = { kind: "svc-known+jwt", hostname, secret, now, lifetime: KNOWN_BROWSER_MS } as const;
  return keepCookie(KNOWN_COOKIE, await writeToken(env.SESSION_SECRET, token), KNOWN_BROWSER_MS);
}

/** True if the workspace was told. A login never fails for want of a letter. */
async function tell(
  env: Env,
  { route: { tenant, site } }: AddressedSite,
  { identity, login, requestId }: Omit<NewLogin, "now">,
): Promise<boolean> {
  const envelope = { site, actor: { kind: "system", id: "login" }, key: `login:${login}`, requestId } as const;
  try {
    expectValue(
      await env.WORKSPACES.of({ tenant, site }, PLATFORM).execute("mail.login", envelope, { login, member: identity }),
    );
    return true;
  } catch (error) {
    console.error("no letter about a login", error);
    return false;
  }
}
