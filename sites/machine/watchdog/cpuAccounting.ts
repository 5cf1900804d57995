import { COMPUTING_MAX_MS, COMPUTING_WINDOW_MS } from "../../../manifests/bounds/watchdog.ts";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";

/** Processor time that one plugin used. */
interface Span {
  readonly plugin: PluginAtWork;
  readonly cpuMs: number;
  /** The time of a monotonic clock, in milliseconds. */
  readonly at: number;
}

/** Sums each plugin's processor time over a sliding window. */
export class CpuAccounting {
  #spans: Span[] = [];

  add(span: Span): void {
    this.#spans.push(span);
  }

  /**
   * The plugin that exceeded its share of the window before `now`, with its time in milliseconds; undefined if none
   * did.
   */
  greediest(now: number): { readonly plugin: PluginAtWork; readonly cpuMs: number } | undefined {
    this.#spans = this.#spans.filter(({ at }) => now - at < COMPUTING_WINDOW_MS);
    const spans = Object.values(
      Object.groupBy(this.#spans, ({ plugin: { tenant, site, plugin } }) => JSON.stringify([tenant, site, plugin])),
    );
    const sums = spans.flatMap((ofPlugin = []) =>
      ofPlugin.slice(-1).map(({ plugin }) => ({ plugin, cpuMs: ofPlugin.reduce((sum, { cpuMs }) => sum + cpuMs, 0) })),
    );
    return sums.find(({ cpuMs }) => cpuMs > COMPUTING_MAX_MS);
  }
}
