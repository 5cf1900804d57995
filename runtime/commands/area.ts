import { defineArea, needed } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import { Claims } from "./claims.ts";
import { type SizeGate, type TenantGate, Commands } from "./commands.ts";
import { MemberLanguages } from "./memberLanguages.ts";
import { Outbox } from "./outbox.ts";
import { COMMAND_TABLES } from "./tables.ts";

export const commands = defineArea({
  tables: COMMAND_TABLES,
  needs: {
    powers: needed<Powers>(),
    claims: needed<Claims>(),
    outbox: needed<Outbox>(),
    tenant: needed<TenantGate>(),
    storageQuota: needed<SizeGate>(),
    memberLanguages: needed<MemberLanguages>(),
  },
  open: (from) => ({
    claims: new Claims(from.powers.sql),
    outbox: new Outbox(from.powers),
    memberLanguages: new MemberLanguages(from.powers.sql),
    commands: new Commands(from),
  }),
  tidy: ({ claims }, now) => claims.sweep(now),
});
