/** The place of a secret: tenant, site, plugin, and the setting's name. */
export type SealPlace = readonly [tenant: string, site: string, plugin: string, name: string];

/**
 * Encrypts secrets at rest. A secret sealed for one place opens only there, so a row copied to another plugin, site or
 * tenant is useless.
 */
export interface Sealing {
  seal(place: SealPlace, secret: string): Promise<string>;
  /** Decrypts a secret. Undefined if it was sealed for another place or with another key, or was changed. */
  open(place: SealPlace, sealed: string): Promise<string | undefined>;
  /** Tells whether the current key sealed the secret. */
  isCurrent(sealed: string): Promise<boolean>;
  /** A keyed digest. Without the key it cannot be used to test guesses. */
  fingerprint(text: string): Promise<string>;
}
