import { expectValue } from "../../../../runtime/answer.ts";
import type { UploadBegunAnswer } from "../../../../runtime/workspaceApi.ts";
import { cleanName } from "../../../../runtime/media/names.ts";
import { previewOf } from "../../images.ts";
import type { Call } from "../call.ts";
import { GUARDS } from "../guards/index.ts";
import type { Reply, Route } from "../routes/route.ts";
import { askWorkspace } from "../workspaceCommand.ts";
import type { Received } from "./receive.ts";
import { receive } from "./receive.ts";

/**
 * A file on its way from a member into the site's media: into storage under a name of its own, from there to where its
 * digest belongs, and only then into the list. Wherever this breaks off, the workspace knows what is left to remove.
 */
export async function upload(call: Call, route: Route): Promise<Reply> {
  const { workspace, member, request } = call;
  const length = Number(request.headers.get("content-length"));
  const actor = { kind: "member", id: member.identity } as const;
  const begun = expectValue(await workspace.beginUpload(member.site, actor, length, route.limits.rate));
  try {
    const file = await receive(request, call.env.MEDIA, begun, length);
    // Once more: it may have taken hours, and whoever sends may have lost the right to meanwhile.
    await GUARDS.permission(call, route);
    return { ...(await listed(call, begun, file)), standing: begun.standing };
  } finally {
    await workspace.endUpload(begun.upload).catch((error: unknown) => console.warn("an upload was not ended", error));
  }
}

async function listed(call: Call, { upload: id, key }: UploadBegunAnswer, file: Received): Promise<Reply> {
  const { workspace, member, query, env } = call;
  const { type, bytes, digest, size } = file;
  const facts = { digest, type, bytes, width: size?.width ?? null, height: size?.height ?? null };
  const name = cleanName(String(query["name"] ?? ""), type);
  const preview = type.startsWith("image/") ? await preview16(env, key) : null;
  const place = expectValue(await workspace.placeUpload(member.site, id, { ...facts, name, preview }));
  if (!place.stored) await settle(env.MEDIA, key, place.key, file);
  return askWorkspace("media.create", { versioned: null, limits: { bodyBytes: 0, rate: null } }, call, { ...facts, name });
}

async function preview16({ IMAGES, MEDIA }: Call["env"], key: string): Promise<string | null> {
  if (!IMAGES) return null;
  const stored = await MEDIA.get(key);
  return stored && previewOf(IMAGES, stored.body);
}

/** The store compares the digest: should something else have got under the first key, it does not get under this one. */
async function settle(bucket: R2Bucket, from: string, to: string, { type, digest }: Received): Promise<void> {
  const stored = await bucket.get(from);
  if (!stored) throw new Error("an upload that was stored is not there");
  await bucket.put(to, stored.body, { sha256: digest, httpMetadata: { contentType: type } });
}
