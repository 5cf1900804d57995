/**
 * Tools of the deployment's own MCP server for members' agents. No plugin may use one of these names without its
 * prefix. An agent connected to both servers could take a plugin's tool for the one that publishes.
 */
export const MEMBER_TOOLS = [
  "get_site_context",
  "list_draft_pages",
  "read_draft_page",
  "list_remarks",
  "list_page_versions",
  "list_translations",
  "read_site_document",
  "list_section_types",
  "list_media",
  "list_changes",
  "list_releases",
  "list_schedules",
  "list_plugins",
  "use_plugin_tool",
  "read_plugin_resource",
  "create_page",
  "edit_page",
  "delete_page",
  "restore_page_version",
  "put_site_document",
  "update_media",
  "delete_media",
  "publish",
  "request_publication",
  "remark",
  "restore_release",
  "schedule_publication",
  "cancel_schedule",
] as const;

export type MemberTool = (typeof MEMBER_TOOLS)[number];

/** Hyphens count as underscores, because a person who reads a list of tools does not see the difference. */
export const isMemberTool = (name: string): boolean =>
  (MEMBER_TOOLS as readonly string[]).includes(name.replaceAll("-", "_"));

/** The address at which members' agents read about themselves. No plugin may use it. */
export const isMemberAddress = (address: string): boolean => /^member([/{]|$)/.test(address);
