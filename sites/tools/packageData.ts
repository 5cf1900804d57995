/** The files beside compiled code that the installed package needs. Every other file stays out of it. */
const DATA: readonly RegExp[] = [
  /^manifests\/plugin\.schema\.json$/,
  /^manifests\/css\/(?:bases\/\d+\/\w+|controls\/\d+)\.css$/,
  /^migrations\/\d{4}_\w+\.sql$/,
  /^plugins\/[\w-]+\/(?:plugin\.jsonc|main\.js|(?:locales|labels)\/[\w-]+\.json)$/,
  /^plugins\/[\w-]+\/(?:[\w-]+\/)?[\w.-]+\.(?:liquid|css)$/,
  /^sandbox\/wrangler\.jsonc$/,
  /^sites\/(?:[\w-]+\/)+wrangler\.jsonc$/,
  /^sites\/cli\/plugin\/scaffolds\/files\/(?:[\w-]+\/){1,2}[\w-]+(?:\.md|\.test)?\.(?:css|html|js|jsonc?|liquid|md|ts)$/,
  /^sites\/cli\/(?:cloudflare\/descriptor\/descriptor|directory\/svc)\.schema\.json$/,
  /^sites\/demo\/(?:themes\.json|\w+\/(?:site\.json|(?:pages|entries)\/[\w-]+\.json|articles\/[\w-]+\.md))$/,
  /^sites\/demo\/media\/\w+\/[\w-]+\.webp$/,
  /^sites\/starters\/(?:sites|shared)\/\w+\.json$/,
  /^sites\/starters\/(?:media|previews)\/[\w-]+\.webp$/,
  /^sites\/machine\/service\/(?:Containerfile|drawbridge\.service)$/,
  /^sites\/workers\/rehearsal\/rehearsal\.jsonc$/,
];

/** The folders that have such files. */
export const DATA_FOLDERS: readonly string[] = ["manifests", "sandbox", "sites", "plugins", "migrations"];

/** Tells whether a file is part of the package as it is. The path begins at the project's folder and has `/`. */
export const isPackageData = (path: string): boolean => DATA.some((place) => place.test(path));
