import { expectValue } from "../../../../runtime/answer.ts";
import { cleanName } from "../../../../runtime/media/names.ts";
import { previewOf } from "../../images.ts";
import type { Call } from "../call.ts";
import { GUARDS } from "../guards/index.ts";
import type { Reply, Route } from "../routes/route.ts";
import { askWorkspace } from "../workspaceCommand.ts";
import type { Received } from "./receive.ts";
import { claimOf, receive } from "./receive.ts";
import type { Staging } from "./staging.ts";
import { isThere, stagingOf } from "./staging.ts";

/**
 * A file on its way from a member into the site's media: into storage under a name of its own, from there to where its
 * digest belongs, and only then into the list. Wherever this breaks off, the workspace knows what is left to remove.
 */
export function upload(call: Call, route: Route): Promise<Reply> {
  const uploading = uploaded(call, route);
  // When its sender goes away in the middle, what is left to do is still done.
  call.ctx.waitUntil(uploading.catch(() => undefined));
  return uploading;
}

async function uploaded(call: Call, route: Route): Promise<Reply> {
  const { workspace, member, request } = call;
  const length = lengthOf(request.headers);
  const actor = { kind: "member", id: member.identity } as const;
  const begun = expectValue(await workspace.beginUpload(member.site, actor, length, route.limits.rate));
  try {
    const staging = stagingOf(call.env.MEDIA, begun, claimOf(request.headers.get("content-type")), length);
    const file = await receive(request.body, staging.destination);
    // Once more: it may have taken hours, and whoever sends may have lost the right to meanwhile.
    await GUARDS.permission(call, route);
    return { ...(await listed(call, begun.upload, staging, file)), standing: begun.standing };
  } finally {
    await workspace.endUpload(begun.upload).catch((error: unknown) => console.warn("an upload was not ended", error));
  }
}

/** Null where nobody knows it, which only a route of files that may be so lets pass. */
function lengthOf(headers: Headers): number | null {
  const said = headers.get("content-length");
  return said === null ? null : Number(said);
}

async function listed(call: Call, id: string, staging: Staging, file: Received): Promise<Reply> {
  const { workspace, member, query, env } = call;
  const { type, bytes, digest, size } = file;
  const facts = { digest, type, bytes, width: size?.width ?? null, height: size?.height ?? null };
  const name = cleanName(String(query["name"] ?? ""), type);
  const preview = type.startsWith("image/") ? await preview16(env, staging) : null;
  const place = expectValue(await workspace.placeUpload(member.site, id, { ...facts, name, preview }));
  if (!place.stored || !(await isThere(env.MEDIA, place.key))) await settle(env.MEDIA, staging, place.key, file);
  return askWorkspace("media.create", { versioned: null, limits: { bodyBytes: 0, rate: null } }, call, { ...facts, name });
}

const preview16 = async ({ IMAGES }: Call["env"], staging: Staging): Promise<string | null> =>
  IMAGES ? previewOf(IMAGES, await staging.read()) : null;

/** The store compares the digest: should something else have got under the first key, it does not get under this one. */
async function settle(bucket: R2Bucket, staging: Staging, to: string, { type, digest }: Received): Promise<void> {
  await bucket.put(to, await staging.read(), { sha256: digest, httpMetadata: { contentType: type } });
}
