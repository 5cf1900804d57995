import { LIST_MAX_ROWS, LIST_ROWS } from "../../manifests/bounds/api.ts";
import { MEDIA_MAX_BYTES, MEDIA_MAX_FILES, MEDIA_UPLOADS_OPEN } from "../../manifests/bounds/media.ts";
import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Documents } from "../documents/documents.ts";
import { publishedChange } from "../editing/comparing/changes.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { MediaFilter, MediaFiles } from "./files.ts";
import type { FormerPaths } from "./former/formerPaths.ts";
import { type MediaKind, kindsOf, largest } from "./kinds.ts";
import { objectKey, uploadKey } from "./keys.ts";
import type { MediaObjects, StoredFile } from "./objects.ts";
import type { MediaUses } from "../documents/mediaUses.ts";
import type { MediaDetailView, MediaListView, MediaView } from "./views.ts";

export interface MediaParts {
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly mediaFiles: MediaFiles;
  readonly mediaObjects: MediaObjects;
  readonly formerPaths: FormerPaths;
  readonly mediaUses: MediaUses;
}

/** The storage key of a new upload, and the types that the site accepts. */
export interface UploadBegun {
  readonly upload: string;
  readonly key: string;
  /** The size limit in bytes of each accepted type. */
  readonly takes: Partial<Record<MediaTypeName, number>>;
}

export interface UploadPlace {
  readonly key: string;
  /** True if storage already has the bytes. */
  readonly stored: boolean;
}

/** A filter for files. `unused` selects those that neither a draft nor a published document names. */
export interface MediaWanted extends MediaFilter {
  readonly unused?: boolean | undefined;
  /** Only the file that had this path on an earlier site, or a copy of which had it. Other filters then count for nothing. */
  readonly formerPath?: string | undefined;
}

/** Members' reads of a site's media, and the steps of an upload. */
export class MediaLibrary {
  readonly #parts: MediaParts;

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  /** Begins an upload. `bytes` is null if the length is unknown. */
  begin(site: string, bytes: number | null): UploadBegun {
    const { tenant, mediaFiles, mediaObjects } = this.#parts;
    tenant.requireActive();
    const row = this.#parts.sites.get(site);
    if (bytes !== null && bytes > MEDIA_MAX_BYTES) throw new Refusal("TOO_LARGE", { maxBytes: MEDIA_MAX_BYTES });
    if (mediaFiles.count(site) >= MEDIA_MAX_FILES) throw new Refusal("TOO_LARGE", { maxFiles: MEDIA_MAX_FILES });
    if (mediaObjects.openUploads() >= MEDIA_UPLOADS_OPEN) {
      throw new Refusal("CONFLICT", {
        conflict: "uploads_running",
        reason: "Too many uploads are running. Wait a while, then try again.",
        most: MEDIA_UPLOADS_OPEN,
      });
    }
    const upload = mediaObjects.begin();
    return { upload, key: `${row.tenant}/${uploadKey(upload)}`, takes: largest(this.kinds(site)) };
  }

  place(
    site: string,
    upload: string,
    file: StoredFile & { readonly name: string; readonly preview: string | null },
  ): UploadPlace {
    const { mediaObjects } = this.#parts;
    this.#parts.tenant.requireActive();
    const { tenant } = this.#parts.sites.get(site);
    if (!mediaObjects.isOpen(upload)) throw tooLate();
    const { name, preview, ...stored } = file;
    const { digest, object, state } = mediaObjects.place(upload, stored, name, preview);
    return { key: `${tenant}/${objectKey(digest, object)}`, stored: state !== "placed" };
  }

  end(upload: string): void {
    this.#parts.mediaObjects.end(upload);
  }

  /** Lists files, newest first. `cursor` is `next` of the previous answer. */
  list(
    site: string,
    { unused = false, formerPath, ...filter }: MediaWanted,
    cursor: number | null,
    limit: number | null,
  ): MediaListView {
    this.#parts.sites.get(site);
    const size = Math.min(Math.max(limit ?? LIST_ROWS, 1), LIST_MAX_ROWS);
    const published = publishedChange(this.#parts, site);
    const used = unused ? this.#parts.mediaUses.used(site, published) : [];
    const found =
      formerPath === undefined
        ? this.#parts.mediaFiles.list(site, filter, cursor ?? Number.MAX_SAFE_INTEGER, size + 1, used)
        : this.#formerly(site, formerPath);
    const shown = found.slice(0, size);
    const former = this.#parts.formerPaths.of(
      site,
      shown.map(({ file }) => file.id),
    );
    const items = shown.map(({ file }) => ({
      ...file,
      used: this.#parts.mediaUses.count(site, file.id, published),
      formerPaths: former.get(file.id) ?? [],
    }));
    return {
      items,
      labels: this.#parts.mediaFiles.labels(site),
      next: found.length > size ? (shown.at(-1)?.number ?? null) : null,
    };
  }

  #formerly(site: string, path: string): { number: number; file: MediaView }[] {
    const file = this.#parts.mediaFiles.find(site, this.#parts.formerPaths.fileAt(site, path) ?? "");
    return file ? [{ number: 0, file }] : [];
  }

  detail(site: string, id: string): MediaDetailView {
    this.#parts.sites.get(site);
    const file = this.#parts.mediaFiles.get(site, id);
    const { uses, total } = this.#parts.mediaUses.of(site, id, publishedChange(this.#parts, site));
    const earlier = this.#parts.mediaFiles
      .earlier(site, id)
      .map(({ id: digest, path, type, name, bytes }) => ({ id: digest, path, type, name, bytes }));
    const formerPaths = this.#parts.formerPaths.of(site, [id]).get(id) ?? [];
    return { ...file, used: total, uses, formerPaths, earlier };
  }

  kinds(site: string): MediaKind[] {
    return kindsOf(this.#parts.plugins.forSite(site).resolution.active);
  }
}

export const tooLate = (): Refusal =>
  new Refusal("CONFLICT", { conflict: "upload_timed_out", reason: "The upload took too long. Send the file again." });
