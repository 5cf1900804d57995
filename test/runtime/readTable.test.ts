import { expect, test } from "vitest";
import type { PageView } from "../../runtime/editing/views.ts";
import type { ReadApi, ReadInput, ReadName, ReadView, Way } from "../../runtime/readTable.ts";
import { READS, readNamed } from "../../runtime/readTable.ts";

/** Everything a worker that holds a workspace can read of it, and whether plugins have a part in that. */
const WAYS: Readonly<Record<ReadName, Way>> = {
  context: "prepared", catalogue: "prepared", pages: "prepared", page: "prepared", "page.published": "prepared", search: "prepared", revisions: "prepared", revision: "prepared",
  navigation: "prepared", redirects: "prepared", theme: "prepared", settings: "prepared", draft: "calling",
  changes: "prepared", releases: "prepared", restoration: "prepared", schedules: "prepared",
  plugins: "prepared", plugin: "prepared", "plugin.invocations": "prepared", "plugin.settings": "prepared",
  media: "alone", "media.file": "alone", galleries: "prepared",
  forms: "alone", "form.submissions": "prepared", "form.export": "alone", "form.file": "alone", "form.token": "prepared", "form.sent": "prepared",
  backups: "alone", "export.file": "alone",
  "agent.offers": "prepared", "agent.resources": "prepared", "agent.resource": "calling", "agent.prompt": "prepared", "agent.completion": "prepared",
};

test("what can be read is this, and each goes its way", () => {
  expect(Object.fromEntries(Object.keys(READS).map((name) => [name, readNamed(name as ReadName).way]))).toEqual(WAYS);
});

/** Compiled and never run: what callers may write. */
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
  // @ts-expect-error the view is that of the read
  if (page.ok) page.value satisfies ReadView<"context">;
  [] satisfies ReadInput<"schedules">;
}
