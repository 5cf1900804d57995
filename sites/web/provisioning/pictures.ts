/** Lists the pictures of a site's first pages: those that came with the request, or that the bucket has already. */
import { fromBase64 } from "../../../manifests/bytes/base64.ts";
import { hexOf } from "../../../manifests/bytes/hex.ts";
import type { Actor } from "../../../runtime/area/actor.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { objectKey } from "../../../runtime/media/keys.ts";
import type { EditingApi } from "../../../runtime/workspaceApi.ts";
import { receive, type Destination } from "../intake/receive.ts";
import type { Env } from "../powers/env.ts";
import type { Provisioning } from "./payload.ts";
import { type MediaBody, type MediaStore, PLATFORM } from "../powers/powers.ts";

const OPERATOR: Actor = { kind: "operator", id: "provisioning" };
const ADDRESS = /\/media\/([0-9a-f]{64})\/([a-z0-9][a-z0-9-]{0,80}\.[a-z0-9]{2,4})/g;

interface PictureDestination {
  readonly media: MediaStore;
  readonly tenant: string;
  readonly site: string;
  readonly workspace: EditingApi;
  readonly requestId: string;
  /** Pictures of the request, by digest. */
  readonly given: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Lists the documents' files in the media library, under the keys of uploads. Files that are missing, have other bytes
 * than their address, or an unaccepted type are skipped. A repeated request lists those that are still missing.
 */
export async function listPictures(
  env: Env,
  { tenant: { id: tenant }, site: { id: site }, document, pictures = [] }: Provisioning,
  requestId: string,
): Promise<void> {
  const workspace = env.WORKSPACES.of({ tenant, site }, PLATFORM);
  const media = env.MEDIA.of({ tenant, site }, PLATFORM);
  const place: PictureDestination = { media, tenant, site, workspace, requestId, given: await byDigest(pictures) };
  const named = new Map(
    Array.from(JSON.stringify(document).matchAll(ADDRESS), ([, digest = "", object = ""]) => [digest, object] as const),
  );
  for (const [digest, object] of named) {
    await list(place, digest, object).catch((error: unknown) =>
      console.warn("a provisioned picture was not listed", digest, error),
    );
  }
}

const byDigest = async (
  pictures: NonNullable<Provisioning["pictures"]>,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> =>
  new Map(
    await Promise.all(
      pictures.map(async ({ bytes: text }) => {
        const bytes = fromBase64(text);
        return [hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))), bytes] as const;
      }),
    ),
  );

/** Opens a picture of the request, or else the one that the bucket has under its first key. */
async function open(
  { media, tenant, given }: PictureDestination,
  digest: string,
  object: string,
): Promise<Pick<MediaBody, "body" | "size"> | null> {
  const bytes = given.get(digest);
  const body = bytes && new Response(bytes).body;
  if (bytes && body) return { body, size: bytes.length };
  return media.get(`${tenant}/${objectKey(digest, object)}`);
}

async function list(place: PictureDestination, digest: string, object: string): Promise<void> {
  const { site, workspace } = place;
  if ((await workspace.read("media.file", site, { media: digest })).ok) return;
  const stored = await open(place, digest, object);
  if (!stored) return;
  const begun = expectValue(await workspace.beginUpload(site, OPERATOR, stored.size, null)) as {
    readonly upload: string;
    readonly takes: Destination["takes"];
  };
  try {
    const { type, bytes, size, digest: found } = await receive(stored.body, nowhere(begun.takes));
    if (found === digest)
      await add(place, begun.upload, {
        digest,
        type,
        bytes,
        width: size?.width ?? null,
        height: size?.height ?? null,
        name: object,
      });
  } finally {
    await workspace.endUpload(begun.upload);
  }
}

type Facts = Omit<Parameters<EditingApi["placeUpload"]>[2], "preview">;

async function add(place: PictureDestination, upload: string, facts: Facts): Promise<void> {
  const { media, tenant, site, workspace, requestId, given } = place;
  const { key } = expectValue(await workspace.placeUpload(site, upload, { ...facts, preview: null }));
  const from = `${tenant}/${objectKey(facts.digest, facts.name)}`;
  const isThere = key === from && !given.has(facts.digest);
  const stored = isThere ? null : await open(place, facts.digest, facts.name);
  if (stored)
    await media.put(key, stored.body, {
      length: stored.size,
      sha256: facts.digest,
      httpMetadata: { contentType: facts.type },
    });
  expectValue(
    await workspace.execute(
      "media.create",
      { site, actor: OPERATOR, key: `picture-${facts.digest}`, requestId },
      facts,
    ),
  );
}

/** A destination that stores nothing, because the reader asks for type, size and digest alone. */
const nowhere = (takes: Destination["takes"]): Destination => ({
  takes,
  admit: () => undefined,
  ended: () => undefined,
  open: () => ({ write: async () => undefined, end: async () => undefined, abandon: async () => undefined }),
});
