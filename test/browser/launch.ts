/** The browser of the tests: Chromium from npm, or the Firefox that `npm run browsers` names. */
import { type Browser, chromium, firefox } from "playwright-core";
import { chromiumFromNpm } from "./chromium.ts";

/** The variable with the path of a Firefox. */
export const FIREFOX = "DRAWBRIDGE_FIREFOX";

/** Throws in another browser than Chromium, for what no driver does elsewhere. */
export function requireChromium(): void {
  if (process.env[FIREFOX] !== undefined) throw new Error(CHROMIUM_ALONE);
}

export const CHROMIUM_ALONE = "This is tried in Chromium alone.";

export async function launch(): Promise<Browser> {
  const own = process.env[FIREFOX];
  // Firefox as it is installed speaks WebDriver BiDi; without this channel, the driver expects a Firefox of its own.
  if (own !== undefined) return firefox.launch({ channel: "moz-firefox", executablePath: own });
  const { path, args, env } = await chromiumFromNpm();
  return chromium.launch({ executablePath: path, args: [...args], env });
}
