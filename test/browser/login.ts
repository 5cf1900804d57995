import type { BrowserContext } from "playwright-core";
import { PEOPLE } from "../../sites/machine/identity/people.ts";
import { LOGIN_COOKIE } from "../../sites/web/auth/cookies.ts";
import { logIn, Visitor } from "../support/visitor.ts";

/** The logins of this process, which profiles of one person share like tabs. */
const logins = new Map<string, Visitor>();

/** A login that still holds, or a new one. A login takes many requests, and to ask whether it holds takes one. */
async function loggedIn(site: string, person: string): Promise<Visitor> {
  const name = `${site} ${person}`;
  const known = logins.get(name);
  if (known && (await known.open(`${site}/api/site`)).status === 200) return known;
  const visitor = new Visitor();
  logins.set(name, visitor);
  const { page } = await logIn(visitor, site, person, "/robots.txt");
  if (!visitor.cookies(new URL(site).hostname).includes(LOGIN_COOKIE))
    throw new Error(`${person} was not logged in: ${page.status} ${page.body.slice(0, 200)}`);
  return visitor;
}

/**
 * Logs a person in over HTTP and gives the cookies to a browser. The login is real; its three pages are not rendered.
 */
export async function logInto(context: BrowserContext, site: string, name: string): Promise<void> {
  const person = PEOPLE.find((one) => one.name === name)?.subject;
  if (person === undefined) throw new Error(`the provider knows nobody of the name ${name}`);
  const visitor = await loggedIn(site, person);
  const { hostname } = new URL(site);
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
