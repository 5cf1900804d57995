/** Rules about frames: a section shows a declared frame, and the manifest asks for the capability to run one. */
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";

function unknown({ contributes: { sections = [], frames = [] } }: Manifest): Issue[] {
  const names = new Set(frames.map(({ name }) => name));
  return sections.flatMap(({ frame }, index) =>
    frame === undefined || names.has(frame)
      ? []
      : [{ pointer: `/contributes/sections/${index}/frame`, found: quote(frame), allowed: "the name of a frame" }],
  );
}

function grants({ contributes: { frames = [] }, capabilities }: Manifest): Issue[] {
  const asks = capabilities?.browser !== undefined;
  if (asks === frames.length > 0) return [];
  return [
    asks
      ? { pointer: "/capabilities/browser", found: "no frame", allowed: "this capability only in a plugin with frames" }
      : {
          pointer: "/capabilities/browser",
          found: "nothing",
          allowed: "browser, because frames run in visitors' browsers",
        },
  ];
}

export const frameIssues = (manifest: Manifest): Issue[] => [...unknown(manifest), ...grants(manifest)];
