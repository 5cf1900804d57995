/** Builds the extension of VS Code for authors: one script and its manifest, packed as a file that VS Code installs. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { zipped } from "./zipped.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = "sites/cli/editors";

/** The file that `npm run build` leaves. */
export const VSCODE_EXTENSION = join(ROOT, ".build/vscode/drawbridge-plugins.vsix");

interface ExtensionManifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
}

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="json" ContentType="application/json"/><Default Extension="js" ContentType="application/javascript"/><Default Extension="txt" ContentType="text/plain"/><Default Extension="vsixmanifest" ContentType="text/xml"/></Types>
`;

/** The description in which VS Code finds the extension's own manifest. */
const packageManifest = (
  { name, displayName, description, publisher, engines }: ExtensionManifest,
  version: string,
): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata><Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/><DisplayName>${displayName}</DisplayName><Description xml:space="preserve">${description}</Description>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties></Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>
<Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
`;

async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, SOURCES, "vscodeExtension.ts")],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}

/** The extension's files by their names in the package. Its version is the release's. */
async function extensionFiles(version: string): Promise<Readonly<Record<string, string>>> {
  const manifest = JSON.parse(readFileSync(join(ROOT, SOURCES, "vscode.package.json"), "utf8")) as ExtensionManifest;
  return {
    "[Content_Types].xml": TYPES,
    "extension.vsixmanifest": packageManifest(manifest, version),
    "extension/package.json": `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`,
    "extension/extension.js": await script(),
    "extension/LICENSE.txt": readFileSync(join(ROOT, "LICENSE"), "utf8"),
  };
}

export async function buildVscodeExtension(target: string, version: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, zipped(await extensionFiles(version)));
}
