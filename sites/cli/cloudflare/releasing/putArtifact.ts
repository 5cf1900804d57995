/** Uploads the release artifact, and reads it back to verify it. */
import { sha256 } from "../../files/sha256.ts";
import { ARTIFACT_MAX_BYTES } from "../../../../manifests/bounds/hosting.ts";
import { type Result, accepted, refused } from "../../../../manifests/result.ts";
import type { ProviderClient } from "../../../platform/provider/client.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { newObject, objectPath } from "../../../platform/provider/objects.ts";
import { artifactKey } from "../../../platform/tenants/artifacts.ts";

export interface ReleaseBucket {
  readonly provider: ProviderClient;
  readonly account: string;
  readonly bucket: string;
}

export interface ReleasedArtifact {
  readonly release: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly key: string;
  /** True if the bucket had it already. */
  readonly wasThere: boolean;
}

/** The reason why an upload failed: the provider's fault, or other content at the artifact's key. */
export type ReleaseFault = ProviderFault | { readonly says: string };

/** Stores an artifact under its release and digest. An existing one is compared and not written again. */
export async function putArtifact(
  { provider, account, bucket }: ReleaseBucket,
  release: string,
  module: Uint8Array,
): Promise<Result<ReleasedArtifact, ReleaseFault>> {
  const digest = sha256(module);
  const key = artifactKey(release, digest);
  const look = () => provider.bytes(objectPath(account, bucket, key), ARTIFACT_MAX_BYTES);
  const before = await look();
  if (!before.ok && before.error.kind !== "absent") return before;
  if (!before.ok) {
    const put = await provider.ask(newObject(account, bucket, key, module));
    if (!put.ok) return put;
  }
  const after = before.ok ? before : await look();
  if (!after.ok) return after;
  if (sha256(after.value) !== digest) return refused({ says: "the bucket has other bytes under this digest" });
  return accepted({ release, sha256: digest, bytes: module.length, key, wasThere: before.ok });
}
