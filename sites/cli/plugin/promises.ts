/**
 * Checks the manifest for claims that this release cannot keep, such as its range of engines and the contrast of its
 * themes.
 */
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { encodePointer, quote, valueAt } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Version } from "../../../manifests/shapes/version.ts";
import { inRange, type VersionRange } from "../../../manifests/shapes/versionRange.ts";
import { ENGINE_VERSION } from "../../../manifests/manifest/engine.ts";
import { contrastOf, writtenColor } from "../../editor/looks/contrast.ts";

/** The contrast that docs/plugins/templates.md promises to sections (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5;
const PAIRS = [
  ["text", "background"],
  ["muted", "background"],
  ["accent", "background"],
  ["text", "surface"],
  ["muted", "surface"],
  ["on-accent", "accent"],
] as const;

const engineIssues = ({ engine }: Manifest): Issue[] =>
  inRange(ENGINE_VERSION as Version, engine as VersionRange)
    ? []
    : [
        {
          pointer: "/engine",
          found: quote(engine),
          allowed: `a range that includes ${ENGINE_VERSION}, the engine of this release`,
        },
      ];

/** Refuses settings in a plugin without code, because only code reads them. */
const settingsIssues = ({ kind, contributes }: Manifest): Issue[] =>
  kind === "executable" || contributes.settings === undefined
    ? []
    : [
        {
          pointer: "/contributes/settings",
          found: "settings in a plugin without code, which cannot read them",
          allowed: 'settings in a plugin of kind "executable"',
        },
      ];

function contrastIssues({ contributes: { themes = [] } }: Manifest): Issue[] {
  return themes.flatMap(({ tokens }, index) =>
    (["light", "dark"] as const).flatMap((scheme) =>
      PAIRS.flatMap(([over, under]) => {
        const colour = (name: string): string => String(valueAt(tokens[scheme], ["properties", name, "default"]) ?? "");
        const contrast = contrastOf(colour(over), colour(under));
        if (contrast === undefined || contrast >= CONTRAST) return [];
        return [
          {
            pointer: encodePointer(["contributes", "themes", index, "tokens", scheme, "properties", over, "default"]),
            found: `${colour(over)} on ${under} ${colour(under)}, a contrast of ${writtenColor(contrast)}`,
            allowed: `at least ${CONTRAST}`,
          },
        ];
      }),
    ),
  );
}

export const promiseIssues = (manifest: Manifest): Issue[] => [
  ...engineIssues(manifest),
  ...settingsIssues(manifest),
  ...contrastIssues(manifest),
];
