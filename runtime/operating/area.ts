import type { Erasures } from "../backups/erasures.ts";
import { defineArea, needed } from "../area/area.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Tables } from "../database/tables.ts";
import type { Documents } from "../documents/documents.ts";
import type { EntryIndex } from "../documents/lists/entryIndex.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Publisher } from "../publishing/publisher.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Republishing } from "../tenancy/siteAddress.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { Initialiser } from "./initialise.ts";

export const operating = defineArea({
  needs: {
    powers: needed<Powers>(),
    tables: needed<Tables>(),
    outbox: needed<Outbox>(),
    clockMoments: needed<Republishing>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    documents: needed<Documents>(),
    entries: needed<EntryIndex>(),
    plugins: needed<PluginShelf>(),
    releases: needed<Releases>(),
    publisher: needed<Publisher>(),
    erasures: needed<Erasures>(),
  },
  open: (from) => ({ initialiser: new Initialiser(from) }),
});
