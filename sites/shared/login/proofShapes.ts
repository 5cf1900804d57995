/** A deployment's demands on logins, in its settings: whole seconds; words with one space between them. */
export const PROOF_SHAPES = {
  OIDC_MAX_AGE: /^[1-9][0-9]{0,7}$/,
  OIDC_ACR_VALUES: /^[\x21-\x7e]{1,200}(?: [\x21-\x7e]{1,200}){0,15}$/,
} as const;
