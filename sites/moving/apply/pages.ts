/** Writes the pages of a plan in batches. A page that a member has changed since the last import stays as it is. */
import { BATCH_MAX_ITEMS } from "../../../manifests/bounds/api.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { MoveLoss } from "../tree/moved.ts";
import type { PresentPage, PresentSite } from "../plan/site.ts";
import { pageDigest, digestInHex } from "./digest.ts";
import { type Door, patiently, SiteRefusal } from "./door.ts";
import { knownPages } from "./knownSite.ts";

/** A page with all addresses in place. */
export interface ReadyPage {
  readonly source: string;
  readonly place: string;
  readonly id: string;
  readonly body: Page;
}

export interface PagesDone {
  readonly created: number;
  readonly replaced: number;
  /** Pages that are as the import would write them. */
  readonly same: number;
  /** Pages that a member has changed since. */
  readonly changed: readonly ReadyPage[];
  /** Pages that a member has deleted since. */
  readonly deleted: readonly ReadyPage[];
  readonly losses: readonly MoveLoss[];
}

type Item =
  | { readonly do: "create"; readonly id: string; readonly body: Page }
  | { readonly do: "replace"; readonly page: string; readonly expected: number; readonly body: Page };

interface Writing {
  readonly item: Item;
  readonly page: ReadyPage;
}

/** Characters of a batch. Its bytes stay below the site's bound in every script. */
const BATCH_CHARS = 1_000_000;

export interface How {
  /** True adds pages again that members have deleted. */
  readonly restore: boolean;
  /** True writes over pages that members have changed. */
  readonly overwrite: boolean;
  readonly tell: (done: number) => void;
}

export async function writePages(
  door: Door,
  pages: readonly ReadyPage[],
  { pages: known, deleted: gone, emptyHomes }: Pick<PresentSite, "pages" | "deleted" | "emptyHomes">,
  how: How,
): Promise<PagesDone> {
  const bySource = new Map(known.map((page) => [page.source, page]));
  const toFill = new Map(emptyHomes.map((page) => [page.id, page]));
  const goneSources = new Set(how.restore ? [] : gone.map(({ source }) => source));
  const deleted: ReadyPage[] = [];
  const counts = { created: 0, replaced: 0, same: 0 };
  const [changed, losses]: [ReadyPage[], MoveLoss[]] = [[], []];
  let batch: Writing[] = [];
  let [size, done] = [0, 0];
  const send = async (): Promise<void> => {
    const left = await sent(door, batch, losses);
    for (const { item } of left) counts[item.do === "create" ? "created" : "replaced"]++;
    done += batch.length;
    [batch, size] = [[], 0];
    how.tell(done);
  };
  for (const page of pages) {
    if (!bySource.has(page.source) && goneSources.has(page.source)) {
      deleted.push(page);
      continue;
    }
    const fate = await decideFate(door, page, bySource.get(page.source) ?? toFill.get(page.id), how);
    if (fate === "same") counts.same++;
    else if (fate === "changed") changed.push(page);
    else {
      const chars = JSON.stringify(fate.body).length;
      if (batch.length === BATCH_MAX_ITEMS || size + chars > BATCH_CHARS) await send();
      batch.push({ item: fate, page });
      size += chars;
    }
  }
  if (batch.length > 0) await send();
  return { ...counts, changed, deleted, losses };
}

/** Decides about a page: written, or left alone because nothing has changed, or because a member changed it. */
async function decideFate(
  door: Door,
  { id, body }: ReadyPage,
  known: PresentPage | undefined,
  { overwrite }: How,
): Promise<Item | "same" | "changed"> {
  const imported = await pageDigest(body);
  const whole: Page = { ...body, imported };
  if (!known) return { do: "create", id, body: whole };
  if (known.imported === imported) return "same";
  if (!overwrite && known.source !== null) {
    const now = await patiently(door, () =>
      door.get<{ readonly version: number; readonly body: Page }>(`/api/pages/${known.id}`),
    );
    if (now.version !== known.version || (await pageDigest(now.body)) !== known.imported) return "changed";
  }
  return { do: "replace", page: known.id, expected: known.version, body: whole };
}

/** Sends a batch. Leaves out what the site refuses, and tells it. Answers what was written. */
async function sent(door: Door, writings: readonly Writing[], losses: MoveLoss[]): Promise<readonly Writing[]> {
  for (let left = writings; left.length > 0;) {
    try {
      await written(door, left);
      return left;
    } catch (error) {
      if (!(error instanceof SiteRefusal)) throw error;
      const refused = await findRefused(door, left, error);
      if (refused.size === 0) throw error;
      losses.push(...refusalLosses(refused));
      left = left.filter((writing) => !refused.has(writing));
    }
  }
  return [];
}

async function written(door: Door, writings: readonly Writing[]): Promise<void> {
  const body = { items: writings.map(({ item }) => item) };
  const key = `import-${await digestInHex(JSON.stringify(body))}`;
  await patiently(door, () => door.change("POST", "/api/pages/batch", { body, key }));
}

const refusalLosses = (refused: ReadonlyMap<Writing, string>): MoveLoss[] =>
  [...refused].flatMap(([{ page }, why]) =>
    why === "" ? [] : [{ place: page.place, what: `the page: ${why}`, kind: "a page" }],
  );

/** The pages because of which a batch was refused, each with the reason. A page that is there by now has none. */
async function findRefused(
  door: Door,
  writings: readonly Writing[],
  error: SiteRefusal,
): Promise<Map<Writing, string>> {
  const there = error.code === "CONFLICT" ? await thereByNow(door, writings) : [];
  if (there.length > 0) return new Map(there.map((writing) => [writing, ""]));
  const stale = error.code === "STALE_VERSION" ? writings.filter(({ page }) => page.id === error.id) : [];
  const changed = stale.map((writing) => [writing, "it was changed during the import, so it stays as it is"] as const);
  return new Map([...error.issues.flatMap((issue) => faulty(writings, issue)), ...changed]);
}

/** Pages that another import has made meanwhile. */
async function thereByNow(door: Door, writings: readonly Writing[]): Promise<Writing[]> {
  const now = new Set((await knownPages(door)).map(({ source }) => source));
  return writings.filter(({ item, page }) => item.do === "create" && now.has(page.source));
}

/** The page that an issue is about. */
function faulty(writings: readonly Writing[], { pointer, found, allowed }: Issue): [Writing, string][] {
  const [, index, within = ""] = /^\/items\/(\d+)(.*)$/.exec(pointer) ?? [];
  const writing = index === undefined ? undefined : writings[Number(index)];
  return writing ? [[writing, `${within.replace(/^\/body/, "") || "/"}: ${found}; allowed: ${allowed}`]] : [];
}
