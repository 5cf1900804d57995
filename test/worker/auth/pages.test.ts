import { describe, expect, test } from "vitest";
import { askToStart, loginQuestion, receipt, loginSorry } from "../../../sites/web/auth/pages.ts";
import { STYLE } from "../../../sites/web/document/sheet.generated.ts";
import { STYLE_PATH } from "../../../sites/web/document/sheetPath.ts";
import { inLanguage } from "../../fixtures/languages/inLanguage.ts";

const ORIGIN = "https://a.example";
const browser = new Request("https://site.example/", { headers: { accept: "text/html" } });
const inGerman = (page: () => Response): Promise<string> => inLanguage("de", page).text();

const asks =
  (hostname: string, check = "amber") =>
  () =>
    loginQuestion({
      place: { hostname, origin: ORIGIN },
      role: "editor",
      check,
      loopback: "http://127.0.0.1:1",
      action: "/allow",
      fields: { state: '"><b>' },
    });

describe("the pages before the editor", () => {
  test("offer another login only where it can help", async () => {
    const shown = async (code: "LOGIN_FAILED" | "LOGIN_UNAVAILABLE") => loginSorry(browser, ORIGIN, code).text();
    expect(await shown("LOGIN_FAILED")).toContain('href="/api/auth/start"');
    expect(await shown("LOGIN_UNAVAILABLE")).not.toContain("/api/auth/start");
  });

  test.each<[string, () => Response, string]>([
    [
      "a failed login",
      () => loginSorry(browser, ORIGIN, "LOGIN_FAILED"),
      "Diese Anmeldung ließ sich nicht abschließen.",
    ],
    [
      "nobody invited",
      () => receipt(browser, ORIGIN, { issuer: "https://a.example", subject: "s" }),
      "<dt>Ihr Code</dt>",
    ],
    [
      "a login begun elsewhere",
      () => askToStart({ hostname: "a.example", origin: ORIGIN }, "/start"),
      "<h1>Bei a.example anmelden?</h1>",
    ],
    ["a program that asks", asks("a.example"), "wo Sie Redakteur sind"],
  ])("speak German, and say so: %s", async (_, page, says) => {
    const html = await inGerman(page);
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain(says);
    const english = await page().text();
    expect(english).toContain('<html lang="en" dir="ltr">');
    expect(english).not.toContain(says);
  });

  test("show what others have named as text, also where it looks like a place for a value", async () => {
    for (const page of [
      asks("<b>{role}", "<i>{name}"),
      () => askToStart({ hostname: "<b>{role}", origin: ORIGIN }, '"><i>'),
    ]) {
      const html = await inGerman(page);
      expect(html).not.toMatch(/<b>|<i>/);
      expect(html).toContain("&lt;b&gt;{role}");
    }
  });

  test.each<[string, () => Response, string]>([
    ["a failed login", () => loginSorry(browser, ORIGIN, "LOGIN_FAILED"), "'none'"],
    ["nobody invited", () => receipt(browser, ORIGIN, { issuer: "https://a.example", subject: "s" }), "'none'"],
    ["a login begun elsewhere", () => askToStart({ hostname: "a.example", origin: ORIGIN }, "/start"), "'none'"],
    ["a program that asks", asks("a.example"), "'self' http://127.0.0.1:1"],
  ])("have the editor's sheet and no script: %s", async (_, page, action) => {
    const response = page();
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src ${ORIGIN}${STYLE_PATH}; form-action ${action}; base-uri 'none'; frame-ancestors 'none'`,
    );
    const html = await response.text();
    expect(html.match(/<link [^>]*>/g)).toEqual([
      `<link rel="stylesheet" href="${STYLE_PATH}" integrity="${STYLE.integrity}">`,
    ]);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  test("tell somebody whom nobody invited nothing but who they are", async () => {
    const told = async (origin: string, issuer: string, subject: string) => {
      const response = receipt(browser, origin, { issuer, subject });
      expect([response.status, response.headers.get("cache-control"), response.headers.get("set-cookie")]).toEqual([
        403,
        "no-store",
        null,
      ]);
      return response.text();
    };
    const [one, other] = [await told(ORIGIN, "https://i.example", "abc"), await told("https://b.example", "I", "S")];
    expect(one.replace("https://i.example", "I").replace(">abc<", ">S<")).toBe(other);
  });

  test("tell a program who it is, byte for byte as ever", async () => {
    const program = new Request("https://a.example/", { headers: { accept: "application/json" } });
    const response = receipt(program, ORIGIN, { issuer: "https://i.example", subject: "abc" });
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      403,
      "application/json",
      '{"issuer":"https://i.example","subject":"abc"}\n',
    ]);
  });

  test("answer a program with the problem that it knows, in whatever language somebody asks", async () => {
    const problem = await inLanguage("de", () =>
      loginSorry(new Request("https://a.example/"), ORIGIN, "LOGIN_FAILED"),
    ).json();
    expect(problem).toMatchObject({ code: "LOGIN_FAILED", title: expect.stringContaining("could not be completed") });
  });
});
