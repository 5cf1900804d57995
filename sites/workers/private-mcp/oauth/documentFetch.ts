import { isHost } from "../../../../manifests/shapes/host.ts";
import { logSecurity } from "../../../platform/security/securityEvents.ts";
import { withStrongKeys } from "./strongKeys.ts";

type Fetch = typeof fetch;

/**
 * The platform's fetch for the OAuth library, which fetches a client's document and keys. It refuses redirects, because
 * a trusted page that redirects could vouch for any document. It also refuses hosts that are not public, which on one
 * machine could be in the local network. Requests that set their own redirect mode are ours, to the configured identity
 * provider.
 */
export const documentFetch =
  (platform: Fetch): Fetch =>
  async (input, init) => {
    if (init?.redirect !== undefined) return platform(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== "https:" || url.port !== "" || !isHost(url.hostname))
      throw new TypeError("A client_id document must have an https address with a public hostname.");
    return withStrongKeys(await platform(input, { ...init, redirect: "manual" }), (reason) =>
      logSecurity(
        {
          event: "agent_key_refused",
          host: url.hostname,
          request: "",
          ray: null,
          actor: null,
          outcome: "refused",
          reason,
        },
        Date.now(),
      ),
    );
  };
