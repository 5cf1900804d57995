/**
 * `ctx`, the second argument of a plugin's functions. Every method sends its request to the lender; the guest keeps no
 * state.
 */
import { powers as unprotected, type Powers } from "./powers.generated.ts";
import type { GuestCall } from "./protocol.ts";

const powers = harden(unprotected);

export type GuestContext = Powers & { readonly [Name in "site" | "settings" | "additions"]: GuestCall[Name] };

/** Freezes a value parsed from JSON, deeply. SES's `harden` would be slow here, because it also walks prototypes. */
function frozen<T>(json: T): T {
  if (typeof json === "object" && json !== null) Object.values(Object.freeze(json)).forEach(frozen);
  return json;
}

/** Builds the `ctx` of one call. All calls share the powers; site, settings and additions belong to this call. */
export const contextOf = ({ site, settings = {}, additions = {} }: GuestCall): GuestContext =>
  Object.freeze({ ...powers, site: frozen(site), settings: frozen(settings), additions: frozen(additions) });
