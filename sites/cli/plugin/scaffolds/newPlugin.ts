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

const nameIn = (id: string): string => id.slice(id.indexOf(".") + 1);

function titleOf(id: string): string {
  const words = nameIn(id).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value of each placeholder in the files of a scaffold. */
const valuesOf = (plugin: NewPlugin): ReadonlyMap<string, string> =>
  new Map(Object.entries({ ...plugin, name: nameIn(plugin.id), title: titleOf(plugin.id) }));

/** A placeholder has no spaces, unlike the outputs of Liquid. */
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** A placeholder stands in a string of JSON or JavaScript, or in text, which ids and titles leave as it is. */
const inString = (value: string): string => JSON.stringify(value).slice(1, -1);

export function filledIn(text: string, plugin: NewPlugin): string {
  const values = valuesOf(plugin);
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${placeholder} is no value of a new plugin`);
    return inString(value);
  });
}
