/** Whose secret something is: tenant, site and plugin, and then the name of the value. */
export type SealPlace = readonly [tenant: string, site: string, plugin: string, name: string];

/**
 * Keeps secrets at rest. What was sealed for one place opens there and nowhere else: a row that is copied to another
 * plugin, site or tenant is of no use to it.
 */
export interface Sealing {
  seal(place: SealPlace, secret: string): Promise<string>;
  /** Nothing when it was sealed for another place, with another key, or was changed. */
  open(place: SealPlace, sealed: string): Promise<string | undefined>;
  /** Whether it was sealed with the secret in use, and not with one before. */
  isCurrent(sealed: string): Promise<boolean>;
  /** A digest that says nothing to those who do not have the key, however few secrets there are to guess from. */
  fingerprint(text: string): Promise<string>;
}
