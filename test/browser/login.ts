import type { BrowserContext } from "playwright-core";
import { PEOPLE } from "../../sites/machine/identity/people.ts";
import { LOGIN_COOKIE } from "../../sites/web/auth/cookies.ts";
import { logIn, Visitor } from "../support/visitor.ts";

/**
 * Logs a person in over HTTP and gives the cookies to a browser. The login is real; its three pages are not rendered.
 */
export async function logInto(context: BrowserContext, site: string, name: string): Promise<void> {
  const person = PEOPLE.find((one) => one.name === name)?.subject;
  if (person === undefined) throw new Error(`the provider knows nobody of the name ${name}`);
  const visitor = new Visitor();
  const { page } = await logIn(visitor, site, person, "/robots.txt");
  const { hostname } = new URL(site);
  if (!visitor.cookies(hostname).includes(LOGIN_COOKIE))
    throw new Error(`${name} was not logged in: ${page.status} ${page.body.slice(0, 200)}`);
  // A `Secure` cookie needs an https URL here. The browser sends it to this machine over http as well.
  await context.addCookies(
    visitor.held(hostname).map(({ name: cookie, value }) => ({
      name: cookie,
      value,
      url: `https://${hostname}/`,
      secure: true,
    })),
  );
}
