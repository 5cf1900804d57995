/** The values that fill in a new plugin's files. */
export interface NewPlugin {
  readonly id: string;
  /**
   * Paths from the new folder, for the author's editor: the manifest's schema, the test kit's module and the test
   * runner.
   */
  readonly schema: string;
  readonly kit: string;
  readonly vitest: string;
}

export type ScaffoldFiles = Readonly<Record<string, string>>;

export const pluginTitle = (id: string): string => {
  const words = id.slice(id.indexOf(".") + 1).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const head = ({ id, schema }: NewPlugin, kind: string): string => `{
  "$schema": ${JSON.stringify(schema)}, // for completion in your editor; dropped when packed
  "manifestVersion": 1,
  "id": ${JSON.stringify(id)},
  "version": "0.1.0",
  "name": ${JSON.stringify(pluginTitle(id))},
  "kind": ${JSON.stringify(kind)},
  "engine": "^1.0.0",`;
