import { expectValue } from "../../../../runtime/commands/answer.ts";
import { cleanName } from "../../../../runtime/media/names.ts";
import { drawPreview } from "../../powers/images.ts";
import { hasPreview } from "../../../../manifests/shapes/mediaTypes.ts";
import type { MediaStore } from "../../powers/powers.ts";
import type { ApiCall } from "../request/call.ts";
import { GUARDS } from "../guards/index.ts";
import type { ApiReply, Route } from "../request/route.ts";
import { askWorkspace } from "../pipeline/workspaceCommand.ts";
import { type Received, declaredType, receive } from "../../intake/receive.ts";
import { type Staging, isThere, stagingOf } from "./staging.ts";

/**
 * Stores a member's file under a temporary name, copies it to the address of its digest, and lists it last. The
 * workspace can clean up after a failure at each step.
 */
export function upload(call: ApiCall, route: Route): Promise<ApiReply> {
  const uploading = uploaded(call, route);
  // The upload finishes its clean-up even if the sender disconnects.
  call.ctx.waitUntil(uploading.catch(() => undefined));
  return uploading;
}

async function uploaded(call: ApiCall, route: Route): Promise<ApiReply> {
  const { workspace, member, request } = call;
  const length = lengthOf(request.headers);
  const actor = { kind: "member", id: member.identity } as const;
  const begun = expectValue(await workspace.beginUpload(member.site, actor, length, route.limits.rate));
  try {
    const staging = stagingOf(call.media, begun, declaredType(request.headers.get("content-type")), length);
    const file = await receive(request.body, staging.destination);
    // An upload may take hours, so the member may have lost the permission meanwhile.
    await GUARDS.permission(call, route);
    return { ...(await listed(call, begun.upload, staging, file)), standing: begun.standing };
  } finally {
    await workspace.endUpload(begun.upload).catch((error: unknown) => console.warn("an upload was not ended", error));
  }
}

/** The announced length; null if there is none. Only routes for unsized files accept that. */
function lengthOf(headers: Headers): number | null {
  const contentLength = headers.get("content-length");
  return contentLength === null ? null : Number(contentLength);
}

async function listed(call: ApiCall, id: string, staging: Staging, file: Received): Promise<ApiReply> {
  const { workspace, member, query, env, media } = call;
  const { type, bytes, digest, size } = file;
  const facts = { digest, type, bytes, width: size?.width ?? null, height: size?.height ?? null };
  const name = cleanName(String(query["name"] ?? ""), type);
  const preview = hasPreview(type) ? await preview16(env, staging) : null;
  const place = expectValue(await workspace.placeUpload(member.site, id, { ...facts, name, preview }));
  if (!place.stored || !(await isThere(media, place.key))) await settle(media, staging, place.key, file);
  return askWorkspace("media.create", { versioned: null, limits: { bodyBytes: 0, rate: null } }, call, {
    ...facts,
    name,
    ...saidOf(query),
  });
}

/** The members of a new file that its sender may say. */
const saidOf = (query: ApiCall["query"]): object =>
  Object.fromEntries(
    ["alt", "caption", "source", "formerPath"].flatMap((key) => (key in query ? [[key, query[key]]] : [])),
  );

const preview16 = async ({ IMAGES }: ApiCall["env"], staging: Staging): Promise<string | null> =>
  IMAGES ? drawPreview(IMAGES, await staging.read()) : null;

/**
 * Copies the upload into place. The bucket compares the digest, so other bytes under the temporary key cannot get
 * there.
 */
async function settle(
  bucket: MediaStore,
  staging: Staging,
  to: string,
  { type, digest, bytes }: Received,
): Promise<void> {
  await bucket.put(to, await staging.read(), {
    length: bytes,
    sha256: digest,
    httpMetadata: { contentType: type },
  });
}
