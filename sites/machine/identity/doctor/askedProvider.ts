/** The identity provider and the applications that a diagnosis asks about. */
export interface AskedProvider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string;
  /** Undefined: the provider's metadata name the address of its keys. */
  readonly jwksUri: string | undefined;
  readonly applications: readonly AskedApplication[];
}

/** One of the confidential clients of this deployment. */
export interface AskedApplication {
  /** The name in check ids: `site` or `agents`. */
  readonly name: string;
  readonly clientId: string;
  /** Undefined where only the deployed workers know it. Then the application's proof is not checked. */
  readonly secret: string | undefined;
  /** A private JWK in place of the secret. */
  readonly key: string | undefined;
  readonly redirects: readonly string[];
}

/** A part of the provider's metadata (OpenID Connect Discovery 1.0, 3), unchecked. */
export type Metadata = Readonly<Record<string, unknown>>;

/** The texts of a list in the metadata. Undefined if the metadata have no such list. */
export function listIn(metadata: Metadata, name: string): readonly string[] | undefined {
  const value = metadata[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
}

const SHOWN_MAX = 200;

/** A text that the provider said, short enough to be shown. */
export const quoteShort = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, SHOWN_MAX);
