import { isHost } from "../../../manifests/host.ts";

type Fetch = typeof fetch;

/**
 * The platform's fetch for the library, which asks it for whatever a client names: the client's document and its keys.
 * It follows redirects, so a page of a well-known name that sends everybody on could vouch for anybody's document; and
 * it asks any host, so on a machine of one's own it could be sent into the network behind it. Requests that say how
 * they take redirects are ours, to the identity provider, wherever an operator has it.
 */
export const documentFetch = (platform: Fetch): Fetch => async (input, init) => {
  if (init?.redirect !== undefined) return platform(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.protocol !== "https:" || url.port !== "" || !isHost(url.hostname)) throw new TypeError("A client's document is at a public name, over https.");
  return platform(input, { ...init, redirect: "manual" });
};
