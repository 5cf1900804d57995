/** Asymmetric algorithms only. `none` and shared secrets prove nothing here. */
export const SIGNATURE_ALGORITHMS: readonly string[] =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
