/** Files that visitors have sent, on their way out of the quarantine. */
import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import type { FormFile } from "../../../runtime/forms/files.ts";
import { quarantineKey, stateOf } from "../../../runtime/forms/files.ts";
import { partKey } from "../../../runtime/media/objects.ts";
import { previewOf } from "../images.ts";
import type { Call } from "./call.ts";
import type { PartedFile } from "./media/parts.ts";
import { readParts } from "./media/parts.ts";
import { isThere } from "./media/staging.ts";
import type { Download, Reply, Route } from "./routes/route.ts";
import { askWorkspace, inputOf } from "./workspaceCommand.ts";

interface Named {
  readonly form: string;
  readonly submission: number;
  readonly file: number;
}

type Held = FormFile & { readonly tenant: string };

const gone = (): Refusal => new Refusal("NOT_FOUND", { reason: "This file is not in the quarantine any more." });

/** The bytes as they were sent. Nobody but who may read the submission is given them. */
export async function downloadHeld({ workspace, member, env }: Pick<Call, "workspace" | "member" | "env">, { form, submission, file }: Named): Promise<Download> {
  const held = expectValue(await workspace.read("form.file", member.site, { form, submission, file }));
  if (stateOf(held) !== "held" || !(await isThere(env.MEDIA, partKey(partedOf(held).key, 0)))) throw gone();
  return { name: held.name, body: bytesOf(env.MEDIA, held), bytes: held.bytes };
}

/**
 * Among the site's media by way of an upload, which knows what is left to remove wherever this breaks off. What has been
 * accepted already is for the command to say, which remembers what it answered.
 */
export async function acceptHeld(call: Call, route: Pick<Route, "limits" | "versioned">): Promise<Reply> {
  const { workspace, member, params } = call;
  const { form, submission, file } = params as unknown as Named;
  const held = expectValue(await workspace.read("form.file", member.site, { form, submission, file }));
  if (stateOf(held) !== "held") return askWorkspace("form.accept", route, call, inputOf(route, call));
  const begun = expectValue(await workspace.beginUpload(member.site, { kind: "member", id: member.identity }, held.bytes, route.limits.rate));
  try {
    await place(call, begun.upload, held);
    const reply = await askWorkspace("form.accept", { versioned: null, limits: { bodyBytes: 0, rate: null } }, call, inputOf(route, call));
    return { ...reply, standing: begun.standing };
  } finally {
    await workspace.endUpload(begun.upload).catch((error: unknown) => console.warn("an upload was not ended", error));
  }
}

/** The store compares the digest: what is served is what was inspected. */
async function place({ workspace, member, env }: Call, upload: string, held: Held): Promise<void> {
  const { digest, type, bytes, width, height, name } = held;
  const preview = env.IMAGES && type.startsWith("image/") ? await previewOf(env.IMAGES, bytesOf(env.MEDIA, held)) : null;
  const { key, stored } = expectValue(await workspace.placeUpload(member.site, upload, { digest, type, bytes, width, height, name, preview }));
  if (stored && (await isThere(env.MEDIA, key))) return;
  await env.MEDIA.put(key, bytesOf(env.MEDIA, held), { sha256: digest, httpMetadata: { contentType: type } });
}

const partedOf = ({ tenant, prefix, parts, bytes }: Held): PartedFile => ({ key: `${tenant}/${quarantineKey(prefix)}`, parts, bytes });

const bytesOf = (bucket: R2Bucket, held: Held): ReadableStream<Uint8Array> => readParts(bucket, partedOf(held), gone);
