/** A site whose pages show a plugin's frame, served to a browser as the kernel answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import {
  type World,
  initialiseInput,
  page,
  SITE,
  siteOf,
  THEME,
  themePlugin,
  worldOf,
} from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";

export interface FrameSite {
  readonly origin: string;
  readonly world: World;
  stop(): void;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export async function serve(handle: Handle): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A server that nothing may reach, with the requests that did. */
export interface Stranger {
  readonly origin: string;
  readonly asked: string[];
  stop(): void;
}

export async function aStranger(): Promise<Stranger> {
  const asked: string[] = [];
  const { origin, server } = await serve(({ url = "" }, response) => {
    asked.push(url);
    response.setHeader("Access-Control-Allow-Origin", "*").end("hello");
  });
  return { origin, asked, stop: () => server.close() };
}

/** A theme, with the plugin that brings it. */
export interface FrameTheme {
  readonly plugin: PackedPlugin;
  readonly theme: string;
}

const PLAIN: FrameTheme = { plugin: themePlugin, theme: THEME.theme };

/** A home page with the plugin's section and these fields, and with the owner's grant. */
export async function frameSite(
  plugin: PackedPlugin,
  type: string,
  fields: object,
  { plugin: themed, theme }: FrameTheme = PLAIN,
): Promise<FrameSite> {
  const world = worldOf(testPowers(), [themed, plugin]);
  const { origin, server } = await serve((request, response) => void answer(world, request, response));
  const home = page("/", { title: "Home", sections: [{ id: "part", type, fields: { ...fields } }] });
  await world.kernel.initialiser.run(initialiseInput(siteOf({ home }), { origin, theme: { ...THEME, theme } }));
  const { id: name, capabilities } = plugin.manifest;
  await world.run("plugin.grant", { plugin: name, digest: plugin.digest, capabilities });
  await world.write("home", home);
  await world.run("publish", { change: world.kernel.documents.change(SITE) });
  return { origin, world, stop: () => server.close() };
}

async function answer(world: World, { url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body, bytes } = await world.kernel.published.answer(SITE, url, null);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(bytes ?? body ?? "");
}
