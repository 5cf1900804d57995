/** The names of what a call has read of its plugin's storage: all of it, or a part, each with the state that it had. */

const STORAGE = "storage:";

/** A dependency on all of a plugin's storage. */
export const storageDependency = (plugin: string, revision: number): string => `${STORAGE}${plugin}@${revision}`;

/** A dependency on a part of a plugin's storage. No key has the characters that join the names. */
export const storagePartDependency = (plugin: string, part: string, state: string): string =>
  `${STORAGE}${plugin}/${part}@${state}`;

export interface StoredRead {
  readonly plugin: string;
  /** The part that was read. Undefined for all of the storage, whose state is its revision. */
  readonly part: string | undefined;
  readonly state: string;
}

const READ = /^storage:([^/@]+)(?:\/([^/@]+))?@([^/@]+)$/;

export function storageOfDependency(dependency: string): StoredRead | undefined {
  const [, plugin, part, state] = READ.exec(dependency) ?? [];
  return plugin === undefined || state === undefined ? undefined : { plugin, part, state };
}
