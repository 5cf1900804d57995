/** Joins what a script needs at once. esbuild gives each set of parts that share code a file, most of them tiny. */
import { basename } from "node:path";
import type { Metafile } from "esbuild";
import type { OutputChunk, Plugin } from "rolldown";
import type { Built } from "./writeBuilt.ts";

/** The files of a bundle, and what esbuild says of them. */
export interface SplitBundle {
  readonly files: readonly Built[];
  readonly metafile: Metafile;
}

/** Returns the entry and everything it imports statically. */
export function staticImportsOf({ outputs }: Metafile, entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === "import-statement") visit(next);
  };
  visit(entry);
  return new Set([...seen].map((path) => basename(path)));
}

/** Reads the files from memory, each under its own name. */
const fromMemory = (files: readonly Built[]): Plugin => ({
  name: "from-memory",
  resolveId: (id) => ({ id: basename(id) }),
  load: (id) => files.flatMap(({ name, bytes }) => (name === id ? [Buffer.from(bytes).toString()] : []))[0],
});

/** A name without the digest that esbuild gave it. */
const plain = (name: string): string => name.replace(/-[A-Z0-9]{8}(?:\.js)?$/, "");

interface Joining {
  /** The path of the entry among esbuild's files. */
  readonly entry: string;
  readonly target: string[];
  /** Sources that the entry awaits before it runs. What they import stays apart: a file cannot await one that waits for it. */
  readonly awaited: RegExp;
}

/** Writes the scripts again, about 3 % smaller than esbuild makes them, and what the entry imports as one file. */
export async function joinedFiles(
  { files, metafile }: SplitBundle,
  { entry, target, awaited }: Joining,
): Promise<SplitBundle> {
  const { rolldown } = await import("rolldown");
  const folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  const atOnce = staticImportsOf(metafile, entry);
  atOnce.delete(basename(entry));
  const apart = new Set(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint = "" }]) =>
      awaited.test(entryPoint) ? [...staticImportsOf(metafile, path)].filter((name) => name !== basename(path)) : [],
    ),
  );
  const scripts = files.filter(({ name }) => name.endsWith(".js"));
  const entries = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint !== undefined && scripts.some(({ name }) => name === basename(path)) ? [basename(path)] : [],
  );
  const openedLater = new Set(
    Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? [basename(path)] : [])),
    ),
  );
  await using bundled = await rolldown({
    input: Object.fromEntries(entries.filter((name) => !openedLater.has(name)).map((name) => [plain(name), name])),
    plugins: [fromMemory(scripts)],
    preserveEntrySignatures: "allow-extension",
    platform: "browser",
    treeshake: false,
    logLevel: "warn",
  });
  const { output } = await bundled.generate({
    format: "esm",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `${plain(name)}-[hash].js`,
    codeSplitting: {
      groups: [
        { name: "awaited", test: (id) => apart.has(id), priority: 1 },
        { name: "atOnce", test: (id) => atOnce.has(id) },
      ],
    },
    minify: { compress: { target }, mangle: { toplevel: true }, codegen: { removeWhitespace: true } },
    comments: { legal: false },
  });
  const chunks = output.filter((one): one is OutputChunk => one.type === "chunk");
  const outputs = chunks.map((chunk) => [`${folder}${chunk.fileName}`, describedBy(chunk, folder, metafile)] as const);
  return {
    files: [
      ...files.filter(({ name }) => !name.endsWith(".js")),
      ...chunks.map(({ fileName, code }) => ({ name: fileName, bytes: Buffer.from(code) })),
    ],
    metafile: { inputs: metafile.inputs, outputs: Object.fromEntries(outputs) },
  };
}

function describedBy(chunk: OutputChunk, folder: string, { outputs }: Metafile): Metafile["outputs"][string] {
  const parts = chunk.moduleIds.flatMap((id) => outputs[`${folder}${id}`] ?? []);
  const { entryPoint, cssBundle } = outputs[`${folder}${chunk.facadeModuleId}`] ?? {};
  const to = (kind: "import-statement" | "dynamic-import") => (name: string) => ({ path: `${folder}${name}`, kind });
  return {
    bytes: chunk.code.length,
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)) as Metafile["outputs"][string]["inputs"],
    imports: [...chunk.imports.map(to("import-statement")), ...chunk.dynamicImports.map(to("dynamic-import"))],
    exports: chunk.exports,
    ...(entryPoint !== undefined && { entryPoint }),
    ...(cssBundle !== undefined && { cssBundle }),
  };
}
