import { describe, expect, test } from "vitest";
import type { Needed, Permission } from "../../../runtime/commands/permissions.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import { WRITES, nameOf } from "./apiClient.ts";

const READS = ROUTES.filter(({ command }) => command === null);

/**
 * The required permission and version of every change. The table is repeated here on purpose. The other tests trust the
 * sources, so they would not notice a loosened row.
 */
const CHANGES: Readonly<Record<string, readonly [Needed, versionOf: string | null]>> = {
  "POST /api/pages": ["content.edit", null],
  "PATCH /api/pages/{page}": ["content.edit", "page"],
  "POST /api/pages/batch": ["content.edit", null],
  "POST /api/pages/change": ["content.edit", null],
  "POST /api/pages/back": ["content.edit", null],
  "POST /api/saved-filters": ["content.edit", null],
  "DELETE /api/saved-filters/{filter}": ["content.edit", null],
  "PUT /api/list-columns": ["content.edit", null],
  "POST /api/pages/{page}/operations": ["content.edit", "page"],
  "POST /api/pages/{page}/move": ["content.edit", "page"],
  "POST /api/pages/{page}/duplicate": ["content.edit", "page"],
  "PUT /api/members/{member}/languages": ["members.manage", null],
  "POST /api/pages/{page}/still-right": ["content.edit", "page"],
  "POST /api/languages/gather": ["content.edit", null],
  "DELETE /api/pages/{page}": ["content.edit", "page"],
  "PUT /api/pages/{page}/unfinished": ["content.edit", "unfinished work"],
  "DELETE /api/pages/{page}/unfinished": ["content.edit", "unfinished work"],
  "POST /api/pages/{page}/revisions/{version}/restore": ["content.edit", "page"],
  "POST /api/pages/{page}/sections": ["content.edit", "page"],
  "PATCH /api/pages/{page}/sections/{section}": ["content.edit", "page"],
  "PUT /api/pages/{page}/sections/{section}/variant": ["content.edit", "page"],
  "POST /api/pages/{page}/structure": ["content.edit", "page"],
  "PUT /api/navigation": ["content.edit", "navigation"],
  "PUT /api/redirects": ["content.edit", "redirects"],
  "PATCH /api/redirects": ["content.edit", "redirects"],
  "PUT /api/theme": ["theme.edit", "theme"],
  "PUT /api/settings": ["theme.edit", "settings"],
  "PUT /api/types": ["theme.edit", "types"],
  "POST /api/navigation/revisions/{version}/restore": ["content.edit", "navigation"],
  "POST /api/redirects/revisions/{version}/restore": ["content.edit", "redirects"],
  "POST /api/theme/revisions/{version}/restore": ["theme.edit", "theme"],
  "POST /api/settings/revisions/{version}/restore": ["theme.edit", "settings"],
  "POST /api/types/revisions/{version}/restore": ["theme.edit", "types"],
  "DELETE /api/changes/pages/{page}": ["content.edit", "page"],
  "DELETE /api/changes/navigation": ["content.edit", "navigation"],
  "DELETE /api/changes/redirects": ["content.edit", "redirects"],
  "DELETE /api/changes/theme": ["theme.edit", "theme"],
  "DELETE /api/changes/settings": ["theme.edit", "settings"],
  "DELETE /api/changes/types": ["theme.edit", "types"],
  "POST /api/publish": ["content.publish", "draft"],
  "POST /api/releases/{release}/restore": ["content.publish", null],
  "DELETE /api/releases/{release}": ["backups.manage", null],
  "POST /api/schedules": ["content.publish", null],
  "PATCH /api/schedules/{schedule}": ["content.publish", null],
  "DELETE /api/schedules/{schedule}": ["content.publish", null],
  "PUT /api/review": ["owners.manage", null],
  "POST /api/requests": ["content.edit", null],
  "POST /api/requests/{request}/approve": ["content.publish", null],
  "POST /api/requests/{request}/return": ["content.publish", null],
  "POST /api/requests/{request}/withdraw": ["content.edit", null],
  "POST /api/remarks": ["remarks.write", null],
  "POST /api/remarks/{remark}/answers": ["remarks.write", null],
  "PUT /api/remarks/{remark}": ["remarks.write", null],
  "DELETE /api/remarks/{remark}": ["remarks.write", null],
  "POST /api/share-links": ["content.publish", null],
  "DELETE /api/share-links/{link}": ["content.publish", null],
  "POST /api/media": ["media.write", null],
  "PATCH /api/media/{media}": ["media.write", "media"],
  "PUT /api/media/{media}/audience": [["content.publish", "media.write"], "media"],
  "POST /api/media/{media}/replacement": [["content.edit", "media.write"], "media"],
  "DELETE /api/media/{media}": ["media.write", "media"],
  "PATCH /api/forms/{form}/submissions/{submission}": ["forms.write", null],
  "DELETE /api/forms/{form}/submissions/{submission}": ["forms.write", null],
  "POST /api/forms/{form}/submissions/{submission}/files/{file}/accept": [["forms.write", "media.write"], null],
  "DELETE /api/forms/{form}/submissions/{submission}/files/{file}": ["forms.write", null],
  "PUT /api/mail/address": ["site.read", null],
  "DELETE /api/mail/address": ["site.read", null],
  "POST /api/mail/address/proof": ["site.read", null],
  "PUT /api/mail/choices": ["site.read", null],
  "POST /api/mail/invitations": ["members.manage", null],
  "POST /api/mail/share-links": ["content.publish", null],
  "POST /api/members/invitations": ["members.manage", null],
  "POST /api/members/invitation-links": ["members.manage", null],
  "DELETE /api/members/invitation-links/{link}": ["members.manage", null],
  "PATCH /api/members/{member}": ["members.manage", null],
  "DELETE /api/members/{member}": ["members.manage", null],
  "DELETE /api/members/{member}/logins": ["members.manage", null],
  "POST /api/readers": ["members.manage", null],
  "PATCH /api/readers/{reader}": ["members.manage", null],
  "DELETE /api/readers/{reader}": ["members.manage", null],
  "DELETE /api/logins/{login}": ["site.read", null],
  "DELETE /api/agents/{agent}": ["site.read", null],
  "DELETE /api/members/agents/{agent}": ["members.manage", null],
  "POST /api/domains": ["domains.manage", null],
  "POST /api/backups": ["backups.manage", null],
  "POST /api/backups/{backup}/verify": ["backups.manage", null],
  "DELETE /api/backups/{backup}": ["backups.manage", null],
  "POST /api/exports": ["backups.manage", null],
  "POST /api/plugins": ["plugins.manage", null],
  "POST /api/plugin-indexes/{index}/plugins/{plugin}": ["plugins.manage", null],
  "DELETE /api/plugins/{plugin}": ["plugins.manage", null],
  "PUT /api/plugins/{plugin}/grant": ["plugins.manage", null],
  "DELETE /api/plugins/{plugin}/grant": ["plugins.manage", null],
  "PUT /api/plugins/{plugin}/map": ["plugins.manage", null],
  "PUT /api/plugins/{plugin}/updates": ["plugins.manage", null],
  "PUT /api/plugin-updates": ["plugins.manage", null],
  "POST /api/plugins/{plugin}/discard": ["plugins.manage", null],
  "PUT /api/plugins/{plugin}/state": ["plugins.manage", null],
  "PUT /api/plugins/{plugin}/settings": ["plugins.manage", "plugin settings"],
};

