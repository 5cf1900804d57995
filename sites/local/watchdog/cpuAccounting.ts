import { COMPUTING_MAX_MS, COMPUTING_WINDOW_MS } from "../../../manifests/bounds/watchdog.ts";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";

/** Processor time a plugin was seen to use. */
interface Span {
  readonly plugin: PluginAtWork;
  readonly cpuMs: number;
  /** By a clock that only goes on, in milliseconds. */
  readonly at: number;
}

/** The share of the only thread that each plugin has had lately. */
export class CpuAccounting {
  #spans: Span[] = [];

  add(span: Span): void {
    this.#spans.push(span);
  }

  /** The plugin that has had more than its share of the time before `now`, and how many milliseconds. */
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
