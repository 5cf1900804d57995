import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, chromium as driver } from "playwright-core";
import { chromiumFromNpm } from "./chromium.ts";
import { requireChromium } from "./launch.ts";

/** A browser with a profile on disk that is killed as by a power cut, and restarts with it. */
export class Killable implements AsyncDisposable {
  readonly #profile = mkdtempSync(join(tmpdir(), "drawbridge-profile-"));
  #process: ChildProcess | undefined;

  async start(): Promise<Page> {
    requireChromium();
    const { path, args, env } = await chromiumFromNpm();
    const own = [`--user-data-dir=${this.#profile}`, "--remote-debugging-port=0", "about:blank"];
    const process = spawn(path, [...args.filter((one) => !one.startsWith("--user-data-dir")), ...own], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    this.#process = process;
    const browser = await driver.connectOverCDP(await addressIn(process));
    const [context] = browser.contexts();
    if (!context) throw new Error("the browser has no profile");
    return context.newPage();
  }

  /** Kills all its processes at once, so that pages cannot save anything. */
  kill(): void {
    const pid = this.#process?.pid;
    this.#process = undefined;
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ending = this.#process && new Promise((done) => this.#process?.once("exit", done));
    this.kill();
    await ending;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The browser's debugging address, which it prints at its start. */
function addressIn({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    stderr?.setEncoding("utf8");
    stderr?.on("data", (text: string) => {
      told += text;
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(told)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr?.on("end", () => reject(new Error(`the browser ended: ${told.slice(0, 500)}`)));
  });
}
