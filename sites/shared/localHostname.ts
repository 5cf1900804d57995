/** Names that always mean this machine, where sites are served over plain http on some port. */
export const isLocalHostname = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost");
