import * as z from "zod/mini";
import { createPage, deletePage, editPage, restoreRevision } from "../../../runtime/editing/inputs.ts";
import { cancelSchedule, createSchedule } from "../../../runtime/publishing/scheduleInputs.ts";
import {
  editedView,
  pageCreatedView,
  publishedView,
  scheduleChangedView,
  writtenView,
} from "../../../runtime/editing/views.ts";
import { described } from "../../../runtime/commands/described.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { deleteMedia, mediaDeletedView, mediaView, updateMedia } from "../../../runtime/media/views.ts";
import { publishInput, restoreInput } from "../../../runtime/publishing/publishCommands.ts";
import { mayUse } from "./caller.ts";
import { changesAnswer } from "./reads.ts";
import type { ToolCall } from "./tool.ts";
import { writing } from "./tool.ts";

const edit = { permission: "content.edit", scope: "content:write" } as const;
const show = { permission: "content.publish", scope: "content:publish" } as const;

const built = (says: string, as = "expected") => ({ builtOn: { as, says: `${says}.` } });
const onPage = { ...edit, ...built("Version of the page as you have read it") } as const;
const onDocument = built("Version of the document as you have read it");
const onFile = {
  permission: "media.write",
  scope: "content:write",
  ...built("Version of the file as list_media has it"),
} as const;

/**
 * The preview of a publication. A publication calls plugins, so it cannot be rehearsed, but the preview checks that the
 * draft is the one that the agent saw.
 */
async function publicationOf(call: ToolCall, { change, only }: Readonly<Record<string, unknown>>): Promise<object> {
  const changes = await changesAnswer(call);
  if (only === undefined && changes.change !== change)
    throw new Refusal("STALE_VERSION", { kind: "draft", current: changes.change });
  return changes;
}

const putDocument = z.strictObject({
  kind: described(z.enum(["navigation", "redirects", "theme", "settings"]), "Which of them."),
  expected: z.int(),
  body: described(z.record(z.string(), z.unknown()), "The whole document, which replaces the one there is."),
});

const STYLED: ReadonlySet<unknown> = new Set(["theme", "settings"]);

/** Theme and settings need their own permission, because they change every page. Menus and redirects are content. */
function requireStyle({ caller }: ToolCall, { kind }: Readonly<Record<string, unknown>>): void {
  if (STYLED.has(kind) && !mayUse(caller, "theme.edit", "content:write"))
    throw new Refusal("FORBIDDEN", { permission: "theme.edit", scope: "content:write" });
}

/** A date and time with a zone (RFC 3339). Models miscalculate milliseconds, and a time without a zone is ambiguous. */
const AT_SAYS = "Later than now, in ISO 8601 with the zone, such as 2027-03-01T08:00:00+01:00.";
const at = described(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, AT_SAYS),
    z.refine((text) => !Number.isNaN(Date.parse(text)), AT_SAYS),
  ),
  AT_SAYS,
);

export const WRITES = [
  writing({
    ...edit,
    name: "create_page",
    title: "Create a page",
    command: "page.create",
    input: createPage,
    output: pageCreatedView,
    description: "Adds a page to the draft. Visitors see it once it is published.",
  }),
  writing({
    ...edit,
    ...built("Version of the page as you have read it; what others changed elsewhere since is kept"),
    name: "edit_page",
    title: "Edit a page",
    command: "page.edit",
    input: editPage,
    output: editedView,
    destroys: true,
    description:
      "Changes fields, variants, members and structure of a page in one go, all or none. `inverse` of the answer takes it back. " +
      "list_section_types has the types, fields, variants and slots.",
  }),
  writing({
    ...onPage,
    name: "delete_page",
    title: "Delete a page",
    command: "page.delete",
    input: deletePage,
    output: writtenView,
    destroys: true,
    description: "Takes a page out of the draft; its versions are kept.",
  }),
  writing({
    ...edit,
    ...built("Version of the page now, 0 when it is deleted"),
    name: "restore_page_version",
    title: "Restore a version of a page",
    command: "revision.restore",
    input: z.extend(z.omit(restoreRevision, { version: true }), { restore: restoreRevision.shape.version }),
    renamed: { restore: "version" },
    output: writtenView,
    destroys: true,
    description: "Makes an earlier version of a page its next one.",
  }),
  writing({
    ...edit,
    ...onDocument,
    name: "put_site_document",
    title: "Replace menus, redirects, theme or settings",
    command: {
      byKind: {
        navigation: "navigation.put",
        redirects: "redirects.put",
        theme: "theme.put",
        settings: "settings.put",
      },
    },
    admit: requireStyle,
    input: putDocument,
    output: writtenView,
    destroys: true,
    description:
      "Replaces one of the documents a site has once, as a whole. read_site_document with shape says what its body is made of.",
  }),
  writing({
    ...onFile,
    name: "update_media",
    title: "Change a media file",
    command: "media.update",
    input: updateMedia,
    output: mediaView,
    description: "Changes name, alternative text or focal point of a file.",
  }),
  writing({
    ...onFile,
    name: "delete_media",
    title: "Delete a media file",
    command: "media.delete",
    input: z.omit(deleteMedia, { force: true }),
    output: mediaDeletedView,
    destroys: true,
    description:
      "Removes a file for good. One that documents use is refused with what uses it: only the member removes that, in the editor.",
  }),
  writing({
    ...show,
    ...built("change, as list_changes has it", "change"),
    name: "publish",
    title: "Publish",
    command: "publish",
    input: publishInput,
    output: publishedView,
    destroys: true,
    preview: publicationOf,
    description:
      "Shows visitors the draft, or only the pages and documents you choose, if they still are what you have seen.",
  }),
  writing({
    ...show,
    name: "restore_release",
    title: "Go back to a release",
    command: "release.restore",
    input: restoreInput,
    output: publishedView,
    destroys: true,
    preview: async ({ workspace, caller }, { release }) =>
      expectValue(await workspace.read("restoration", caller.site, { release: Number(release) })),
    description: "Shows visitors an earlier release again; the draft stays as it is. list_releases has them.",
  }),
  writing({
    ...show,
    name: "schedule_publication",
    title: "Schedule a publication",
    command: "schedule.create",
    // Agents name the change that they saw, which replaces a long list of versions.
    input: z.extend(z.omit(createSchedule, { versions: true }), { at }),
    translate: (given) => ({ ...given, at: Date.parse(String(given["at"])) }),
    output: scheduleChangedView,
    preview: (call) => changesAnswer(call),
    description: "Publishes the draft as it is now at a later moment, if it has not changed by then.",
  }),
  writing({
    ...show,
    name: "cancel_schedule",
    title: "Cancel a scheduled publication",
    command: "schedule.cancel",
    input: cancelSchedule,
    output: scheduleChangedView,
    destroys: true,
    description: "Cancels a publication that waits for its time.",
  }),
];
