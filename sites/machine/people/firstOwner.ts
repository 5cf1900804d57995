import { OWNER_LINK_MS } from "../../../manifests/bounds/logins.ts";
import { LINK_PATH } from "./pages/linkPage.ts";
import type { PeopleStore } from "./store/store.ts";

/** The address of a link. Browsers send no server what follows `#`, so no log has the secret. */
export const linkAddress = (origin: string, secret: string): string => `${origin}${LINK_PATH}#${secret}`;

/**
 * The address that a person of an empty machine opens. It is the link that makes the owner, or the login of a person who
 * has used it. Undefined for a machine with sites. Each start makes a new link and ends the earlier one.
 */
export function firstOwnerAddress(
  { store, origin }: { readonly store: PeopleStore; readonly origin: string },
  { hasSites, now }: { readonly hasSites: boolean; readonly now: number },
): string | undefined {
  store.links.endOwners();
  if (hasSites) return undefined;
  if (store.accounts.list().some(({ mayMakeSite }) => mayMakeSite)) return `${origin}/`;
  return linkAddress(origin, store.links.make({ kind: "owner", account: null }, now, OWNER_LINK_MS));
}
