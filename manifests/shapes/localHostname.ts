/** True for names that always mean this machine. Their sites use plain http. */
export const isLocalHostname = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost");
