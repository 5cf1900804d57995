/** The syntax of a deployment's demands on logins: a number of seconds, and values separated by single spaces. */
export const PROOF_SHAPES = {
  OIDC_MAX_AGE: /^[1-9][0-9]{0,7}$/,
  OIDC_ACR_VALUES: /^[\x21-\x7e]{1,200}(?: [\x21-\x7e]{1,200}){0,15}$/,
} as const;
