import type { Browser, BrowserContext } from "playwright-core";
import { launch } from "./launch.ts";

/** Browser profiles of one test file, which end together. */
export type Profiles = Pick<Browser, "newContext" | "newPage" | "close">;

/** The browser of this process. All test files of a suite run in one process. */
let browser: Promise<Browser> | undefined;

const isRunning = (started: Browser): boolean => started.isConnected();

/** Starts the browser on first use, and again after a file that crashed it. It ends with the process. */
async function running(): Promise<Browser> {
  if (!(await browser?.then(isRunning, () => false))) browser = launch();
  return browser as Promise<Browser>;
}

/** Profiles in a browser that test files share, because its start takes longer than many files. */
export async function openProfiles(): Promise<Profiles> {
  const shared = await running();
  const own = new Set<BrowserContext>();
  const kept = <T extends BrowserContext>(context: T): T => {
    own.add(context);
    context.once("close", () => own.delete(context));
    return context;
  };
  // No check should see an intermediate state, and frames that nobody looks at cost more than most steps.
  const still = { reducedMotion: "reduce" } as const;
  return {
    newContext: async (options) => kept(await shared.newContext({ ...still, ...options })),
    newPage: async (options) => {
      const page = await shared.newPage({ ...still, ...options });
      kept(page.context());
      return page;
    },
    close: async () => {
      await Promise.all([...own].map((context) => context.close()));
    },
  };
}
