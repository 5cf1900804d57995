/** The content types that a site's owner made, at a moment, as an active plugin of the site. */
import { MOMENTS_OF_TYPES_KEPT } from "../../../manifests/bounds/documents.ts";
import { ENGINE_VERSION } from "../../../manifests/manifest/engine.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { ownPlugin } from "../../../manifests/ownTypes/asPlugin.ts";
import { OWNER } from "../../../manifests/shapes/owner.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { type Documents, ONLY } from "../../documents/documents.ts";
import { LATEST_CHANGE } from "../../documents/content/forever.ts";

const DOCUMENT = { kind: "types", id: ONLY } as const;

export class OwnContentTypes {
  readonly #documents: Documents;
  readonly #made = new BoundedMap<string, ActivePlugin>(MOMENTS_OF_TYPES_KEPT);

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The types at a moment of the change counter. Default: the draft's. Undefined if nobody has made a type by then. */
  at(site: string, change = LATEST_CHANGE): ActivePlugin | undefined {
    const stamp = this.#documents.stampAt(site, DOCUMENT, change);
    if (stamp === undefined) return undefined;
    const key = JSON.stringify([site, stamp]);
    return this.#made.get(key) ?? this.#make(site, change, stamp, key);
  }

  #make(site: string, change: number, stamp: string, key: string): ActivePlugin {
    const { body } = this.#documents.only(site, DOCUMENT.kind, change);
    const plugin = ownPlugin(body, `types ${stamp}`);
    const made = { id: OWNER, version: ENGINE_VERSION, plugin, grant: null };
    this.#made.set(key, made);
    return made;
  }
}
