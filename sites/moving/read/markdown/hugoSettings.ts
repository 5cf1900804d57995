/** The settings of a Hugo site that has a folder of them: each file is a part of the whole, by its name. */
import type { Folder } from "../../tree/folder.ts";
import { type Data, settingsIn } from "./frontMatter.ts";
import { record } from "./hugoLanguages.ts";

const FILE = /^config\/_default\/([a-z]+)(?:\.([a-z]{2,3}(?:-[a-z0-9]+)*))?\.(?:toml|ya?ml|json)$/i;

/** The whole settings themselves. */
const ROOTS = new Set(["hugo", "config"]);

/** The members of the settings that a file holds. */
function membersOf(name: string, language: string | undefined, data: Data): Data {
  if (language === undefined) return ROOTS.has(name) ? data : { [name]: data };
  return { languages: { [language]: name === "languages" ? data : { [name]: data } } };
}

/** Records are joined member by member, and any other value of a later file counts. */
function joined(one: Data, other: Data): Data {
  const both = Object.entries(other).map(([name, value]): [string, unknown] => {
    const known = Object.hasOwn(one, name) ? one[name] : undefined;
    const areRecords = Object.keys(record(known)).length > 0 && Object.keys(record(value)).length > 0;
    return [name, areRecords ? joined(record(known), record(value)) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

export async function hugoSettings(folder: Folder, settings: Data): Promise<Data> {
  let all = settings;
  for (const path of folder.paths) {
    const [file, name = "", language] = FILE.exec(path) ?? [];
    if (file === undefined) continue;
    const data = settingsIn(path, await folder.text(path));
    all = joined(all, membersOf(name.toLowerCase(), language?.toLowerCase(), data));
  }
  return all;
}