const NOT_FOR_EVERY_MEMBER: Readonly<Record<string, Permission>> = {
  "POST /api/pages/search": "content.edit",
  "POST /api/pages/{page}/preview": "content.edit",
  "POST /api/plugins/{plugin}/actions/{action}": "content.edit",
  "POST /api/plugins/{plugin}/actions/{action}/cancel": "content.edit",
  "GET /api/pages/{page}/unfinished": "content.edit",
  "GET /api/unfinished": "content.edit",
  "GET /api/saved-filters": "content.edit",
  "GET /api/redirects/missed": "content.edit",
  "GET /api/visits": "content.edit",
  "GET /api/visits.csv": "content.edit",
  "GET /api/members": "members.manage",
  "GET /api/readers": "members.manage",
  "GET /api/members/invitation-links": "members.manage",
  "GET /api/members/agents": "members.manage",
  "GET /api/member-languages": "members.manage",
  "GET /api/domains": "domains.manage",
  "GET /api/audit": "audit.read",
  "GET /api/plugins": "plugins.manage",
  "GET /api/plugin-indexes": "plugins.manage",
  "GET /api/plugin-indexes/{index}/plugins/{plugin}": "plugins.manage",
  "GET /api/plugins/{plugin}": "plugins.manage",
  "GET /api/plugins/{plugin}/settings": "plugins.manage",
  "GET /api/plugins/{plugin}/invocations": "plugins.manage",
  "GET /api/backups": "backups.manage",
  "GET /api/exports/{export}": "backups.manage",
  "GET /api/forms": "forms.read",
  "GET /api/share-links": "content.publish",
  "GET /api/mail/letters/{letter}": "forms.read",
  "GET /api/forms/{form}/submissions": "forms.read",
  "GET /api/forms/{form}/submissions.csv": "forms.read",
  "POST /api/forms/{form}/submissions/search": "forms.read",
  "GET /api/forms/{form}/submissions/{submission}/files/{file}": "forms.read",
};

/** Routes without an effect. They are no GET because their input is too long for a URL, or names a person. */
const ASKED = [
  "POST /api/pages/search",
  "POST /api/pages/{page}/preview",
  "POST /api/publication",
  "POST /api/plugin-pages/{plugin}/{page}/search",
  "POST /api/plugins/{plugin}/actions/{action}",
  "POST /api/plugins/{plugin}/actions/{action}/cancel",
  "POST /api/forms/{form}/submissions/search",
];

describe("the table of addresses", () => {
  test("lets every change be made with the permission and on the version it has to be", () => {
    const table = Object.fromEntries(
      WRITES.map((route) => [nameOf(route), [route.permission, route.versioned?.of ?? null]]),
    );
    expect(table).toEqual(CHANGES);
  });

  test("has a limit and a name in audit of its own for every change", () => {
    expect(WRITES.filter(({ limits }) => limits.rate === null).map(nameOf)).toEqual([]);
    expect(new Set(WRITES.map(({ command }) => command)).size).toBe(WRITES.length);
  });

  test("changes nothing with GET, reads with GET but for long questions, and shows people, hostnames, plugins, backups and audit to those who manage them only", () => {
    expect(READS.filter(({ method }) => method !== "GET").map(nameOf)).toEqual(ASKED);
    expect(WRITES.filter(({ method }) => method === "GET").map(nameOf)).toEqual([]);
    const wrong = READS.filter((route) => route.permission !== (NOT_FOR_EVERY_MEMBER[nameOf(route)] ?? "site.read"));
    expect(wrong.map(nameOf)).toEqual([]);
  });
});
