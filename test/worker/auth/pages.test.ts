import { describe, expect, test } from "vitest";
import { askToStart, loginQuestion, receipt, loginSorry } from "../../../sites/hosting/auth/pages.ts";
import { readAs } from "../../../sites/shared/editor/reader.ts";

const browser = new Request("https://site.example/", { headers: { accept: "text/html" } });
const inGerman = (page: () => Response): Promise<string> => readAs({ language: "de" }, page).text();

const asks =
  (hostname: string, check = "amber") =>
  () =>
    loginQuestion({
      hostname,
      role: "editor",
      check,
      loopback: "http://127.0.0.1:1",
      action: "/allow",
      fields: { state: '"><b>' },
    });

describe("the pages before the editor", () => {
  test.each<[string, () => Response, string]>([
    ["a failed login", () => loginSorry(browser, "LOGIN_FAILED"), "Diese Anmeldung ließ sich nicht abschließen."],
    ["nobody invited", () => receipt(browser, { issuer: "https://a.example", subject: "s" }), "<dt>Ihr Code</dt>"],
    ["a login begun elsewhere", () => askToStart("a.example", "/start"), "<h1>Bei a.example anmelden?</h1>"],
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
    for (const page of [asks("<b>{role}", "<i>{name}"), () => askToStart("<b>{role}", '"><i>')]) {
      const html = await inGerman(page);
      expect(html).not.toMatch(/<b>|<i>/);
      expect(html).toContain("&lt;b&gt;{role}");
    }
  });

  test("answer a program with the problem that it knows, in whatever language somebody asks", async () => {
    const problem = await readAs({ language: "de" }, () =>
      loginSorry(new Request("https://a.example/"), "LOGIN_FAILED"),
    ).json();
    expect(problem).toMatchObject({ code: "LOGIN_FAILED", title: expect.stringContaining("could not be completed") });
  });
});
