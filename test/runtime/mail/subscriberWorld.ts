/** A site with a form with which visitors subscribe, and a plugin that writes to them. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { ReadyLetter } from "../../../runtime/mail/power.ts";
import type { FormOutcome } from "../../../runtime/submissions/formApi.ts";
import type { AskedLetter, AskedOutcome } from "../../../runtime/plugins/letters/pluginLetters.ts";
import { testPowers } from "../kernel/powers.ts";
import {
  SITE,
  type World,
  initialiseInput,
  page,
  plugin,
  siteOf,
  textPlugin,
  themePlugin,
  worldOf,
} from "../kernel/world.ts";

export const NEWS = "test.news";
export const SIGNUP = "home.news";

const properties = { email: { type: "string", title: "Address", format: "email", maxLength: 254 } };
const fields = { type: "object", properties, required: ["email"], additionalProperties: false };
const FORM = { name: "signup", title: "Our news", fields, confirmAddress: true, subscribes: true };
const SECTION = {
  name: "form",
  title: "Form",
  category: "contact",
  template: "form.liquid",
  markdown: "form.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: { type: "object", properties: {}, additionalProperties: false },
  form: { type: `${NEWS}/signup` },
  example: { fields: {} },
};
const LETTER = { name: "issue", title: "Issue", to: "subscribers", form: "signup", text: "issue.liquid" };
const FILES = {
  "form.liquid": "<div>{{ form }}</div>",
  "form.md.liquid": "{{ form }}",
  "issue.liquid": "{{ data.subject }}\n\nHello.",
};

/** The plugin with changes of its form and its letter. */
export function newsPlugin(form: object = {}, letter: object = {}, id = NEWS): PackedPlugin {
  const contributes = {
    sections: [SECTION],
    forms: [{ ...FORM, ...form }],
    letters: [{ ...LETTER, ...letter }],
  } as unknown as Contributes;
  const made = plugin(id, contributes, FILES);
  const manifest = { ...made.manifest, capabilities: { mail: { to: ["subscribers" as const] } } };
  return { ...made, manifest, manifestText: JSON.stringify(manifest) };
}

export interface SubscriberWorld {
  readonly world: World;
  readonly got: ReadyLetter[];
  /** Sends the form. Each visitor has another network address. */
  signUp(email: string): Promise<FormOutcome>;
  /** Signs up, and presses the button behind the link of the letter. */
  subscribe(email: string): Promise<void>;
  /** Sends a letter as the code of a plugin does. */
  say(subject: string, more?: Partial<AskedLetter>, plugin?: string): AskedOutcome;
  /** Rings the alarm as often as letters are due now. */
  ring(): Promise<void>;
  /** Sends letters over hours, as the limits allow. */
  ringForHours(hours: number): Promise<void>;
  /** The letters to subscribers, without those that ask for a confirmation. */
  issues(): ReadyLetter[];
  leave(secret: string, form?: string): Promise<{ readonly status: number; readonly html: string }>;
  open(secret: string): Promise<{ readonly status: number; readonly html: string }>;
}

const secretOf = (text: string): string => /secret=([\w.-]+)/.exec(text)?.[1] ?? "";

/** The secret of the link with which the receiver of a letter unsubscribes. */
export const leavingSecret = ({ unsubscribe = "" }: ReadyLetter): string => secretOf(unsubscribe);

const seen = ({ status, body }: { readonly status: number; readonly body: string | null }) => ({
  status,
  html: String(body),
});

export async function subscriberWorld(plugins = [newsPlugin()], isSending = true): Promise<SubscriberWorld> {
  const got: ReadyLetter[] = [];
  const send = async (letter: ReadyLetter) => {
    got.push(letter);
    return { isSent: true as const };
  };
  const world = worldOf(
    { ...testPowers(), newId: () => crypto.randomUUID() },
    [textPlugin(), themePlugin, ...plugins],
    {
      wait: () => new Promise(() => undefined),
      roleOf: async () => "owner",
      ...(isSending && { mail: { send } }),
    },
  );
  const { kernel, powers } = world;
  const home = page("/", { sections: [{ id: "news", type: `${NEWS}/form`, fields: {} }] });
  for (const { digest, manifest } of plugins)
    kernel.grants.put(SITE, manifest.id, {
      digest,
      capabilities: manifest.capabilities ?? {},
      actor: "member:m1",
      at: 0,
    });
  await kernel.initialiser.run(initialiseInput(siteOf({ home })));
  await kernel.plugins.prepare();
  const post = { wantsPage: false, keepsFiles: false, challenge: "off", requestId: "r", files: null } as const;
  let clients = 0;
  const signUp = (email: string) =>
    kernel.forms.receive(SITE, SIGNUP, {
      ...post,
      client: `visitor${(clients += 1)}`,
      body: { kind: "json", value: { fields: { email } } },
    });
  async function ring(): Promise<void> {
    const { delivery } = kernel;
    for (let due = delivery.nextDue(); due !== undefined && due <= powers.clock.now; due = delivery.nextDue())
      await delivery.run();
  }
  return {
    world,
    got,
    signUp,
    async subscribe(email) {
      await signUp(email);
      await ring();
      const letter = got.findLast(({ to, unsubscribe }) => to === email && unsubscribe === undefined);
      await kernel.forms.receive(SITE, SIGNUP, { confirms: secretOf(letter?.text ?? ""), requestId: "r" });
      await ring();
    },
    say(subject, more = {}, id = NEWS) {
      const active = kernel.plugins.forSite(SITE).resolution.active.find((one) => one.id === id);
      if (!active) throw new Error(`${id} is not active`);
      return kernel.pluginLetters.send(SITE, active, { letter: "issue", data: JSON.stringify({ subject }), ...more });
    },
    ring,
    async ringForHours(hours) {
      for (let hour = 0; hour < hours; hour += 1) {
        await ring();
        powers.clock.now += 3_600_000;
      }
      await ring();
    },
    issues: () => got.filter(({ unsubscribe }) => unsubscribe !== undefined),
    async leave(secret, form = SIGNUP) {
      const outcome = await kernel.forms.receive(SITE, form, { leaves: secret, requestId: "r" });
      if (outcome.kind !== "page") throw new Error("no page");
      return seen(outcome.answer);
    },
    open: async (secret) => seen(await kernel.formLeaving.open(SITE, SIGNUP, secret)),
  };
}

/** Adds many confirmed subscriptions, as visitors would over months. */
export function manySubscribers({ world: { powers } }: SubscriberWorld, count: number): void {
  const row = `INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal, secret)
    VALUES (?, ?, ?, 1, 9e15, 1, ?, '["email"]', '') RETURNING number`;
  const confirmed = `INSERT INTO form_confirmations
    (submission, site, secret, address, language, kept_until, until, confirmed_at, subscribed, person)
    VALUES (?, ?, '', ?, 'en', 9e15, 1, 1, ?, ?)`;
  for (let n = 0; n < count; n += 1) {
    const email = `reader${n}@tide.example`;
    const [added] = powers.sql.all<{ number: number }>(row, SITE, SIGNUP, `${NEWS}/signup`, JSON.stringify({ email }));
    powers.sql.all(confirmed, added?.number ?? 0, SITE, email, `${NEWS}/signup`, email);
  }
}
