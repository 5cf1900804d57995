/**
 * The hosts that a grant allows: those listed in the grant, and those in the setting that the grant names. A plugin
 * cannot write its settings, so it cannot widen its own reach.
 */
import { HOSTS_MAX } from "../manifests/bounds/manifest.ts";
import { isHost } from "../manifests/shapes/host.ts";
import type { Requested } from "../runtime/contributions/grant.ts";

type Http = NonNullable<Requested["http"]>;

export function hostsOf({ hosts, hostsFrom }: Http, settings: Readonly<Record<string, unknown>> = {}): string[] {
  const setting = hostsFrom !== undefined && Object.hasOwn(settings, hostsFrom) ? settings[hostsFrom] : undefined;
  return [...hosts, ...named(setting).filter(isHost)].slice(0, HOSTS_MAX);
}

/** Reads hosts from a setting: a list of hosts, or an https URL, of which only the host counts. */
function named(setting: unknown): string[] {
  if (Array.isArray(setting)) return setting.filter((item) => typeof item === "string");
  if (typeof setting !== "string" || !setting.startsWith("https://") || !URL.canParse(setting)) return [];
  return [new URL(setting).hostname];
}
