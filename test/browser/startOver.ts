import type { Page } from "playwright-core";
import type { ChangesView } from "../../runtime/editing/comparing/views.ts";
import type { SchedulesView } from "../../runtime/editing/views.ts";
import { askApi } from "./member.ts";

const FIRST_RELEASE = 1;

/** Restores the site's first release for visitors and in the draft, and its first member. Removes remarks and schedules. */
export async function startOver(page: Page): Promise<void> {
  const schedules = await listed<Pick<SchedulesView["items"][number], "schedule" | "state">>(page, "/api/schedules");
  for (const { schedule } of schedules.filter(({ state }) => state === "waiting"))
    await done(page, "DELETE", `/api/schedules/${schedule}`);
  const { release } = await changes(page);
  if (release !== FIRST_RELEASE) await done(page, "POST", `/api/releases/${FIRST_RELEASE}/restore`);
  const { documents, pages } = await changes(page);
  for (const { kind, version } of documents) await done(page, "DELETE", `/api/changes/${kind}`, version);
  // A new entry is refused while a page of the draft shows it, so it goes after that page.
  const shown: typeof pages = [];
  const discard = (id: string) => `/api/changes/pages/${id}`;
  for (const one of pages) {
    const { status } = await askApi(page, "DELETE", discard(one.id), { version: one.version });
    if (status >= 300) shown.push(one);
  }
  for (const { id, version } of shown) await done(page, "DELETE", discard(id), version);
  for (const { id } of (await listed<{ id: string }>(page, "/api/members")).slice(1))
    await done(page, "DELETE", `/api/members/${id}`);
  for (const { remark } of await listed<{ remark: string }>(page, "/api/remarks"))
    await done(page, "DELETE", `/api/remarks/${remark}`);
  const left = await changes(page);
  if (left.pages.length + left.documents.length > 0) throw new Error("changes of an earlier file of tests are left");
}

const listed = async <Row>(page: Page, path: string): Promise<readonly Row[]> =>
  (await askApi<{ items: readonly Row[] }>(page, "GET", path)).body.items;

const changes = async (page: Page): Promise<ChangesView> =>
  (await askApi<ChangesView>(page, "GET", "/api/changes")).body;

async function done(page: Page, method: string, path: string, version?: number): Promise<void> {
  const { status, body } = await askApi(page, method, path, version === undefined ? {} : { version });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
}
