/** Every file that a manifest names, with the naming member's pointer and the file's use. */
import { ASSET_ENDINGS } from "../assets/kinds.ts";
import type { FrameUse } from "./frameCheck.ts";
import { drawnTypes } from "../manifest/contentType.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { TemplateKind } from "../templates/templateCheck.ts";

export interface FileReference {
  readonly pointer: string;
  readonly path: string;
  readonly use: TemplateKind | "sectionStyle" | "themeStyle" | "asset" | FrameUse | "main";
  /** Origins that a section's template may embed. */
  readonly frames: readonly string[];
}

type Use = FileReference["use"];

const reference = (
  pointer: string,
  path: string | undefined,
  use: Use,
  frames: readonly string[] = [],
): FileReference[] => (path === undefined ? [] : [{ pointer, path, use, frames }]);

const fileUse = (type: string): Use =>
  type.includes("xml") ? "xml" : type.startsWith("text/markdown") ? "markdown" : "text";

const sectionReferences = ({ contributes }: Manifest): FileReference[] =>
  drawnTypes(contributes).flatMap(({ pointer: at, item: section }) => [
    ...reference(`${at}/template`, section.template, "section", section.frames),
    ...reference(`${at}/markdown`, section.markdown, "markdown"),
    ...reference(`${at}/css`, section.css, "sectionStyle"),
  ]);

function themeReferences({ contributes }: Manifest): FileReference[] {
  return (contributes.themes ?? []).flatMap((theme, index) => [
    ...reference(`/contributes/themes/${index}/layout`, theme.layout, "layout"),
    ...reference(`/contributes/themes/${index}/css`, theme.css, "themeStyle"),
  ]);
}

function siteReferences({ contributes }: Manifest): FileReference[] {
  return [
    ...(contributes.metadata ?? []).flatMap(({ template }, index) =>
      reference(`/contributes/metadata/${index}/template`, template, "metadata"),
    ),
    ...(contributes.files ?? []).flatMap(({ template, type }, index) =>
      reference(`/contributes/files/${index}/template`, template, fileUse(type)),
    ),
  ];
}

const directiveReferences = ({ contributes: { inline = [] } }: Manifest): FileReference[] =>
  inline.flatMap(({ template, markdown, css, frames }, index) => [
    ...reference(`/contributes/inline/${index}/template`, template, "section", frames),
    ...reference(`/contributes/inline/${index}/markdown`, markdown, "markdown"),
    ...reference(`/contributes/inline/${index}/css`, css, "sectionStyle"),
  ]);

const frameReferences = ({ contributes: { frames = [] } }: Manifest): FileReference[] =>
  frames.flatMap(({ html, css, script }, index) => [
    ...reference(`/contributes/frames/${index}/html`, html, "frameHtml"),
    ...reference(`/contributes/frames/${index}/css`, css, "frameStyle"),
    ...reference(`/contributes/frames/${index}/script`, script, "frameScript"),
  ]);

const assetReferences = ({ contributes: { assets = [] } }: Manifest): FileReference[] =>
  assets.flatMap(({ file }, index) => reference(`/contributes/assets/${index}/file`, file, "asset"));

const letterReferences = ({ contributes: { letters = [] } }: Manifest): FileReference[] =>
  letters.flatMap(({ text, html }, index) => [
    ...reference(`/contributes/letters/${index}/text`, text, "text"),
    ...reference(`/contributes/letters/${index}/html`, html, "letter"),
  ]);

function mcpReferences({ contributes: { mcp = {} } }: Manifest): FileReference[] {
  return (["tools", "resources", "prompts"] as const).flatMap((kind) =>
    (mcp[kind] ?? []).flatMap(({ template }, index) =>
      reference(`/contributes/mcp/${kind}/${index}/template`, template, "markdown"),
    ),
  );
}

export const fileReferences = (manifest: Manifest): FileReference[] => [
  ...sectionReferences(manifest),
  ...directiveReferences(manifest),
  ...themeReferences(manifest),
  ...siteReferences(manifest),
  ...assetReferences(manifest),
  ...frameReferences(manifest),
  ...mcpReferences(manifest),
  ...letterReferences(manifest),
  ...reference("/main", manifest.main, "main"),
];

export const ENDINGS: Readonly<Record<Use, readonly string[]>> = {
  section: [".liquid"],
  layout: [".liquid"],
  metadata: [".liquid"],
  markdown: [".liquid"],
  xml: [".liquid"],
  text: [".liquid"],
  letter: [".liquid"],
  sectionStyle: [".css"],
  themeStyle: [".css"],
  asset: ASSET_ENDINGS,
  frameHtml: [".html"],
  frameStyle: [".css"],
  frameScript: [".js"],
  main: [".js"],
};
