/** `ctx`: what a plugin's functions get beside their input. Every member asks the lender; nothing is kept here. */
import { powers as unprotected } from "./powers.generated.ts";
import type { Powers } from "./powers.generated.ts";
import type { GuestCall } from "./protocol.ts";

const powers = harden(unprotected);

export type GuestContext = Powers & { readonly [Name in "site" | "settings" | "additions"]: GuestCall[Name] };

/** Freezes a parsed value. It holds only plain objects and arrays, so `harden` would check far too much. */
function frozen<T>(json: T): T {
  if (typeof json === "object" && json !== null) Object.values(Object.freeze(json)).forEach(frozen);
  return json;
}

/** Builds `ctx`. The powers are the same for every call; the rest is this call's. */
export const contextOf = ({ site, settings = {}, additions = {} }: GuestCall): GuestContext =>
  Object.freeze({ ...powers, site: frozen(site), settings: frozen(settings), additions: frozen(additions) });
