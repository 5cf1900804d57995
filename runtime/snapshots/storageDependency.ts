const STORAGE = "storage:";
/** A dependency on a revision of a plugin's storage. */
export const storageDependency = (plugin: string, revision: number): string => `${STORAGE}${plugin}@${revision}`;
export function storageOfDependency(dependency: string): { plugin: string; revision: number } | undefined {
  const [plugin, revision] = dependency.startsWith(STORAGE) ? dependency.slice(STORAGE.length).split("@") : [];
  return plugin === undefined || revision === undefined ? undefined : { plugin, revision: Number(revision) };
}
