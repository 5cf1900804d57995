/** Runs Lighthouse with the npm Chromium: one page, mobile preset, default settings, and all audits that count. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import lighthouse, { defaultConfig } from "lighthouse";
import { chromiumFromNpm } from "./chromium.ts";

/** A browser with an open debugging port, for Lighthouse. */
export interface Debuggable {
  readonly port: number;
  stop(): Promise<void>;
}

const LISTENING = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//;

export async function debuggable(): Promise<Debuggable> {
  const profile = mkdtempSync(join(tmpdir(), "drawbridge-lighthouse-"));
  const own = [
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--disable-extensions",
    "--no-first-run",
    "about:blank",
  ];
  const { path, args, env } = await chromiumFromNpm();
  const child = spawn(path, [...args, ...own], { env, stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  return {
    port: await debuggingPort(createInterface({ input: child.stderr })),
    stop: async () => {
      child.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function debuggingPort(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const [, port] = LISTENING.exec(line) ?? [];
    if (port !== undefined) return Number(port);
  }
  throw new Error("Chromium ended before it said where it listens.");
}

export interface Score {
  /** Percent, by the category's id. */
  readonly categories: Readonly<Record<string, number>>;
  /** The audits with a lower score, and their findings. */
  readonly lost: readonly string[];
}

const REFERENCES = Object.values(defaultConfig.categories ?? {}).flatMap(({ auditRefs }) => auditRefs);
const SCORED = new Set(REFERENCES.filter(({ weight }) => weight > 0).map(({ id }) => id));

/** Audits that only inform. Some of them load the page once more, or weigh every picture of its way. */
const ONLY_INFORM = REFERENCES.map(({ id }) => id).filter((id) => !SCORED.has(id));

/** Scores one page. A category without applicable audits is left out. */
export async function score(url: string, port: number): Promise<Score> {
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    skipAudits: ONLY_INFORM,
    disableFullPageScreenshot: true,
  });
  if (!result) throw new Error(`no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const scored = Object.values(categories).filter((category) => category.score !== null);
  const lost = scored.flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1)
      .map((ref) => `${id}: ${ref.id} ${audits[ref.id]?.displayValue ?? audits[ref.id]?.explanation ?? ""}`.trim()),
  );
  return {
    categories: Object.fromEntries(scored.map((category) => [category.id, Math.round((category.score ?? 0) * 100)])),
    lost,
  };
}
