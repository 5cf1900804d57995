/** Files that visitors sent, as members take them from the quarantine. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { FormFile } from "../../../../runtime/submissions/files.ts";
import { fileState, quarantineKey } from "../../../../runtime/submissions/quarantine.ts";
import { partKey } from "../../../../runtime/media/keys.ts";
import { drawPreview } from "../../powers/images.ts";
import { hasPreview } from "../../../../manifests/shapes/mediaTypes.ts";
import type { MediaStore } from "../../powers/powers.ts";
import type { ApiCall } from "../request/call.ts";
import { type PartedFile, readParts } from "./parts.ts";
import { isThere } from "./staging.ts";
import type { Download, ApiReply, Route } from "../request/route.ts";
import { askWorkspace, inputOf } from "../pipeline/workspaceCommand.ts";

interface Named {
  readonly form: string;
  readonly submission: number;
  readonly file: number;
}

type Held = FormFile & { readonly tenant: string };

const gone = (): Refusal => new Refusal("NOT_FOUND", { reason: "This file is no longer waiting for a decision." });

/** Answers the file's bytes. The workspace refuses members who may not read the submission. */
export async function downloadHeld(
  { workspace, member, media }: Pick<ApiCall, "workspace" | "member" | "media">,
  { form, submission, file }: Named,
): Promise<Download> {
  const held = expectValue(await workspace.read("form.file", member.site, { form, submission, file }));
  if (fileState(held) !== "held" || !(await isThere(media, partKey(partedOf(held).key, 0)))) throw gone();
  return { name: held.name, body: bytesOf(media, held), bytes: held.bytes };
}

/**
 * Adds a visitor's file to the site's media. The copy counts as an upload, so the workspace can clean up an interrupted
 * one. The idempotency claim detects a file that was accepted before.
 */
export async function acceptHeld(call: ApiCall, route: Pick<Route, "limits" | "versioned">): Promise<ApiReply> {
  const { workspace, member, params } = call;
  const { form, submission, file } = params as unknown as Named;
  const held = expectValue(await workspace.read("form.file", member.site, { form, submission, file }));
  if (fileState(held) !== "held") return askWorkspace("form.accept", route, call, inputOf(route, call));
  const begun = expectValue(
    await workspace.beginUpload(member.site, { kind: "member", id: member.identity }, held.bytes, route.limits.rate),
  );
  try {
    await place(call, begun.upload, held);
    const reply = await askWorkspace(
      "form.accept",
      { versioned: null, limits: { bodyBytes: 0, rate: null } },
      call,
      inputOf(route, call),
    );
    return { ...reply, standing: begun.standing };
  } finally {
    await workspace.endUpload(begun.upload).catch((error: unknown) => console.warn("an upload was not ended", error));
  }
}

/** Copies the file into place. The bucket compares the digest, so the site serves exactly the inspected bytes. */
async function place({ workspace, member, env, media }: ApiCall, upload: string, held: Held): Promise<void> {
  const { digest, type, bytes, width, height, name } = held;
  const preview = env.IMAGES && hasPreview(type) ? await drawPreview(env.IMAGES, bytesOf(media, held)) : null;
  const { key, stored } = expectValue(
    await workspace.placeUpload(member.site, upload, { digest, type, bytes, width, height, name, preview }),
  );
  if (stored && (await isThere(media, key))) return;
  await media.put(key, bytesOf(media, held), { length: bytes, sha256: digest, httpMetadata: { contentType: type } });
}

const partedOf = ({ tenant, prefix, parts, bytes }: Held): PartedFile => ({
  key: `${tenant}/${quarantineKey(prefix)}`,
  parts,
  bytes,
});

const bytesOf = (bucket: MediaStore, held: Held): ReadableStream<Uint8Array> => readParts(bucket, partedOf(held), gone);
