import { describe, expect, test } from "vitest";
import { boundTo, readListenAddress } from "../../../sites/machine/names/listenAddress.ts";

describe("--listen", () => {
  test.each([
    ["127.0.0.1:8787", "127.0.0.1", 8787],
    ["0.0.0.0:80", "0.0.0.0", 80],
    ["[::1]:8787", "::1", 8787],
    ["[2001:db8::1]:65535", "2001:db8::1", 65_535],
    ["10.0.0.5:0", "10.0.0.5", 0],
  ])("accepts %s", (text, host, port) => {
    expect(readListenAddress(text)).toEqual({ host, port });
  });

  test.each([
    "8787",
    ":8787",
    "localhost:8787",
    "127.0.0.1",
    "::1:8787",
    "[127.0.0.1]:80",
    "1.2.3:80",
    "[::1]80",
    "[::1]:",
    "127.0.0.1:65536",
    "127.0.0.1:-1",
    "127.0.0.1:8o",
    "",
  ])("refuses %j with one line", (text) => {
    expect(() => readListenAddress(text)).toThrow(expect.objectContaining({ name: "Problem" }));
    expect(() => readListenAddress(text)).toThrow(/^[^\n]+$/);
  });

  test.each([
    ["127.0.0.1", ["127.0.0.1"]],
    ["0.0.0.0", ["0.0.0.0"]],
    ["::", ["::"]],
    ["10.0.0.5", ["10.0.0.5", "127.0.0.1"]],
    ["::1", ["::1", "127.0.0.1"]],
  ])("%s includes this machine itself", (host, addresses) => {
    expect(boundTo(host)).toEqual(addresses);
  });
});
