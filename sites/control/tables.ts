/**
 * The owner of a table of the control plane: the file, or the folder, that alone names it in SQL. A new table has a row
 * here. Tables without a row are still named by several files.
 */
export const CONTROL_TABLES: Readonly<Record<string, string>> = {
  agent_calls: "sites/workers/private-mcp/callRecords.ts",
  agent_refresh_tokens: "sites/workers/private-mcp/oauth/refreshTokens.ts",
  login_attempts: "sites/web/auth/attempts.ts",
  login_codes: "sites/web/auth/loginCodes.ts",
  operator_tokens: "sites/web/api/operator/tokens.ts",
  plugin_indexes: "sites/web/api/indexes/store.ts",
  rate_limits: "sites/platform/login/limit.ts",
};
