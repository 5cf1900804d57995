import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";

/** True for https, or for plain http if both the address and the provider are on this machine. */
export function isEndpoint(text: string | undefined, issuer: string): boolean {
  const url = URL.parse(text ?? "");
  if (!url || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (isPlainLoopback(url.href) && isPlainLoopback(issuer));
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

export function isPlainLoopback(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "http:" && (isLocalHostname(url.hostname) || LOOPBACK.has(url.hostname));
}
