/** The paths of this worker. Clients learn them from the metadata. */
export const PATHS = {
  mcp: "/mcp",
  authorize: "/authorize",
  consent: "/authorize/answer",
  callback: "/auth/callback",
  token: "/oauth/token",
  register: "/oauth/register",
} as const;
