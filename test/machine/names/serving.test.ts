import { describe, expect, test } from "vitest";
import { readServing, type ServingGiven } from "../../../sites/machine/names/serving.ts";

const IDENTITY = {
  settings: {},
  siteClientId: "site",
  privateMcpClientId: undefined,
  siteSecret: "s",
  agentsSecret: undefined,
};
const REAL = "https://www.example.com";

describe("the addresses of a run", () => {
  test.each<[string, ServingGiven, string, RegExp]>([
    ["a real name with made-up people", { origins: [REAL] }, "127.0.0.1", /logins use made-up people/],
    ["an open port with made-up people", {}, "0.0.0.0", /--listen: other machines can connect/],
    ["an open port of IPv6 with made-up people", {}, "::", /--listen: other machines can connect/],
    ["an address of a network with made-up people", {}, "192.168.1.5", /--listen: other machines can connect/],
    ["an identity provider without a real name", { identity: IDENTITY }, "127.0.0.1", /--origin/],
    [
      "one name for a site and for agents",
      { origins: [REAL], privateMcpOrigin: REAL, identity: IDENTITY },
      "127.0.0.1",
      /is used twice/,
    ],
    [
      "one name for both servers for agents",
      {
        origins: [REAL],
        publicMcpOrigin: "https://a.example",
        privateMcpOrigin: "https://a.example",
        identity: IDENTITY,
      },
      "127.0.0.1",
      /is used twice/,
    ],
    [
      "a site below the login",
      { origins: [REAL, "https://a.login.example.com"], people: "own" },
      "127.0.0.1",
      /https:\/\/a\.login\.example\.com is below the login at https:\/\/login\.example\.com/,
    ],
    [
      "one name for a site and the login",
      { origins: [REAL, "https://login.example.com"], people: "own" },
      "127.0.0.1",
      /--login-origin: https:\/\/login\.example\.com is used twice/,
    ],
    ["an open port with accounts and no name", { people: "own" }, "0.0.0.0", /--listen: other machines can connect/],
    [
      "another header of addresses",
      { origins: [REAL], identity: IDENTITY, clientAddressHeader: "x-real-ip" },
      "127.0.0.1",
      /x-forwarded-for or cf-connecting-ip/,
    ],
  ])("are refused with %s", (_, given, host, says) => {
    expect(() => readServing(given, host)).toThrow(says);
  });

  test.each(["127.0.0.1", "::1", "127.0.0.2"])("need no option on %s", (host) => {
    expect(readServing({}, host)).toMatchObject({ origins: [], identity: undefined });
  });

  test.each<[string, ServingGiven, string | undefined, string]>([
    ["this machine's own name", { people: "own" }, undefined, "own"],
    [
      "login. before the first name without www.",
      { people: "own", origins: [REAL] },
      "https://login.example.com",
      "own",
    ],
    [
      "login. before the first of several",
      { people: "own", origins: ["https://b.example", "https://a.example"] },
      "https://login.b.example",
      "own",
    ],
    [
      "the name that the operator gives",
      { people: "own", origins: [REAL], loginOrigin: "https://who.example" },
      "https://who.example",
      "own",
    ],
    ["none beside an identity provider", { people: "own", origins: [REAL], identity: IDENTITY }, undefined, "nobody"],
    ["none for nobody", { people: "nobody", origins: [REAL] }, undefined, "nobody"],
  ])("have as their login %s", (_, given, login, people) => {
    const serving = readServing(given, "127.0.0.1");
    expect([serving.login?.origin, serving.people]).toEqual([login, people]);
    expect(serving.isLoginNamed).toBe(given.loginOrigin !== undefined);
  });

  test("under a real hostname trust no proxy that is not configured", () => {
    const { proxies, clientHeader } = readServing({ origins: [REAL], identity: IDENTITY }, "0.0.0.0");
    expect([proxies.has("127.0.0.1"), clientHeader]).toEqual([false, "x-forwarded-for"]);
  });
});
