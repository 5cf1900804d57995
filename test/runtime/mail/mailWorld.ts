import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import type { MailOutcome, ReadyLetter } from "../../../runtime/mail/power.ts";
import { PACK, SITE, type World, page, plugin, worldWith } from "../kernel/world.ts";

const CONTACT = {
  name: "contact",
  title: "Contact",
  fields: {
    type: "object",
    additionalProperties: false,
    properties: {
      topic: { title: "Topic", oneOf: [{ const: "boat", title: "A boat" }] },
      email: { type: "string", title: "Your address", maxLength: 200 },
      message: { type: "string", title: "Message", maxLength: 10_000 },
    },
  },
};
const forms = plugin("drawbridge.forms", { forms: [CONTACT] } as unknown as Contributes, {});

export const FORM = "home.contact";
export const OWNER = "m1";

export interface MailWorld {
  readonly world: World;
  /** Letters that the mail server got, also at attempts that it refused. */
  readonly got: ReadyLetter[];
  /** The present roles of members. */
  readonly roles: Map<string, Role>;
  /** Replaces the answer of the mail server. */
  answer(outcome: MailOutcome | (() => Promise<MailOutcome>)): void;
  /** Stores a submission with its letter, as a visitor's post does. */
  submit(fields?: Readonly<Record<string, unknown>>, site?: string): number;
  /** Gives a member a proven address. */
  address(member: string, address?: string): void;
  /** Chooses for a form as the owner does, with the role that the platform found. */
  choose(form: string | null, wanted: boolean | null, role?: Role): Promise<unknown>;
  /** Rings the alarm as often as work is due now. Answers the errors of chores. */
  ring(): Promise<readonly unknown[]>;
}

/** A timer that never rings, for a mail server that answers. */
const NEVER: Deployment["wait"] = () => new Promise(() => undefined);

/** A site with a form, an owner and a mail server. */
export async function mailWorld(
  more: Partial<Deployment> | "no mail server" = {},
  plugins: readonly PackedPlugin[] = [],
): Promise<MailWorld> {
  const got: ReadyLetter[] = [];
  const roles = new Map<string, Role>([[OWNER, "owner"]]);
  let answering = async (): Promise<MailOutcome> => ({ isSent: true });
  const send = async (letter: ReadyLetter): Promise<MailOutcome> => {
    got.push(letter);
    return answering();
  };
  const world = await worldWith({ home: page("/") }, [...PACK, forms, ...plugins], {
    wait: NEVER,
    roleOf: async ({ identity }) => roles.get(identity),
    ...(more === "no mail server" ? {} : { mail: { send }, ...more }),
  });
  await world.kernel.plugins.prepare();
  return {
    world,
    got,
    roles,
    answer: (outcome) => (answering = typeof outcome === "function" ? outcome : async () => outcome),
    submit(fields = { message: "Hello" }, site = SITE) {
      const { submissions, letters } = world.kernel;
      const type = "drawbridge.forms/contact";
      const id = submissions.add({ site, form: FORM, type, title: "Contact", keptMs: 1e9, fields, personal: [] });
      letters.add({ site, kind: "form", source: String(id), member: "" });
      return id;
    },
    address(member, address = `${member}@harbour.example`) {
      world.kernel.mailMembers.enter(SITE, member, address, "c0de");
      if (!world.kernel.mailMembers.prove(SITE, member, "c0de")) throw new Error("not proven");
    },
    choose: (form, wanted, role = "owner") =>
      world.kernel.execute(
        "mail.choose",
        { site: SITE, actor: { kind: "member", id: OWNER }, role, key: world.powers.newId(), requestId: "r" },
        { form, wanted },
      ),
    async ring() {
      const errors: unknown[] = [];
      for (let times = 0; times < 30; times += 1) {
        const due = world.kernel.delivery.nextDue();
        if (due === undefined || due > world.powers.clock.now) break;
        await world.kernel.delivery.run().then(
          (settled) => errors.push(...settled),
          (error: unknown) => errors.push(error),
        );
      }
      return errors;
    },
  };
}
