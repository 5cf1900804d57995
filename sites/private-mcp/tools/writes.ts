import * as z from "zod/mini";
import {
  addSection, cancelSchedule, changeStructure, chooseVariant, createPage, createSchedule, deletePage, putNavigation, putRedirects, putSettings, putTheme,
  restoreRevision, updatePage, updateSection,
} from "../../../runtime/editing/inputs.ts";
import {
  pageCreatedView, publishedView, scheduleChangedView, sectionAddedView, structureView, writtenView,
} from "../../../runtime/editing/views.ts";
import { expectValue } from "../../../runtime/answer.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { deleteMedia, mediaDeletedView, mediaView, updateMedia } from "../../../runtime/media/views.ts";
import { publishInput, restoreInput } from "../../../runtime/publishing/publishCommands.ts";
import { changesOf } from "./reads.ts";
import type { ToolCall } from "./tool.ts";
import { writing } from "./tool.ts";

const edit = { permission: "content.edit", scope: "content:write" } as const;
const style = { permission: "theme.edit", scope: "content:write" } as const;
const show = { permission: "content.publish", scope: "content:publish" } as const;

const built = (says: string, as = "expected") => ({ builtOn: { as, says: `${says}.` } });
const onPage = { ...edit, ...built("Version of the page as you have read it") } as const;
const onDocument = built("Version of the document as you have read it");
const onFile = { permission: "media.write", scope: "content:write", ...built("Version of the file as list_media has it") } as const;

/** A publication asks plugins, so it cannot be rehearsed; that the draft is the one that was seen is checked all the same. */
async function publicationOf(call: ToolCall, { change }: Readonly<Record<string, unknown>>): Promise<object> {
  const changes = await changesOf(call);
  if (changes.change !== change) throw new Refusal("STALE_VERSION", { kind: "draft", current: changes.change });
  return changes;
}

export const WRITES = [
  writing({
    ...edit, name: "create_page", title: "Create a page", command: "page.create", input: createPage, output: pageCreatedView,
    description: "Adds a page to the draft. Visitors see it once it is published.",
  }),
  writing({
    ...onPage, name: "update_page", title: "Change a page", command: "page.update", input: updatePage, output: writtenView,
    description: "Changes members of a page of the draft, all but its sections.",
  }),
  writing({
    ...onPage, name: "delete_page", title: "Delete a page", command: "page.delete", input: deletePage, output: writtenView, destroys: true,
    description: "Takes a page out of the draft; its versions are kept.",
  }),
  writing({
    ...edit, ...built("Version of the page now, 0 when it is deleted"), name: "restore_page_version", title: "Restore a version of a page", command: "revision.restore",
    input: z.extend(z.omit(restoreRevision, { version: true }), { restore: restoreRevision.shape.version }), renamed: { restore: "version" },
    output: writtenView, destroys: true,
    description: "Makes an earlier version of a page its next one.",
  }),
  writing({
    ...onPage, name: "add_section", title: "Add a section", command: "section.add", input: addSection, output: sectionAddedView,
    description: "Adds a section to a page. list_section_types has the types and their fields.",
  }),
  writing({
    ...onPage, name: "update_section", title: "Change a section", command: "section.update", input: updateSection, output: writtenView,
    description: "Changes fields of a section. list_section_types says which there are.",
  }),
  writing({
    ...onPage, name: "choose_section_variant", title: "Choose a variant", command: "section.variant", input: chooseVariant, output: writtenView,
    description: "Chooses the variant a section is shown in.",
  }),
  writing({
    ...onPage, name: "arrange_sections", title: "Arrange sections", command: "structure.apply", input: changeStructure, output: structureView, destroys: true,
    description: "Inserts, moves, nests, duplicates and removes sections of a page.",
  }),
  writing({
    ...edit, ...onDocument, name: "put_navigation", title: "Replace the menus", command: "navigation.put", input: putNavigation, output: writtenView, destroys: true,
    description: "Replaces the menus of the draft as a whole.",
  }),
  writing({
    ...edit, ...onDocument, name: "put_redirects", title: "Replace the redirects", command: "redirects.put", input: putRedirects, output: writtenView, destroys: true,
    description: "Replaces the redirects of the draft as a whole.",
  }),
  writing({
    ...style, ...onDocument, name: "put_theme", title: "Replace the theme", command: "theme.put", input: putTheme, output: writtenView, destroys: true,
    description: "Chooses the theme of the draft and its tokens.",
  }),
  writing({
    ...style, ...onDocument, name: "put_settings", title: "Replace the settings", command: "settings.put", input: putSettings, output: writtenView, destroys: true,
    description: "Replaces what the site is called and what else every page shows.",
  }),
  writing({
    ...onFile, name: "update_media", title: "Change a media file", command: "media.update", input: updateMedia, output: mediaView,
    description: "Changes name, alternative text or focal point of a file.",
  }),
  writing({
    ...onFile, name: "delete_media", title: "Delete a media file", command: "media.delete", input: z.omit(deleteMedia, { force: true }), output: mediaDeletedView, destroys: true,
    description: "Removes a file for good. One that documents use is refused with what uses it: only the member removes that, in the editor.",
  }),
  writing({
    ...show, ...built("change, as list_changes has it", "change"), name: "publish", title: "Publish", command: "publish", input: publishInput, output: publishedView, destroys: true,
    preview: publicationOf,
    description: "Shows visitors the draft, if it still is the one you have seen.",
  }),
  writing({
    ...show, name: "restore_release", title: "Go back to a release", command: "release.restore",
    input: restoreInput, output: publishedView, destroys: true,
    preview: async ({ workspace, caller }, { release }) => expectValue(await workspace.read("restoration", caller.site, { release: Number(release) })),
    description: "Shows visitors an earlier release again; the draft stays as it is. list_releases has them.",
  }),
  writing({
    ...show, name: "schedule_publication", title: "Schedule a publication", command: "schedule.create", input: createSchedule, output: scheduleChangedView,
    preview: (call) => changesOf(call),
    description: "Publishes the draft as it is now at a later moment, if it has not changed by then.",
  }),
  writing({
    ...show, name: "cancel_schedule", title: "Cancel a scheduled publication", command: "schedule.cancel", input: cancelSchedule, output: scheduleChangedView, destroys: true,
    description: "Cancels a publication that waits for its time.",
  }),
];
