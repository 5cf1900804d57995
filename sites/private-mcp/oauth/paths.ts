/** Where this worker answers; clients learn of it from the metadata. */
export const PATHS = { mcp: "/mcp", authorize: "/authorize", consent: "/authorize/answer", callback: "/auth/callback", token: "/oauth/token", register: "/oauth/register" } as const;
