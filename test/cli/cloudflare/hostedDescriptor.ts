import type { Descriptor } from "../../../sites/cli/cloudflare/descriptor/descriptor.ts";
import { GOOD } from "./goodDescriptor.ts";

export const PUBLIC_KEY = {
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "one",
  "svc:audiences": ["public" as const, "private" as const, "platform" as const],
};
/** The invented deployment with one worker for each tenant. */
export const HOSTED = {
  ...GOOD,
  hosting: {
    accountId: "0123456789abcdef0123456789abcdef",
    releasesBucket: "harbour-releases",
    archivesBucket: "harbour-archives",
    dispatchKeys: [PUBLIC_KEY],
  },
} satisfies Descriptor;
