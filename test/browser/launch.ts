/** The browser of the tests: Chromium from npm, or the Firefox that `npm run browsers` names. */
import { type Browser, chromium, firefox } from "playwright-core";
import { chromiumFromNpm } from "./chromium.ts";

/** The variable with the path of a Firefox. */
export const FIREFOX = "DRAWBRIDGE_FIREFOX";

export const CHROMIUM_ALONE = "This is tried in Chromium alone.";

/** Throws in another browser than Chromium, for what no driver does elsewhere. */
export function requireChromium(): void {
  if (process.env[FIREFOX] !== undefined) throw new Error(CHROMIUM_ALONE);
}

export async function launch(): Promise<Browser> {
  const own = process.env[FIREFOX];
  if (own !== undefined) return launchFirefox(own);
  const { path, args, env } = await chromiumFromNpm();
  return chromium.launch({ executablePath: path, args: [...args], env });
}

/** A driver's session of WebDriver BiDi. */
interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

interface Inner {
  readonly _connection: { toImpl(browser: Browser): { readonly _browserSession: Session } };
}

/** A command that the driver sends for each profile and no Firefox knows. Tests in Firefox are light and without motion. */
const UNKNOWN = "emulation.setMediaFeaturesOverride";

/** Starts Firefox as it is installed, by WebDriver BiDi. Without this channel, the driver expects a Firefox of its own. */
async function launchFirefox(executablePath: string): Promise<Browser> {
  const firefoxUserPrefs = { "ui.prefersReducedMotion": 1 };
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, firefoxUserPrefs });
  const { _browserSession: session } = (browser as unknown as Inner)._connection.toImpl(browser);
  const sessions = Object.getPrototypeOf(session) as Session;
  const { send } = sessions;
  sessions.send = function sent(this: Session, method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params);
  };
  return browser;
}
