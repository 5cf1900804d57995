/**
 * The owner of each table of the control plane: the file that alone names it in SQL. A new table has a row here. A
 * statement of another file takes the clause or the condition about a table from its owner.
 */
export const CONTROL_TABLES: Readonly<Record<string, string>> = {
  agent_calls: "sites/control/agents/agentCalls.ts",
  agent_records: "sites/control/agents/agentGrants.ts",
  agent_refresh_tokens: "sites/control/agents/refreshTokens.ts",
  audit: "sites/control/records/audit.ts",
  claims: "sites/control/records/claims.ts",
  domain_requests: "sites/control/tenants/hostnames.ts",
  domains: "sites/control/tenants/hostnames.ts",
  identities: "sites/control/people/identities.ts",
  identity_moves: "sites/control/identityMoves.ts",
  invitation_links: "sites/control/people/invitations.ts",
  joinings: "sites/control/people/joinings.ts",
  login_attempts: "sites/control/logins/loginAttempts.ts",
  login_codes: "sites/control/logins/loginCodes.ts",
  login_sessions: "sites/control/logins/logins.ts",
  memberships: "sites/control/people/members.ts",
  operational_records: "sites/control/records/records.ts",
  operator_tokens: "sites/control/operators/operatorTokens.ts",
  plugin_indexes: "sites/control/operators/pluginIndexes.ts",
  rate_limits: "sites/control/records/rateLimits.ts",
  security_events: "sites/control/records/securityEvents.ts",
  sites: "sites/control/tenants/sites.ts",
  tenant_workers: "sites/control/tenants/tenantWorkers.ts",
  tenants: "sites/control/tenants/tenants.ts",
  trust_keys: "sites/control/operators/trustKeys.ts",
};
