/** The place of a release's code in the release bucket. Release and digest are the key, so no other word names them. */
export const artifactKey = (release: string, sha256: string): string => `artifacts/${release}/${sha256}.js`;
