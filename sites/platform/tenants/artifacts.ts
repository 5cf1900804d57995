/** The key of a release artifact in the release bucket. Release and digest identify it completely. */
export const artifactKey = (release: string, sha256: string): string => `artifacts/${release}/${sha256}.js`;
