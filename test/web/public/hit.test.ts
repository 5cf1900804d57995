import { describe, expect, test } from "vitest";
import { pageCacheKey } from "../../../runtime/serving/pageCacheKey.ts";
import { storableKey } from "../../../sites/web/public/hit.ts";

const keyOf = (url: string, init: RequestInit = {}): string | undefined => storableKey(new Request(url, init));

describe("the cache answers", () => {
  test.each([
    ["http://demo.localhost:8787/", "https://demo.localhost/"],
    ["https://www.example.com/about", "https://www.example.com/about"],
    ["https://www.example.com/apiary", "https://www.example.com/apiary"],
    ["https://www.example.com/sitemap.xml", "https://www.example.com/sitemap.xml"],
    [`https://www.example.com/media/${"0".repeat(64)}/A.png`, `https://www.example.com/media/${"0".repeat(64)}/A.png`],
  ])("%s, with only hostname and path as its key", (url, key) => {
    expect(keyOf(url)).toBe(key);
    expect(keyOf(url, { method: "HEAD" })).toBe(key);
    const { hostname, pathname } = new URL(url);
    expect(pageCacheKey(hostname, pathname)).toBe(key);
  });
});

test.each([
  ["a width for a browser that takes AVIF", "a.png/w640", "image/avif,*/*", "a.png/w640.avif"],
  ["a width for another browser", "a.png/w640", "image/webp,*/*", "a.png/w640"],
  ["a picture in its own form", "a.png", "image/avif", "a.png"],
  ["the picture of a link", "a.png/share.jpg", "image/avif", "a.png/share.jpg"],
])("%s has an entry of its own", (_, asked, accept, kept) => {
  const media = `https://a.example/media/${"0".repeat(64)}/`;
  expect(keyOf(media + asked, { headers: { accept } })).toBe(media + kept);
  expect(keyOf("https://a.example/w640", { headers: { accept } })).toBe("https://a.example/w640");
});

describe("the cache does not answer", () => {
  test.each([
    "https://a.example/?",
    "https://a.example/?x=1",
    "https://a.example/api",
    "https://a.example/api/",
    "https://a.example/api/admin/status",
    "https://a.example./about",
    "https://[::1]/",
    "https://a_b.example/",
    "https://a.example/%61",
    "https://a.example/a;b",
  ])("%s", (url) => {
    expect(keyOf(url)).toBeUndefined();
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s", (method) => {
    expect(keyOf("https://a.example/", { method })).toBeUndefined();
  });

  test.each(["svc_mode=edit", "a=b; svc_mode=edit", "svc_mode=edit; c=d", "xsvc_mode=edit"])(
    "a visitor with the cookie %s",
    (cookie) => {
      expect(keyOf("https://a.example/", { headers: { cookie } })).toBeUndefined();
    },
  );

  test("but ignores other cookies, and headers that claim another hostname", () => {
    const headers = {
      cookie: "svc_mode=view; theme=dark",
      "x-forwarded-host": "evil.example",
      "x-original-url": "/admin",
      forwarded: "host=evil.example",
    };
    expect(keyOf("https://a.example/", { headers })).toBe("https://a.example/");
  });
});
