/**
 * The id of this tab, which survives a reload. It keeps the edits of two tabs apart, and a Web Lock shows whether a tab
 * is still open.
 */
const STORED = "drawbridge-tab";
/** The time for a reloaded document to release its lock. In a duplicated tab, which has the same id, the wait fails. */
const RELEASE_MS = 300;

const lockOf = (tab: string): string => `drawbridge-editor ${tab}`;

/** Takes the lock of a tab for this document's lifetime; false if another document holds it. */
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
    // Without storage, an earlier page load left no edits either.
  }
  await holds(made);
  return made;
}

/**
 * Names of the places in which a tab stores edits. There is more than one while the editor still offers edits of earlier
 * page loads, because new edits must not overwrite those.
 */
const PLACE_SIGN = "#";
export const placeOfTab = (tab: string, index: number): string => (index === 0 ? tab : `${tab}${PLACE_SIGN}${index}`);
export const tabOfPlace = (place: string): string => place.split(PLACE_SIGN)[0] ?? "";

export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name));
}

export const isOpenTab = (open: ReadonlySet<string>, tab: string): boolean => open.has(lockOf(tab));
