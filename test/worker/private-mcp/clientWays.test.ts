/** The authorization server announces how clients may identify themselves, and refuses registrations by code. */
import { beforeAll, describe, expect, test } from "vitest";
import { fetchWorker, migrate, ORIGIN, REDIRECT } from "./agentClient.ts";

beforeAll(migrate);

const METADATA = `${ORIGIN}/.well-known/oauth-authorization-server`;

const announced = async (variables: Parameters<typeof fetchWorker>[1]): Promise<readonly unknown[]> => {
  const response = await fetchWorker(new Request(METADATA), variables);
  const about = await response.json<Record<string, unknown>>();
  return [response.status, about["client_id_metadata_document_supported"] ?? false, about["registration_endpoint"]];
};

const REGISTRATION = `${ORIGIN}/oauth/register`;

describe("the metadata announces", () => {
  test.each([
    ["documents and registration", "yes", "yes", [200, true, REGISTRATION]],
    ["documents by default", undefined, "yes", [200, true, REGISTRATION]],
    ["registration alone", "no", "yes", [200, false, REGISTRATION]],
    ["documents alone", "yes", "no", [200, true, undefined]],
    ["neither", "no", "no", [200, false, undefined]],
  ] as const)("%s", async (_, documents, registration, expected) => {
    const variables = {
      CLIENT_REGISTRATION: registration,
      ...(documents === undefined ? {} : { CLIENT_DOCUMENTS: documents }),
    };
    expect(await announced(variables)).toEqual(expected);
  });
});

const registered = async (body: object): Promise<readonly unknown[]> => {
  const headers = { "content-type": "application/json" };
  const response = await fetchWorker(
    new Request(REGISTRATION, { method: "POST", body: JSON.stringify(body), headers }),
    { CLIENT_REGISTRATION: "yes" },
  );
  const { error } = await response.json<{ readonly error?: string }>();
  return [response.status, error];
};

const CLIENT = { client_name: "x", token_endpoint_auth_method: "none" };
const LOOPBACK = "http://127.0.0.1:8123/callback";

describe("a registration", () => {
  test.each<[string, object, readonly unknown[]]>([
    ["with an https address is taken", { ...CLIENT, redirect_uris: [REDIRECT] }, [201, undefined]],
    ["with a loopback address is taken", { ...CLIENT, redirect_uris: [LOOPBACK] }, [201, undefined]],
    [
      "with an address of another scheme alone is refused by its code",
      { ...CLIENT, redirect_uris: ["cursor://anysphere.cursor-retrieval/oauth"] },
      [400, "invalid_redirect_uri"],
    ],
    [
      "with an address that runs script is refused by its code",
      { ...CLIENT, redirect_uris: ["javascript:alert(1)"] },
      [400, "invalid_redirect_uri"],
    ],
    ["without addresses is refused by its code", { ...CLIENT, redirect_uris: [] }, [400, "invalid_redirect_uri"]],
    [
      "with another mistake keeps the code for it",
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: "none", client_name: 7 },
      [400, "invalid_client_metadata"],
    ],
  ])("%s", async (_, body, expected) => expect(await registered(body)).toEqual(expected));
});
