import * as z from "zod/mini";
import { createPage, deletePage, editPage, restoreRevision } from "../../../../runtime/editing/inputs.ts";
import { cancelSchedule, createSchedule } from "../../../../runtime/publishing/scheduleInputs.ts";
import {
  editedView,
  pageCreatedView,
  publishedView,
  scheduleChangedView,
  writtenView,
} from "../../../../runtime/editing/views.ts";
import { described } from "../../../../runtime/commands/described.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { deleteMedia, describeMedia, mediaDeletedView, mediaView } from "../../../../runtime/media/views.ts";
import { type PublishInput, publishInput, restoreInput } from "../../../../runtime/publishing/publishInputs.ts";
import { createRequest, requestChangedView } from "../../../../runtime/reviews/views.ts";
import { mayUse } from "./caller.ts";
import { fittingChanges } from "./reads.ts";
import { type ToolCall, writing } from "./tool.ts";

const edit = { permission: "content.edit", scope: "content:write" } as const;
const show = { permission: "content.publish", scope: "content:publish" } as const;

const built = (says: string, as = "expected") => ({ builtOn: { as, says: `${says}.` } });
const onPage = { ...edit, ...built("Version of the page that you have read") } as const;
const onDocument = built("Version of the document that you have read");
const onFile = {
  permission: "media.write",
  scope: "content:write",
  ...built("Version of the file, from list_media"),
} as const;

/** The preview of a publication. It lists and refuses what the publication would, except that no plugin is asked. */
async function findPublication(
  { workspace, caller }: ToolCall,
  { change, only }: Readonly<Record<string, unknown>>,
): Promise<object> {
  const asked = { change, only } as PublishInput;
  return fittingChanges(expectValue(await workspace.read("publication.rehearsal", caller.site, asked)));
}

const putDocument = z.strictObject({
  kind: described(z.enum(["navigation", "redirects", "theme", "settings", "types"]), "The kind of document."),
  expected: z.int(),
  body: described(z.record(z.string(), z.unknown()), "The whole document. It replaces the present document."),
});

const STYLED: ReadonlySet<unknown> = new Set(["theme", "settings", "types"]);

/** Documents that change many pages need a permission of their own. Menus and redirects are content. */
function requireStyle({ caller }: ToolCall, { kind }: Readonly<Record<string, unknown>>): void {
  if (STYLED.has(kind) && !mayUse(caller, "theme.edit", "content:write"))
    throw new Refusal("FORBIDDEN", { permission: "theme.edit", scope: "content:write" });
}

/** A date and time with a zone (RFC 3339). Models miscalculate milliseconds, and a time without a zone is ambiguous. */
const AT_SAYS = "A time in the future, as ISO 8601 with time zone, such as 2027-03-01T08:00:00+01:00.";
const at = described(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, AT_SAYS),
    z.refine((text) => !Number.isNaN(Date.parse(text)), AT_SAYS),
  ),
  AT_SAYS,
);

/** No agent goes past the review, not even for an owner. */
const PAST = { pastReview: true } as const;

export const WRITES = [
  writing({
    ...edit,
    name: "create_page",
    title: "Create a page",
    command: "page.create",
    input: createPage,
    output: pageCreatedView,
    description:
      "Adds a page to the draft. Visitors see it once it is published. With type and values, the page is an entry of a content type.",
  }),
  writing({
    ...edit,
    ...built("Version of the page that you have read. Later changes of others in other places are kept"),
    name: "edit_page",
    title: "Edit a page",
    command: "page.edit",
    input: editPage,
    output: editedView,
    destroys: true,
    description:
      "Changes fields, variants, members and structure of a page with one list of operations, all or none. `inverse` of the answer takes it back. " +
      "The operations: set {section, fields, was}, variant {section, variant}, page {changes, redirect}, insert {section, at}, move {section, to}, nest {section, into}, duplicate {section}, remove {section}. " +
      "The values of an entry are its section entry_values. list_section_types has the types, fields, variants and slots.",
  }),
  writing({
    ...onPage,
    name: "delete_page",
    title: "Delete a page",
    command: "page.delete",
    input: deletePage,
    output: writtenView,
    destroys: true,
    description:
      "Deletes a page from the draft. Its versions are kept. Visitors see the page until you publish. Begin with unused, which refuses and names the pages that would lose it.",
  }),
  writing({
    ...edit,
    ...built("Current version of the page, 0 if the page is deleted"),
    name: "restore_page_version",
    title: "Restore a version of a page",
    command: "revision.restore",
    input: z.extend(z.omit(restoreRevision, { version: true }), { restore: restoreRevision.shape.version }),
    renamed: { restore: "version" },
    output: writtenView,
    destroys: true,
    description: "Restores an earlier version of a page as its newest version.",
  }),
  writing({
    ...edit,
    ...onDocument,
    name: "put_site_document",
    title: "Replace menus, redirects, theme, settings or types",
    command: {
      byKind: {
        navigation: "navigation.put",
        redirects: "redirects.put",
        theme: "theme.put",
        settings: "settings.put",
        types: "types.put",
      },
    },
    admit: requireStyle,
    input: putDocument,
    output: writtenView,
    destroys: true,
    description:
      "Replaces one of these documents as a whole. read_site_document with shape returns the schema of its body.",
  }),
  writing({
    ...onFile,
    name: "update_media",
    title: "Change a media file",
    command: "media.update",
    input: describeMedia,
    output: mediaView,
    description: "Changes the name, alternative text or focal point of a media file.",
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
      "Deletes a media file permanently. Refuses a file in use, and lists the uses; only the member can delete that, in the editor.",
  }),
  writing({
    ...show,
    ...built("`change` from list_changes", "change"),
    name: "publish",
    title: "Publish",
    command: "publish",
    input: z.omit(publishInput, PAST),
    output: publishedView,
    destroys: true,
    preview: findPublication,
    description:
      "Publishes the whole draft, or only the pages and documents you choose. Refuses if they changed after you read them. " +
      "With dryRun, `preview` lists what would be published; checks of plugins run only in earnest.",
  }),
  writing({
    ...edit,
    name: "request_publication",
    title: "Ask for publication",
    command: "request.create",
    input: z.pick(createRequest, { words: true }),
    output: requestChangedView,
    description: "Asks members to approve and publish the draft.",
  }),
  writing({
    ...show,
    name: "restore_release",
    title: "Roll back to a release",
    command: "release.restore",
    input: z.omit(restoreInput, PAST),
    output: publishedView,
    destroys: true,
    preview: async ({ workspace, caller }, { release }) =>
      expectValue(await workspace.read("restoration", caller.site, { release: Number(release) })),
    description: "Shows visitors an earlier release from list_releases again. The draft does not change.",
  }),
  writing({
    ...show,
    name: "schedule_publication",
    title: "Schedule a publication",
    command: "schedule.create",
    // Agents name the change that they saw, which replaces a long list of versions.
    input: z.extend(z.omit(createSchedule, { versions: true, ...PAST }), { at }),
    translate: (given) => ({ ...given, at: Date.parse(String(given["at"])) }),
    output: scheduleChangedView,
    preview: findPublication,
    description:
      "Schedules a publication of the present draft. It is refused at its time if the draft has changed since.",
  }),
  writing({
    ...show,
    name: "cancel_schedule",
    title: "Cancel a scheduled publication",
    command: "schedule.cancel",
    input: cancelSchedule,
    output: scheduleChangedView,
    destroys: true,
    description: "Cancels a scheduled publication.",
  }),
];
