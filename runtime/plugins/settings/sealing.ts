/** The owner of a secret: tenant, site and plugin, then the name of the value. */
export type SealPlace = readonly [tenant: string, site: string, plugin: string, name: string];

/**
 * Keeps secrets at rest. A secret sealed for one place opens there and nowhere else. A row copied to another plugin,
 * site or tenant is therefore useless there.
 */
export interface Sealing {
  seal(place: SealPlace, secret: string): Promise<string>;
  /** Opens a secret; undefined if it was sealed for another place or with another key, or was changed. */
  open(place: SealPlace, sealed: string): Promise<string | undefined>;
  /** Tells whether the key in use sealed the secret, and not an earlier key. */
  isCurrent(sealed: string): Promise<boolean>;
  /** Computes a keyed digest. Without the key it reveals nothing, even if there are few secrets to guess from. */
  fingerprint(text: string): Promise<string>;
}
