import { expect, test } from "vitest";
import type { PageView } from "../../runtime/editing/views.ts";
import type { ReadMode } from "../../runtime/area/area.ts";
import {
  type ReadApi,
  type ReadInput,
  type ReadName,
  type ReadView,
  READS,
  readNamed,
} from "../../runtime/readTable.ts";

/** All reads of a workspace by their mode: without plugins, after resolution, or with calls of plugins. */
const MODES: Readonly<Record<ReadName, ReadMode>> = {
  context: "resolved",
  catalogue: "resolved",
  pages: "resolved",
  entries: "resolved",
  "entries.export": "resolved",
  "types.kindChange": "resolved",
  "page.backLinks": "resolved",
  translations: "resolved",
  "members.languages": "plain",
  "page.sourceChanges": "resolved",
  linkTargets: "resolved",
  linkedPages: "resolved",
  page: "resolved",
  "page.published": "resolved",
  "page.sources": "plain",
  "page.looks": "resolved",
  "page.preview": "resolved",
  unfinished: "plain",
  "unfinished.list": "plain",
  "site.contents": "plain",
  presence: "plain",
  mail: "resolved",
  "mail.letter": "resolved",
  review: "plain",
  "review.needed": "plain",
  requests: "plain",
  request: "plain",
  "requests.for": "plain",
  shareLinks: "plain",
  readers: "plain",
  "reader.file": "resolved",
  remarks: "plain",
  "share.page": "resolved",
  search: "resolved",
  revisions: "resolved",
  revision: "resolved",
  navigation: "resolved",
  redirects: "resolved",
  "redirects.missed": "plain",
  visits: "plain",
  "visits.export": "plain",
  "redirects.rules": "plain",
  theme: "resolved",
  settings: "resolved",
  types: "resolved",
  "theme.tokens": "plain",
  draft: "callingPlugins",
  changes: "resolved",
  releases: "resolved",
  restoration: "resolved",
  outcome: "resolved",
  schedules: "resolved",
  calendar: "resolved",
  "filters.saved": "plain",
  "clock.refused": "plain",
  "schedules.failed": "plain",
  "draft.version": "callingPlugins",
  publication: "resolved",
  "publication.rehearsal": "resolved",
  "release.page": "resolved",
  "document.difference": "resolved",
  "page.change": "resolved",
  "document.change": "resolved",
  "document.revisions": "resolved",
  "document.revision": "resolved",
  plugins: "resolved",
  plugin: "resolved",
  "plugin.invocations": "resolved",
  "plugin.pages": "resolved",
  "plugin.page": "resolved",
  "plugin.page.export": "resolved",
  "plugin.settings": "resolved",
  "plugin.offered": "resolved",
  media: "plain",
  "media.file": "plain",
  galleries: "resolved",
  actions: "resolved",
  "action.run": "callingPlugins",
  "action.cancel": "resolved",
  forms: "plain",
  "forms.waiting": "resolved",
  "form.submissions": "resolved",
  "form.export": "resolved",
  "form.file": "plain",
  "form.confirming": "resolved",
  "form.leaving": "resolved",
  "form.link": "callingPlugins",
  "form.token": "resolved",
  "frame.hosts": "resolved",
  "form.sent": "resolved",
  backups: "plain",
  "export.file": "plain",
  "agent.offers": "resolved",
  "agent.resources": "resolved",
  "agent.resource": "callingPlugins",
  "agent.prompt": "resolved",
  "agent.completion": "resolved",
};

test("what can be read is this, and each goes its way", () => {
  expect(Object.fromEntries(Object.keys(READS).map((name) => [name, readNamed(name as ReadName).mode]))).toEqual(MODES);
});

/** Only type-checked, never run: the calls that compile. */
export async function written(workspace: ReadApi): Promise<void> {
  const page = await workspace.read("page", "main", { page: "home" });
  if (page.ok) page.value satisfies PageView;
  await workspace.read("pages", "main", {});
  await workspace.read("context", "main");
  // @ts-expect-error nothing is read under that name
  await workspace.read("__proto__", "main");
  // @ts-expect-error a page is read by its id
  await workspace.read("page", "main");
  // @ts-expect-error an id is a text
  await workspace.read("page", "main", { page: 1 });
  // @ts-expect-error a page has no limit
  await workspace.read("page", "main", { page: "home", limit: 1 });
  // @ts-expect-error the context of a site is one
  await workspace.read("context", "main", { cursor: null });
  // @ts-expect-error a view belongs to its read
  if (page.ok) page.value satisfies ReadView<"context">;
  [] satisfies ReadInput<"schedules">;
}
