import { CLOUDFLARE_COMMANDS, CLOUDFLARE_GROUPS } from "./cloudflare/commands.ts";
import { exportSite } from "./copying/export.ts";
import { pullDocuments, pushDocuments } from "./exchanging/exchange.ts";
import { importSite } from "./moving/import.ts";
import { doctor } from "./cloudflare/doctor/command.ts";
import type { CliCommand, Group } from "./command/command.ts";
import { OPERATOR } from "./operator/commands.ts";
import { docs } from "./docs/docs.ts";
import { initSite } from "./directory/init.ts";
import { loginAsking } from "./site/login.ts";
import { logout } from "./site/logout.ts";
import { add } from "./manage/add.ts";
import { dev } from "./manage/dev.ts";
import { grant } from "./manage/grant.ts";
import { MEMBER } from "./manage/invitations.ts";
import { list } from "./manage/list.ts";
import { logs } from "./manage/logs.ts";
import { outdated } from "./manage/outdated.ts";
import { publish } from "./manage/publish.ts";
import { search } from "./manage/search.ts";
import { settings } from "./manage/settings.ts";
import { show } from "./manage/show.ts";
import { disable, enable, remove, revoke } from "./manage/switches.ts";
import { discard, updates } from "./manage/updates.ts";
import { check } from "./plugin/check.ts";
import { makeIndex } from "./plugin/index/make.ts";
import { signIndex } from "./plugin/index/sign.ts";
import { init } from "./plugin/init.ts";
import { keygen } from "./plugin/keygen.ts";
import { lsp } from "./language/lsp.ts";
import { pack } from "./plugin/pack.ts";
import { release } from "./releasing/release.ts";
import { sign } from "./plugin/sign.ts";
import { test } from "./plugin/test.ts";
import { types } from "./plugin/types.ts";
import { verify } from "./plugin/verify.ts";
import { canAsk, typedAnswer } from "./terminal/prompt.ts";
import { version } from "./command/version.ts";

const login = loginAsking(() =>
  canAsk() ? (question, signal) => typedAnswer(question, undefined, signal) : undefined,
);

/** Every command of `svc` itself. */
export const OWN_COMMANDS: readonly CliCommand[] = [
  initSite,
  login,
  logout,
  importSite,
  exportSite,
  pullDocuments,
  pushDocuments,
  doctor,
  docs,
  version,
];

/** Every command of `svc plugin`: first an author's in the order of their work, then an owner's. */
export const COMMANDS: readonly CliCommand[] = [
  init,
  types,
  check,
  lsp,
  test,
  dev,
  pack,
  keygen,
  sign,
  verify,
  release,
  publish,
  search,
  add,
  outdated,
  list,
  show,
  logs,
  grant,
  discard,
  updates,
  revoke,
  enable,
  disable,
  settings,
  remove,
];

/** Every command of `svc plugin index`. */
export const INDEX_COMMANDS: readonly CliCommand[] = [makeIndex, signIndex];

/** All commands of `svc`. A new command is one entry in one of these lists. */
export const SVC: Group = {
  name: "svc",
  summary: "The command line of Drawbridge.",
  example: "svc init my-site",
  commands: OWN_COMMANDS,
  groups: [
    {
      name: "plugin",
      summary: "Write, check and sign plugins, and manage the plugins of a site.",
      example: "svc plugin init acme.notices",
      commands: COMMANDS,
      groups: [
        {
          name: "index",
          summary: "Publish a signed list of plugins that sites can search.",
          example:
            "svc plugin index make acme.notices-1.0.0.json --name acme --base https://acme.example/ --keys trust.json --out index.json",
          commands: INDEX_COMMANDS,
        },
      ],
    },
    {
      name: "cloudflare",
      summary: "Plan, prepare and check a deployment to Cloudflare Workers.",
      example: "svc cloudflare plan --profile core",
      commands: CLOUDFLARE_COMMANDS,
      groups: CLOUDFLARE_GROUPS,
    },
    MEMBER,
    OPERATOR,
  ],
};
