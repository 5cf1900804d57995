/**
 * The shape of a manifest, from which the JSON Schema for editors and the types for authors are generated. It checks
 * one member at a time. Rules that compare members are in `rules/`, so only `readManifest` gives a checked manifest.
 */
import * as z from "zod/mini";
import { capabilitiesShape } from "../capabilities/capabilities.ts";
import { fileListShape, metadataListShape } from "./document.ts";
import { actionsShape } from "./action.ts";
import { assetsShape } from "./asset.ts";
import { contentTypesShape } from "./contentType.ts";
import { directivesShape } from "./directive.ts";
import { framesShape } from "./frame.ts";
import { importsShape } from "./importing.ts";
import { limitsShape, migrationsShape, routesShape } from "./executable.ts";
import { formsShape, mediaListShape } from "./form.ts";
import { mcpShape } from "../agents/mcp.ts";
import { memberPagesShape } from "./memberPage.ts";
import { hooksShape } from "./hook.ts";
import { lettersShape } from "./letter.ts";
import { additionsShape, pointsShape } from "./point.ts";
import { sectionsShape } from "./section.ts";
import {
  exactly,
  explanationShape,
  fileOf,
  filePathShape,
  jsonSchemaShape,
  labelShape,
  optional,
  pluginIdShape,
  titled,
  versionShape,
} from "../shapes/shape.ts";
import { rangeShape } from "../shapes/versionRange.ts";
import { themesShape } from "./theme.ts";

const DIGEST_SAYS = "sha256- and 43 characters of base64url";
const digestShape = z.string().check(z.regex(/^sha256-[A-Za-z0-9_-]{43}$/, DIGEST_SAYS));

export const contributesShape = exactly({
  sections: optional(sectionsShape, "Sections", "Section types for pages."),
  contentTypes: optional(contentTypesShape, "Content types", "Types of entries: pages with fields of their own."),
  inline: optional(directivesShape, "Inline", "Directives: marks and blocks in formatted texts."),
  themes: optional(themesShape, "Themes", "Themes for the whole site."),
  metadata: optional(metadataListShape, "Metadata", "Fragments of every page's <head>."),
  files: optional(fileListShape, "Files", "Files that the site serves besides its pages."),
  assets: optional(assetsShape, "Assets", "Fonts, pictures and icons for the plugin's sections and themes."),
  frames: optional(framesShape, "Frames", "Interactive parts of sections, shown in a frame apart from the page."),
  forms: optional(formsShape, "Forms", "Forms that visitors can submit."),
  media: optional(mediaListShape, "Media", "Kinds of files that the site accepts as uploads."),
  imports: optional(
    importsShape,
    "Imports",
    "Rows for imports: the sections or texts that shortcodes, tags and blocks of other software become.",
  ),
  mcp: optional(mcpShape, "MCP", "Tools, resources and prompts for agents."),
  hooks: optional(hooksShape, "Hooks", "Executable plugins only: events at which the plugin is called."),
  letters: optional(lettersShape, "Letters", "Letters that the plugin sends, with the capability mail."),
  routes: optional(routesShape, "Routes", "Executable plugins only: JSON routes that the plugin answers."),
  actions: optional(
    actionsShape,
    "Actions",
    "Executable plugins only: actions that propose changes to members in the editor.",
  ),
  pages: optional(memberPagesShape, "Pages", "Executable plugins only: pages for members in the editor."),
  provides: optional(pointsShape, "Provides", "Lists that other plugins may add data to."),
  extends: optional(additionsShape, "Extends", "Data that the plugin adds to lists of other plugins."),
  settings: optional(jsonSchemaShape, "Settings", "JSON Schema of the settings that an owner makes for this plugin."),
});

export const manifestShape = exactly({
  manifestVersion: titled(z.literal(1), "Manifest version", "Version of this format."),
  id: titled(pluginIdShape, "Id", "Id of the plugin, as publisher.name. It never changes."),
  version: titled(versionShape, "Version", "Semantic version of the plugin."),
  name: titled(labelShape, "Name", "The name that people see for the plugin."),
  description: optional(explanationShape, "Description", "One or two sentences about the plugin."),
  license: optional(
    labelShape,
    "License",
    "SPDX expression of the plugin's licence, such as MIT. It is shown to owners.",
  ),
  kind: titled(
    z.enum(["declarative", "executable"]),
    "Kind",
    "declarative: schemas, templates and CSS only. executable: also has code, which runs in a sandbox.",
  ),
  engine: titled(rangeShape, "Engine", "Range of engine versions that the plugin works with."),
  requires: optional(
    z.record(pluginIdShape, rangeShape),
    "Requires",
    "Plugins that this plugin needs, each with a range of versions.",
  ),
  contributes: titled(contributesShape, "Contributes", "Contributions of the plugin, by contribution point."),
  capabilities: optional(
    capabilitiesShape,
    "Capabilities",
    "The capabilities that an owner must grant. A plugin without code can only have browser, mail and forms.",
  ),
  limits: optional(limitsShape, "Limits", "Executable plugins only: limits of one call."),
  migrate: optional(
    migrationsShape,
    "Migrate",
    "Executable plugins only: data of earlier versions that the plugin's code migrates at an update.",
  ),
  main: z.exactOptional(fileOf("Main", "Executable plugins only: path of the main module.")),
  files: optional(z.record(filePathShape, digestShape), "Files", "Digest of every file. svc plugin pack writes it."),
});

export type Manifest = z.infer<typeof manifestShape>;
export type Contributes = z.infer<typeof contributesShape>;
