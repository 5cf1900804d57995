import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import type { ReadyLetter } from "../../../runtime/mail/power.ts";
import type { FormOutcome } from "../../../runtime/submissions/formApi.ts";
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

const fields = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A plugin with one form, and a section that shows it. */
export const FORMS = plugin(
  "test.form",
  {
    sections: [
      {
        name: "form",
        title: "Form",
        category: "contact",
        template: "form.liquid",
        markdown: "form.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: fields({ confirmAddress: { type: "boolean", title: "Confirm" } }),
        form: { type: "test.form/list", confirmAddress: { field: "confirmAddress" } },
        example: { fields: {} },
      },
    ],
    forms: [
      {
        name: "list",
        title: "Our list",
        fields: fields({
          email: { type: "string", title: "Address", format: "email", maxLength: 254 },
          words: { type: "string", title: "Words", maxLength: 500 },
        }),
      },
    ],
  } as unknown as Contributes,
  { "form.liquid": "<div>{{ form }}</div>", "form.md.liquid": "{{ form }}" },
);

export const LIST = "home.list";

export interface ConfirmWorld {
  readonly world: World;
  readonly got: ReadyLetter[];
  /** Sends the form as a program. */
  send(sent: Readonly<Record<string, string>>, client?: string): Promise<FormOutcome>;
  /** Rings the alarm as often as letters are due now. */
  ring(): Promise<void>;
  /** Reads the page behind a link. */
  open(secret: string): Promise<{ readonly status: number; readonly html: string }>;
  /** Presses the button behind a link. */
  press(secret: string): Promise<FormOutcome>;
}

export const secretIn = (letter: ReadyLetter | undefined): string => /secret=(\w+)/.exec(letter?.text ?? "")?.[1] ?? "";

/** A published form that asks for a confirmation, and a mail server. */
export async function confirmWorld(more: Partial<Deployment> = {}, language = "en"): Promise<ConfirmWorld> {
  const got: ReadyLetter[] = [];
  const section = { id: "list", type: "test.form/form", fields: { confirmAddress: true } };
  const world = worldOf(testPowers(), [textPlugin(), themePlugin, FORMS], {
    wait: () => new Promise(() => undefined),
    roleOf: async () => "owner",
    mail: {
      async send(letter) {
        got.push(letter);
        return { isSent: true };
      },
    },
    ...more,
  });
  const document = siteOf({ home: page("/", { sections: [section] }) });
  const settings = { ...document.settings, language };
  await world.kernel.initialiser.run(initialiseInput({ ...document, settings }));
  await world.kernel.plugins.prepare();
  const post = { wantsPage: false, keepsFiles: false, challenge: "off", requestId: "r", files: null } as const;
  return {
    world,
    got,
    send: (sent, client = "visitor") =>
      world.kernel.forms.receive(SITE, LIST, { ...post, client, body: { kind: "json", value: { fields: sent } } }),
    async ring() {
      const { delivery } = world.kernel;
      for (let due = delivery.nextDue(); due !== undefined && due <= world.powers.clock.now; due = delivery.nextDue())
        await delivery.run();
    },
    async open(secret) {
      const { status, body } = await world.kernel.forms.confirming(SITE, LIST, secret);
      return { status, html: String(body) };
    },
    press: (secret) => world.kernel.forms.receive(SITE, LIST, { confirms: secret, requestId: "r" }),
  };
}
