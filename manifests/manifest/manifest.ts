/**
 * The shape of a manifest, from which the JSON Schema for editors and the types for authors are generated. It checks
 * one member at a time. Rules that compare members are in `rules/`, so only `readManifest` gives a checked manifest.
 */
import * as z from "zod/mini";
import { capabilitiesShape } from "../capabilities/capabilities.ts";
import { fileListShape, metadataListShape } from "./document.ts";
import { actionsShape } from "./action.ts";
import { assetsShape } from "./asset.ts";
import { framesShape } from "./frame.ts";
import { limitsShape, migrationsShape, routesShape } from "./executable.ts";
import { formsShape, mediaListShape } from "./form.ts";
import { mcpShape } from "../agents/mcp.ts";
import { hooksShape } from "./hook.ts";
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
  rangeShape,
  titled,
  versionShape,
} from "../shapes/shape.ts";
import { themesShape } from "./theme.ts";

const DIGEST_SAYS = "sha256- and 43 characters of base64url";
const digestShape = z.string().check(z.regex(/^sha256-[A-Za-z0-9_-]{43}$/, DIGEST_SAYS));

const contributesShape = exactly({
  sections: optional(sectionsShape, "Sections", "Types of sections pages are made of."),
  themes: optional(themesShape, "Themes", "Looks of a whole site."),
  metadata: optional(metadataListShape, "Metadata", "Fragments of every page's <head>."),
  files: optional(fileListShape, "Files", "Files the site serves beside its pages."),
  assets: optional(assetsShape, "Assets", "Fonts, pictures and icons of its sections and themes."),
  frames: optional(framesShape, "Frames", "Interactive parts of sections, shown in a frame apart from the page."),
  forms: optional(formsShape, "Forms", "Forms visitors can send."),
  media: optional(mediaListShape, "Media", "Kinds of uploads the site takes."),
  mcp: optional(mcpShape, "MCP", "Tools, resources and prompts for agents."),
  hooks: optional(hooksShape, "Hooks", "Executable plugins only: moments it is called at."),
  routes: optional(routesShape, "Routes", "Executable plugins only: JSON addresses it answers."),
  actions: optional(
    actionsShape,
    "Actions",
    "Executable plugins only: proposals that members ask it for in the editor.",
  ),
  provides: optional(pointsShape, "Provides", "Lists other plugins may add data to."),
  extends: optional(additionsShape, "Extends", "Data it adds to lists of other plugins."),
  settings: optional(jsonSchemaShape, "Settings", "JSON Schema of what an owner sets for this plugin."),
});

export const manifestShape = exactly({
  manifestVersion: titled(z.literal(1), "Manifest version", "Version of this format."),
  id: titled(pluginIdShape, "Id", "publisher.name. It never changes."),
  version: titled(versionShape, "Version", "Semantic version of the plugin."),
  name: titled(labelShape, "Name", "The name that people see for the plugin."),
  description: optional(explanationShape, "Description", "One or two sentences about the plugin."),
  license: optional(labelShape, "License", "SPDX expression of its licence, such as MIT. Owners read it."),
  kind: titled(
    z.enum(["declarative", "executable"]),
    "Kind",
    "declarative: schemas, templates and CSS only. executable: also code, which runs in a sandbox.",
  ),
  engine: titled(rangeShape, "Engine", "Versions of the engine it works with."),
  requires: optional(
    z.record(pluginIdShape, rangeShape),
    "Requires",
    "Plugins it needs, each with a range of versions.",
  ),
  contributes: titled(contributesShape, "Contributes", "Contributions of the plugin, by contribution point."),
  capabilities: optional(
    capabilitiesShape,
    "Capabilities",
    "The capabilities that an owner must grant. Without code: browser alone.",
  ),
  limits: optional(limitsShape, "Limits", "Executable plugins only: how much one call may use."),
  migrate: optional(
    migrationsShape,
    "Migrate",
    "Executable plugins only: data of earlier versions that its code brings over at an update.",
  ),
  main: z.exactOptional(fileOf("Main", "Executable plugins only: the module that is run.")),
  files: optional(z.record(filePathShape, digestShape), "Files", "Digest of every file. Written by packing."),
});

export type Manifest = z.infer<typeof manifestShape>;
export type Contributes = z.infer<typeof contributesShape>;
