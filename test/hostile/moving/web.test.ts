/** Sites on the web that attack the member who imports them. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { networkTo, webFolder } from "../../../sites/cli/moving/webFolder.ts";
import { INTERNET, type Network, fetchRemote } from "../../../sites/cli/moving/remoteFile.ts";
import { excess } from "../../support/effort.ts";
import { startServer } from "./server.ts";

const sitemapOf = (addresses: readonly string[], [outer, inner]: readonly [string, string] = ["urlset", "url"]) =>
  `<${outer}>${addresses.map((address) => `<${inner}><loc>${address}</loc></${inner}>`).join("")}</${outer}>`;

const PAGE = "<!doctype html><p>Words";

describe("a site on the web", () => {
  test("is read by the sitemaps of robots.txt, packed ones too, each page once", async () => {
    await using server = await startServer({
      "/robots.txt": "User-agent: *\nSitemap: /maps.xml\n sitemap: /more.xml.gz",
      "/maps.xml": sitemapOf(["/one.xml", "/maps.xml", "/missing.xml"], ["sitemapindex", "sitemap"]),
      "/one.xml": sitemapOf(["/a", "/a#part", "/b"]),
      "/more.xml.gz": gzipSync(sitemapOf(["/c", "/a"])),
      "/a": PAGE,
    });
    const address = `http://localhost:${server.port}`;
    const folder = await webFolder(address, networkTo(address));
    expect(folder.paths).toEqual(["/c", "/a", "/b"].map((path) => address + path));
    expect(folder.missing).toEqual([
      { place: `${address}/missing.xml`, what: "pages that this sitemap lists: its host answers 404" },
    ]);
    expect(await folder.text(`${address}/a`)).toBe(PAGE);
    await expect(folder.text(`${address}/b`)).rejects.toThrow("its host answers 404");
  });

  test("names no page of another host, and leads to none", async () => {
    await using server = await startServer({
      "/sitemap.xml": sitemapOf([
        "http://other.example/a",
        "http://127.0.0.1:1/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "/away",
      ]),
      "/away": { to: "http://other.example/secret" },
    });
    const address = `http://localhost:${server.port}`;
    const folder = await webFolder(address, networkTo(address));
    expect(folder.paths).toEqual([`${address}/away`]);
    await expect(folder.text(`${address}/away`)).rejects.toThrow("it leads to other.example");
  });

  test("of this machine opens no other name of this machine", async () => {
    await using server = await startServer({ "/a": "secret" });
    const network = networkTo(`http://localhost:${server.port}`);
    const rebound = { ...network, resolve: async () => ["127.0.0.1"] };
    expect(await fetchRemote(`http://rebind.example:${server.port}/a`, rebound)).toEqual({
      refused: "rebind.example is an address of a private network",
    });
    await using other = await startServer({ "/a": "secret", "/away": { to: `http://localhost:${server.port}/a` } });
    const refused = { refused: "localhost is an address of a private network" };
    expect(await fetchRemote(`http://localhost:${other.port}/a`, network)).toEqual(refused);
    // The other server stands for a host of the web that leads to the site of this machine.
    const open: Network = {
      ...network,
      isAllowed: (found, url, first) => url.port === `${other.port}` || network.isAllowed(found, url, first),
    };
    expect(await fetchRemote(`http://localhost:${other.port}/away`, open)).toEqual(refused);
    expect(networkTo("https://old.example")).toBe(INTERNET);
    expect(networkTo("https://localhost.old.example")).toBe(INTERNET);
  });

  test("whose sitemap is a bomb or no sitemap has no pages, and the member reads what to do", async () => {
    await using server = await startServer({
      "/sitemap.xml": gzipSync(Buffer.alloc(60 * 1024 * 1024, "<url>")),
      "/wp-sitemap.xml": "<html>not found",
    });
    const address = `http://localhost:${server.port}`;
    await expect(webFolder(address, networkTo(address))).rejects.toThrow(
      /no sitemap that lists pages of it \(.+\)\. Name the host that it leads to/,
    );
  });

  test.each([
    [19_999, true],
    [20_000, true],
    [20_001, false],
  ])("with %i pages is read: %s", async (count, isRead) => {
    const paths = Array.from({ length: count }, (_, n) => `/p/${n}`);
    await using server = await startServer({ "/sitemap.xml": sitemapOf(paths) });
    const address = `http://localhost:${server.port}`;
    const reading = webFolder(address, networkTo(address));
    if (isRead) expect((await reading).paths).toHaveLength(count);
    else await expect(reading).rejects.toThrow("more than 20000 pages");
  });

  test("that stands at another host says which", async () => {
    await using server = await startServer({
      "/robots.txt": { to: "http://www.old.example/robots.txt" },
      "/sitemap.xml": { to: "http://www.old.example/sitemap.xml" },
    });
    const address = `http://localhost:${server.port}`;
    await expect(webFolder(address, networkTo(address))).rejects.toThrow("(it leads to www.old.example)");
    await using www = await startServer({ "/sitemap.xml": sitemapOf(["http://www.old.example/a"]) });
    const other = `http://localhost:${www.port}`;
    await expect(webFolder(other, networkTo(other))).rejects.toThrow("lists pages of www.old.example. Name that host.");
  });

  test("whose address has a password is not asked", async () => {
    await using server = await startServer({ "/sitemap.xml": sitemapOf(["/a"]) });
    const address = `http://localhost:${server.port}`;
    await expect(webFolder(address.replace("//", "//u:p@"), networkTo(address))).rejects.toThrow("password in it");
    const folder = await webFolder(address, networkTo(address));
    expect(folder.paths).toEqual([`${address}/a`]);
  });

  test("with a robots.txt of blank lines is read at once", async () => {
    await using server = await startServer({ "/robots.txt": "\n".repeat(400_000), "/sitemap.xml": sitemapOf(["/a"]) });
    const address = `http://localhost:${server.port}`;
    expect(await excess(() => webFolder(address, networkTo(address)), 100)).toBeUndefined();
  });

  test("in another encoding arrives in letters", async () => {
    await using server = await startServer({
      "/sitemap.xml": sitemapOf(["/a"]),
      "/a": Buffer.from("<html><meta charset='iso-8859-1'><p>Kr\u00e4he", "latin1"),
    });
    const address = `http://localhost:${server.port}`;
    const folder = await webFolder(address, networkTo(address));
    expect(await folder.text(`${address}/a`)).toContain("Krähe");
  });
});
