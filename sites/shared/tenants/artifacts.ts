/** Where the code of a release stands in the release bucket. Release and digest are the key, so no other word names them. */
export const artifactKey = (release: string, sha256: string): string => `artifacts/${release}/${sha256}.js`;
