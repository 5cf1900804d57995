import type { ArchiveView, VerifiedView } from "../../../../runtime/backups/views.ts";
import { type Action, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { EditorPage } from "../desk/page.ts";
import { BACKUPS_AREA } from "./area.ts";
import { backupsPage } from "./backupsPage.ts";

const HERE = BACKUPS_AREA.path;

const making = (command: "backup.create" | "export.create", after: Action["after"]): Action => ({
  route: findCommandRoute(command),
  fields: ["submissions"],
  ask: (_, fields) => ({ body: { includeSubmissions: fields.get("submissions") === "true" } }),
  after,
});

const ofBackup: Action["ask"] = (_, fields) => ({ segments: { backup: fields.get("backup") ?? "" } });

export const BACKUP_PAGES: readonly EditorPage[] = [
  {
    path: HERE,
    subject: null,
    actions: {
      make: making("backup.create", () => withQuery(HERE, { done: "kept" })),
      export: making("export.create", (_, __, answer) =>
        withQuery(HERE, { done: "exported", export: (answer as ArchiveView).id }),
      ),
      verify: {
        route: findCommandRoute("backup.verify"),
        fields: ["backup"],
        ask: ofBackup,
        after: (_, __, answer) => withQuery(HERE, { done: (answer as VerifiedView).sound ? "sound" : "broken" }),
      },
      remove: {
        route: findCommandRoute("backup.delete"),
        fields: ["backup", FORCED],
        isAskedTwice: true,
        ask: ofBackup,
        after: () => withQuery(HERE, { done: "removed" }),
      },
    },
    takesFiles: null,
    show: backupsPage,
  },
];
