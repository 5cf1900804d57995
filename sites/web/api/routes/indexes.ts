import * as z from "zod/mini";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { nameShape, versionShape } from "../../../../manifests/shapes/shape.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { pluginInstalledView, pluginOfferedView } from "../../../../runtime/plugins/management/views.ts";
import { fetchOffer, fetchPackage } from "../indexes/adding.ts";
import { indexesFor } from "../indexes/finding.ts";
import { pluginIndexesView } from "../indexes/views.ts";
import { flag, names, plugin, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { madeRoute, readRoute } from "./makers.ts";
import { downgradeBy } from "./plugins.ts";

const permission = "plugins.manage";
const index = word(nameShape, "Name of an index.");
const version = word(versionShape, "The version. Default: the newest.");

export const pluginIndexes: readonly Route[] = [
  readRoute({
    path: "/api/plugin-indexes",
    summary:
      "Search the plugin indexes that the operator added. The answer also lists newer versions of installed plugins, and other indexes that claim their names.",
    permission,
    params: {},
    query: {
      text: word(z.string().check(z.maxLength(TITLE_MAX_CHARS)), "Only plugins with all of these words."),
    },
    output: pluginIndexesView,
    run: (call) => indexesFor(call, call.query.text ?? ""),
  }),
  readRoute({
    path: "/api/plugin-indexes/{index}/plugins/{plugin}",
    summary: "Read what a plugin of an index asks for and does, before you install it. Stores nothing.",
    permission,
    params: { index, plugin },
    query: { version },
    output: pluginOfferedView,
    rate: "previews",
    run: async (call) =>
      expectValue(
        await call.workspace.read(
          "plugin.offered",
          call.member.site,
          await fetchOffer(call, { ...call.params, version: call.query.version }),
        ),
      ),
  }),
  madeRoute({
    method: "POST",
    path: "/api/plugin-indexes/{index}/plugins/{plugin}",
    summary: "Install a plugin from an index, or another version of it. It is disabled until it is enabled.",
    permission,
    command: "plugin.add",
    params: { index, plugin },
    query: {
      version,
      allowDowngrade: flag("True allows a version older than the installed one. Owners only."),
      alone: names(
        "Names of tools and prompts that the plugin may use without its own id in front, separated by commas.",
      ),
    },
    body: null,
    output: pluginInstalledView,
    status: 201,
    limits: { bodyBytes: 0, rate: "writes" },
    async input(call) {
      const { allowDowngrade, alone, version } = call.query;
      const allowed = downgradeBy(call.member.role, allowDowngrade);
      const { index, plugin } = call.params as { readonly index: string; readonly plugin: string };
      return { ...(await fetchPackage(call, { index, plugin, version })), allowDowngrade: allowed, alone };
    },
  }),
];
