/** A member's walk through the editor in any engine: the login, and then one check after the other. */
import { Member } from "./member.ts";
import type { ShortCheck } from "./short/shortCheck.ts";
import { SHORT_CHECKS } from "./shortChecks.ts";
import type { WebDriver } from "./webDriver.ts";

export interface Step {
  readonly says: string;
  /** The fault of a step that failed. */
  readonly fault?: string;
}

/** Yields what worked and what did not. A failed check does not end the walk. `only` names checks; empty means all. */
export async function* walkEditor(browser: WebDriver, site: string, only: readonly number[]): AsyncGenerator<Step> {
  const member = new Member(browser, site);
  await member.logIn();
  yield { says: "logs in over http, and keeps the login" };
  const isTried = ({ check, notIn }: ShortCheck): boolean =>
    (only.length === 0 || only.includes(check)) && (notIn === undefined || !browser.name.startsWith(notIn));
  for (const { check, by, run } of SHORT_CHECKS.filter(isTried)) {
    const says = `check ${check}, in a shorter form${by === undefined ? "" : `: ${by}`}`;
    try {
      await run(member);
      yield { says };
    } catch (error) {
      const state = await browser.value("return document.querySelector('.state')?.textContent ?? ''").catch(() => "");
      const message = error instanceof Error ? error.message : String(error);
      yield { says, fault: `${message} at ${await browser.address()}, which says “${String(state)}”` };
      await browser.enter(null);
      await browser.resize();
    }
  }
}
