/**
 * The name of this tab, which stays over a reload. Two tabs of one member keep their changes apart by it, and a lock of
 * the browser tells whether a tab is still there.
 */
const STORED = "drawbridge-tab";
/** For the document before a reload to let go of its lock. A copy of a tab, which shares its name, waits in vain. */
const RELEASE_MS = 300;

const lockOf = (tab: string): string => `drawbridge-editor ${tab}`;

/** Holds the lock of a tab for as long as this document is there. False if another document has it. */
function holds(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const forGood = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    navigator.locks
      .request(lockOf(tab), { signal: AbortSignal.timeout(RELEASE_MS) }, forGood)
      .catch(() => resolve(false));
  });
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export async function ownTab(): Promise<string> {
  const known = stored();
  if (known !== null && (await holds(known))) return known;
  const made = crypto.randomUUID();
  try {
    sessionStorage.setItem(STORED, made);
  } catch {
    // A browser that keeps nothing has no changes of an earlier tab, either.
  }
  await holds(made);
  return made;
}

export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name));
}

export const isOpenTab = (open: ReadonlySet<string>, tab: string): boolean => open.has(lockOf(tab));
