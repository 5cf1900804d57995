import { hexOf } from "../../../../manifests/bytes/hex.ts";
import { artifactKey } from "../../../platform/tenants/artifacts.ts";
import { ARTIFACT_MAX_BYTES } from "../../../../manifests/bounds/hosting.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { stopped } from "./stopped.ts";

/** The code of all tenants of a release: one module. */
export interface ReleaseArtifact {
  readonly release: string;
  readonly sha256: string;
  readonly module: Uint8Array<ArrayBuffer>;
}

/** Reads an artifact and verifies its digest, so a changed bucket cannot change the code. */
export async function trustedArtifact(
  { releases }: Hosting,
  release: string,
  sha256: string,
): Promise<ReleaseArtifact> {
  const found = await releases.get(artifactKey(release, sha256));
  if (!found) throw stopped("artifact", "no artifact of this release and digest", "an artifact in the release bucket");
  if (found.size > ARTIFACT_MAX_BYTES) {
    await found.body.cancel();
    throw stopped("artifact", `${found.size} bytes`, `at most ${ARTIFACT_MAX_BYTES} bytes`);
  }
  const module = await found.bytes();
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", module)));
  if (digest !== sha256) throw stopped("artifact", "bytes of another digest", "the bytes of this digest");
  return { release, sha256, module: module as Uint8Array<ArrayBuffer> };
}
