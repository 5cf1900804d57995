/**
 * The owner of each table of the control plane: the file that alone names it in SQL. A new table has a row here. A
 * statement of another file takes the clause or the condition about a table from its owner.
 */
export const CONTROL_TABLES: Readonly<Record<string, string>> = {
  agent_calls: "sites/control/agentCalls.ts",
  agent_records: "sites/control/agentGrants.ts",
  agent_refresh_tokens: "sites/control/refreshTokens.ts",
  audit: "sites/control/audit.ts",
  claims: "sites/control/claims.ts",
  domain_requests: "sites/control/hostnames.ts",
  domains: "sites/control/hostnames.ts",
  identities: "sites/control/identities.ts",
  invitation_links: "sites/control/invitations.ts",
  joinings: "sites/control/joinings.ts",
  login_attempts: "sites/control/loginAttempts.ts",
  login_codes: "sites/control/loginCodes.ts",
  login_sessions: "sites/control/logins.ts",
  memberships: "sites/control/members.ts",
  operational_records: "sites/control/records.ts",
  operator_tokens: "sites/control/operatorTokens.ts",
  plugin_indexes: "sites/control/pluginIndexes.ts",
  rate_limits: "sites/control/rateLimits.ts",
  security_events: "sites/control/securityEvents.ts",
  sites: "sites/control/sites.ts",
  tenant_workers: "sites/control/tenantWorkers.ts",
  tenants: "sites/control/tenants.ts",
  trust_keys: "sites/control/trustKeys.ts",
};
