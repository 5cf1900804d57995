import { rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import { CHALLENGE_MAX_BYTES, MACHINE_FILE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import type { AcmeSettings } from "../names/tlsSettings.ts";
import { Problem } from "../process/problem.ts";

/** Longest wait for one answer, and for a whole order, in milliseconds. */
const [ANSWER_MS, ORDER_MS] = [30_000, 600_000];

interface Challenge {
  readonly type: string;
  readonly token: string;
}

/** The parts of the library that an order needs. */
interface AcmeLibrary {
  readonly Client: new (options: {
    readonly directoryUrl: string;
    readonly accountKey: string;
    readonly backoffMin?: number;
    readonly backoffMax?: number;
  }) => {
    auto(order: {
      readonly csr: Buffer;
      readonly email: string;
      readonly termsOfServiceAgreed: boolean;
      readonly challengePriority: readonly string[];
      readonly skipChallengeVerification: boolean;
      challengeCreateFn(authorization: unknown, challenge: Challenge, proof: string): Promise<void>;
      challengeRemoveFn(authorization: unknown, challenge: Challenge): Promise<void>;
    }): Promise<string>;
  };
  readonly crypto: {
    createPrivateEcdsaKey(): Promise<Buffer>;
    createCsr(names: { readonly altNames: readonly string[] }): Promise<readonly [key: Buffer, csr: Buffer]>;
  };
  readonly axios: {
    readonly defaults: {
      timeout: number;
      maxContentLength: number;
      httpsAgent: Agent | undefined;
      readonly acmeSettings: { retryDefaultDelay: number; retryMaxAttempts: number };
    };
  };
}

/** A chain of certificates and its private key, both PEM. */
export interface Issued {
  readonly chain: string;
  readonly key: string;
}

export interface AuthorityInput {
  readonly settings: AcmeSettings;
  /** The key of the account at the authority (PEM). */
  readonly accountKey: string;
  /** The folder from which plain http answers proofs. */
  readonly proofs: string;
  /** Pauses of the library between its questions, and the longest time of an order, in milliseconds. */
  readonly pauses?: { readonly least: number; readonly most: number; readonly order?: number } | undefined;
}

/** Only machines that ask an authority load the library. */
const library = async (): Promise<AcmeLibrary> =>
  ((await import("acme-client")) as unknown as { default: AcmeLibrary }).default;

export const newAccountKey = async (): Promise<string> =>
  String(await (await library()).crypto.createPrivateEcdsaKey());

const TOKEN = /^[\w-]{1,128}$/;

/** The path of a proof. An authority names it, so it can be no other file. */
function proofPath(folder: string, { type, token }: Challenge): string {
  if (type !== "http-01") throw new Problem(`The authority offers ${JSON.stringify(type)} and not http-01.`);
  if (!TOKEN.test(token)) throw new Problem("The authority sent a challenge with a wrong token.");
  return join(folder, token);
}

/** Orders one certificate for one name. Throws if the authority refuses, or is not done in time. */
export async function orderCertificate(hostname: string, input: AuthorityInput): Promise<Issued> {
  const acme = await library();
  const { settings, accountKey, proofs, pauses } = input;
  Object.assign(acme.axios.defaults, {
    timeout: ANSWER_MS,
    maxContentLength: MACHINE_FILE_MAX_BYTES,
    httpsAgent: settings.ca === undefined ? undefined : new Agent({ ca: settings.ca }),
  });
  Object.assign(acme.axios.defaults.acmeSettings, { retryMaxAttempts: 1 });
  const [key, csr] = await acme.crypto.createCsr({ altNames: [hostname] });
  const client = new acme.Client({
    directoryUrl: settings.directory,
    accountKey,
    ...(pauses && { backoffMin: pauses.least, backoffMax: pauses.most }),
  });
  const chain = await inTime(
    client.auto({
      csr,
      email: settings.email,
      termsOfServiceAgreed: true,
      challengePriority: ["http-01"],
      // The authority is the one to prove it: a machine often cannot reach itself by its public name.
      skipChallengeVerification: true,
      challengeCreateFn: async (_, challenge, proof) => {
        if (proof.length > CHALLENGE_MAX_BYTES) throw new Problem("The authority asks for a proof that is too long.");
        writeFileSync(proofPath(proofs, challenge), proof, { mode: 0o600 });
      },
      challengeRemoveFn: async (_, challenge) => rmSync(proofPath(proofs, challenge), { force: true }),
    }),
    pauses?.order,
  );
  return { chain, key: String(key) };
}

async function inTime<T>(work: Promise<T>, orderMs = ORDER_MS): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Problem(`The authority was not done within ${orderMs / 1_000} s.`);
  const timer = setTimeout(() => reject(late), orderMs);
  work.catch(() => undefined); // A late failure is of no interest any more.
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
