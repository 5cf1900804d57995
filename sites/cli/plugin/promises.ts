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

import type { UnplacedIssue } from "../files/locatedIssue.ts";
import type { AllowableCheck } from "./findings/checks.ts";

type Files = Readonly<Record<string, string>>;

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

/** The settings as a template reads them. */
const READS_SETTINGS = /\{[{%][^{}]*\bsettings\b/;

/** Refuses settings that nothing in a plugin without code reads: no template, no letter and no list of addresses. */
function settingsIssues({ kind, contributes, capabilities }: Manifest, files: Files): Issue[] {
  if (kind === "executable" || contributes.settings === undefined) return [];
  const isRead =
    Object.values(files).some((text) => READS_SETTINGS.test(text)) ||
    (contributes.letters ?? []).some(({ when }) => when !== undefined) ||
    capabilities?.mail?.addressesFrom !== undefined;
  if (isRead) return [];
  const found = "settings that no template of this plugin without code reads";
  return [
    { pointer: "/contributes/settings", found, allowed: 'a template with {{ settings.… }}, or the kind "executable"' },
  ];
}

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

const allowableBy = (check: AllowableCheck, issues: readonly Issue[]): UnplacedIssue[] =>
  issues.map((issue) => ({ ...issue, check }));

export const promiseIssues = (manifest: Manifest, files: Files): UnplacedIssue[] => [
  ...engineIssues(manifest),
  ...allowableBy("unread-settings", settingsIssues(manifest, files)),
  ...allowableBy("contrast", contrastIssues(manifest)),
];
