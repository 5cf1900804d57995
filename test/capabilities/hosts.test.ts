import { expect, test } from "vitest";
import { hostsOf } from "../../capabilities/hosts.ts";
import { HOSTS_MAX } from "../../manifests/bounds/manifest.ts";

const granted = { hosts: ["api.example.com"], hostsFrom: "where", methods: ["GET" as const] };

test.each([
  ["an https address", "https://Hooks.Example.com/a?b", ["hooks.example.com"]],
  ["a list of names", ["one.example.com", "two.example.com"], ["one.example.com", "two.example.com"]],
  ["an address without TLS", "http://hooks.example.com/", []],
  ["a name with credentials before it", "https://api.example.com@evil.example.org/", ["evil.example.org"]],
  ["an address of a machine", "https://169.254.169.254/", []],
  ["a number that is one", "https://2130706433/", []],
  ["a private name", ["db.internal", "localhost"], []],
  ["a wildcard", ["*", "*.example.com"], []],
  ["no text", { host: "one.example.com" }, []],
  ["nothing", undefined, []],
])("a grant reaches, with %s in its setting, what that names", (_, where, named) => {
  expect(hostsOf(granted, { where })).toEqual(["api.example.com", ...named]);
});

test("a setting the grant does not name gives no host, and neither does what objects inherit", () => {
  expect(hostsOf({ ...granted, hostsFrom: "constructor" }, { other: "https://one.example.com" })).toEqual([
    "api.example.com",
  ]);
  expect(hostsOf({ hosts: ["api.example.com"], methods: ["GET"] }, { where: "https://one.example.com" })).toEqual([
    "api.example.com",
  ]);
});

test.each([
  [HOSTS_MAX - 2, HOSTS_MAX - 1],
  [HOSTS_MAX - 1, HOSTS_MAX],
  [HOSTS_MAX, HOSTS_MAX],
])("of %i hosts in a setting beside one in the grant, %i are reached", (many, reached) => {
  const where = Array.from({ length: many }, (_, n) => `h${n}.example.com`);
  expect(hostsOf(granted, { where })).toHaveLength(reached);
});
