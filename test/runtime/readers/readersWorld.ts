import type { Page } from "../../../runtime/documents/content/content.ts";
import type { ReadyLetter } from "../../../runtime/mail/power.ts";
import type { ReaderAct, ReaderOutcome } from "../../../runtime/readers/readersApi.ts";
import type { PublishedAnswer } from "../../../runtime/serving/publishedAnswer.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { testPowers } from "../kernel/powers.ts";
import { PACK, SITE, type World, initialiseInput, siteOf, worldOf } from "../kernel/world.ts";

export interface ReadersWorld {
  readonly world: World;
  readonly got: ReadyLetter[];
  /** A visit of a path, with a login or without one. */
  visit(path: string, login?: string): Promise<PublishedAnswer>;
  act(act: ReaderAct): Promise<ReaderOutcome>;
  /** Asks for a letter. */
  ask(address: string, path?: string, client?: string): Promise<ReaderOutcome>;
  /** Rings the alarm as often as letters are due now. */
  ring(): Promise<void>;
  /** Asks for a letter, gets it and presses its button. Answers the secret of the login. */
  signIn(address: string, path?: string): Promise<string>;
}

export const secretOf = (letter: ReadyLetter | undefined): string => /secret=(\w+)/.exec(letter?.text ?? "")?.[1] ?? "";

export const loginIn = (outcome: ReaderOutcome): string => ("to" in outcome ? (outcome.login?.secret ?? "") : "");

export const bodyOf = (outcome: ReaderOutcome): string => ("answer" in outcome ? String(outcome.answer.body) : "");

/** A published site with a mail server. */
export async function readersWorld(
  pages: Record<string, Page>,
  settings: object = {},
  pack: readonly PackedPlugin[] = PACK,
): Promise<ReadersWorld> {
  const got: ReadyLetter[] = [];
  const world = worldOf(testPowers(), pack, {
    wait: () => new Promise(() => undefined),
    roleOf: async () => "owner",
    mail: {
      async send(letter) {
        got.push(letter);
        return { isSent: true };
      },
    },
  });
  const document = siteOf(pages);
  await world.kernel.initialiser.run(
    initialiseInput({ ...document, settings: { ...document.settings, ...settings } as typeof document.settings }),
  );
  await world.kernel.plugins.prepare();
  let asked = 0;
  const act = (one: ReaderAct): Promise<ReaderOutcome> => world.kernel.readerActs.do(SITE, one);
  const made: ReadersWorld = {
    world,
    got,
    visit: (path, login) => world.kernel.serve(SITE, path, null, { login }),
    act,
    ask: (address, path = "/members", client = `client-${++asked}`) => act({ do: "ask", address, path, client }),
    async ring() {
      const { delivery } = world.kernel;
      for (let due = delivery.nextDue(); due !== undefined && due <= world.powers.clock.now; due = delivery.nextDue())
        await delivery.run();
    },
    async signIn(address, path) {
      await made.ask(address, path);
      await made.ring();
      return loginIn(await act({ do: "enter", secret: secretOf(got.at(-1)) }));
    },
  };
  return made;
}
