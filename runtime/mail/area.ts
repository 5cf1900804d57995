import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Wait } from "../area/chore.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import { mailAddress, mailChoose, mailForget, mailInvite, mailLogin, mailProve, mailShare } from "./commands.ts";
import { MAIL_COMMANDS } from "./commandTable.ts";
import { LetterDelivery } from "./delivery.ts";
import { MailEnclosures } from "./enclosures.ts";
import type { IsLinkOpen, RoleAt } from "./receivers.ts";
import { LetterClocks } from "./letterClocks.ts";
import { Letters } from "./letters.ts";
import { MailMembers } from "./members.ts";
import { Occasions } from "./occasions.ts";
import { PluginEnclosures } from "./pluginEnclosures.ts";
import type { PluginMail } from "./pluginMail.ts";
import type { Mail } from "./power.ts";
import { type MailAsked, type MailReadParts, readLetter, readMail } from "./reading.ts";
import type { LetterSources, ReaderLetters, RemarkLetters, ReviewLetters, ShareLetters } from "./sources.ts";
import { MAIL_TABLES } from "./tables.ts";

const { resolved } = readsFrom<MailReadParts>();

const READS = {
  mail: resolved((parts, site, asked: MailAsked) => readMail(parts, site, asked)),
  "mail.letter": resolved((parts, site, { letter }: { readonly letter: string }) => readLetter(parts, site, letter)),
};

export const mail = defineArea({
  tables: MAIL_TABLES,
  needs: {
    powers: needed<Powers>(),
    wait: needed<Wait>(),
    mail: needed<Mail | undefined>(),
    roleOf: needed<RoleAt | undefined>(),
    isLinkOpen: needed<IsLinkOpen | undefined>(),
    outbox: needed<Outbox>(),
    sites: needed<Sites>(),
    documents: needed<Documents>(),
    rateLimits: needed<RateLimits>(),
    letters: needed<Letters>(),
    mailMembers: needed<MailMembers>(),
    mailEnclosures: needed<MailEnclosures>(),
    letterSources: needed<LetterSources>(),
    reviewLetters: needed<ReviewLetters>(),
    remarkLetters: needed<RemarkLetters>(),
    shareLetters: needed<ShareLetters>(),
    readerLetters: needed<ReaderLetters>(),
    pluginMail: needed<PluginMail>(),
    pluginEnclosures: needed<PluginEnclosures>(),
    occasions: needed<Occasions>(),
    delivery: needed<LetterDelivery>(),
  },
  open: (from) => ({
    letters: new Letters(from.powers, from.mail !== undefined),
    mailMembers: new MailMembers(from.powers),
    mailEnclosures: new MailEnclosures(from.powers),
    pluginEnclosures: new PluginEnclosures(from.powers),
    letterClocks: new LetterClocks(from.powers),
    occasions: new Occasions(from.powers),
    delivery: new LetterDelivery(from),
  }),
  commands: MAIL_COMMANDS,
  makers: {
    "mail.address": mailAddress,
    "mail.prove": mailProve,
    "mail.forget": mailForget,
    "mail.choose": mailChoose,
    "mail.invite": mailInvite,
    "mail.share": mailShare,
    "mail.login": mailLogin,
  },
  reads: READS,
  chores: ({ delivery }) => [delivery],
  tidy({ letters, mailEnclosures, pluginEnclosures, occasions }) {
    letters.sweep();
    mailEnclosures.sweep();
    pluginEnclosures.sweep();
    occasions.sweep();
  },
});
