import type { PackedPlugin } from "../manifests/packedPlugin.ts";
import { Refusal } from "../manifests/refusal.ts";
import { Claims } from "./claims.ts";
import type { Command, CommandAnswer, Envelope } from "./command.ts";
import { Commands } from "./command.ts";
import { Dependencies } from "./dependencies.ts";
import { Documents } from "./documents.ts";
import { Initialiser } from "./initialise.ts";
import { Outbox } from "./outbox.ts";
import type { LoaderState } from "./sitePlugins.ts";
import type { Powers } from "./powers.ts";
import { PublicContent } from "./publicContent.ts";
import { publish, restoreRelease } from "./publishCommands.ts";
import { Published } from "./published.ts";
import { Publisher } from "./publisher.ts";
import { Releases } from "./releases.ts";
import { migrate } from "./schema.ts";
import { PluginShelf } from "./sitePlugins.ts";
import { Sites } from "./sites.ts";
import { workspaceStatus } from "./status.ts";
import type { WorkspaceStatus } from "./workspaceApi.ts";
import { writeDocuments } from "./writeCommand.ts";

export interface KernelOptions {
  /** The first-party plugins of this deployment. */
  readonly pack: readonly PackedPlugin[];
  readonly loader: LoaderState;
}

export type CommandName = "documents.write" | "publish" | "release.restore";

/** One workspace, put together. Everything it knows is in the database it is handed. */
export interface Kernel {
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly outbox: Outbox;
  readonly publisher: Publisher;
  readonly published: Published;
  readonly publicContent: PublicContent;
  readonly initialiser: Initialiser;
  readonly plugins: PluginShelf;
  readonly claims: Claims;
  execute(name: CommandName, envelope: Envelope, input: unknown): Promise<CommandAnswer>;
  status(): WorkspaceStatus;
}

export function createKernel(powers: Powers, options: KernelOptions): Kernel {
  migrate(powers.sql);
  const { sql } = powers;
  const stores = {
    powers, documents: new Documents(sql), sites: new Sites(sql), releases: new Releases(sql),
    dependencies: new Dependencies(sql), outbox: new Outbox(powers), claims: new Claims(sql),
    plugins: new PluginShelf(powers, options.pack, options.loader),
  };
  const publisher = new Publisher(stores);
  const published = new Published(stores);
  const commands = new Commands(powers, stores.claims, stores.outbox);
  const table = commandTable(commands, stores, publisher);
  return {
    ...stores, publisher, published,
    publicContent: new PublicContent({ ...stores, published }),
    initialiser: new Initialiser({ ...stores, publisher }),
    execute(name, envelope, input) {
      stores.sites.get(envelope.site);
      const run = table.get(name);
      if (!run) throw new Refusal("NOT_FOUND", { command: name });
      return run(envelope, input);
    },
    status: () => workspaceStatus(stores),
  };
}

type Run = (envelope: Envelope, input: unknown) => Promise<CommandAnswer>;

/** One line a command: adding one touches its file and this list. */
function commandTable(commands: Commands, stores: Parameters<typeof writeDocuments>[0], publisher: Publisher): ReadonlyMap<string, Run> {
  const entry = <Input, Output>(command: Command<Input, Output>): [string, Run] =>
    [command.name, (envelope, input) => commands.run(command, envelope, input)];
  return new Map([
    entry(writeDocuments(stores)),
    entry(publish(publisher)),
    entry(restoreRelease(publisher)),
  ]);
}
