/**
 * A frame that makes an inner document from text. The document would run the pinned script in a realm without the
 * bridge, with peer connections and the page's history.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProfiles, type Profiles } from "../../browser/profiles.ts";
import { type FrameSite, frameSite } from "../../browser/frameSite.ts";
import { boardWith } from "../../browser/board.ts";

/** The ways to an inner document. Each gets an element's text with the attribute, or the text of a document. */
const INNER: Readonly<Record<string, string>> = {
  "the property": "frame.srcdoc = inside; body.append(frame)",
  "an attribute": 'frame.setAttribute("srcdoc", inside); body.append(frame)',
  "an attribute without a namespace": 'frame.setAttributeNS(null, "SRCDOC".toLowerCase(), inside); body.append(frame)',
  "a node": "node.value = inside; frame.setAttributeNode(node); body.append(frame)",
  "a node of a map": "node.value = inside; frame.attributes.setNamedItem(node); body.append(frame)",
  "a node that is there":
    'frame.toggleAttribute("srcdoc"); frame.getAttributeNode("srcdoc").value = inside; body.append(frame)',
  "the text of a node":
    'frame.toggleAttribute("srcdoc"); frame.getAttributeNode("srcdoc").textContent = inside; body.append(frame)',
  "a node of another document":
    'const other = document.implementation.createHTMLDocument("").createElement("iframe"); other.srcdoc = inside; body.append(other)',
  "inner HTML": "body.innerHTML = element",
  "outer HTML": "body.append(box); box.outerHTML = element",
  "large letters": 'body.innerHTML = element.replace("srcdoc", "SrcDoc")',
  "HTML beside": 'body.insertAdjacentHTML("beforeend", element)',
  "a fragment": "body.append(document.createRange().createContextualFragment(element))",
  "a template": 'const t = document.createElement("template"); t.innerHTML = element; body.append(t.content)',
  "a shadow": 'box.attachShadow({ mode: "open" }).innerHTML = element; body.append(box)',
  "a declared shadow": "body.setHTMLUnsafe(`<div><template shadowrootmode=open>${element}</template></div>`)",
  "a parsed document": 'body.append(new DOMParser().parseFromString(element, "text/html").querySelector("iframe"))',
  "a parsed document of XML":
    "body.append(new DOMParser().parseFromString(`<x xmlns:h='http://www.w3.org/1999/xhtml'>${element.replaceAll('iframe', 'h:iframe')}</x>`, 'text/xml').documentElement.firstChild)",
  "an entity of XML":
    "body.append(new DOMParser().parseFromString(`<!DOCTYPE x [<!ENTITY e '${element.replace('<iframe', '&#60;iframe xmlns=\"http://www.w3.org/1999/xhtml\"').replace('srcdoc', '&#115;rcdoc')}'>]><x>&e;</x>`, 'text/xml').documentElement.firstChild)",
  "a document's own parser": 'body.append(Document.parseHTMLUnsafe(element).querySelector("iframe"))',
  "written pieces": "document.write(element.slice(0, 10)); document.write(element.slice(10)); document.close()",
  "written pieces of another document":
    'const other = document.implementation.createHTMLDocument(""); other.write(element.slice(0, 10)); other.write(element.slice(10)); body.append(other.querySelector("iframe"))',
  "a command":
    'box.contentEditable = "true"; body.append(box); box.focus(); getSelection().selectAllChildren(box); document.execCommand("insertHTML", false, element)',
  "a transformation":
    "const sheet = new DOMParser().parseFromString(`<x:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform' xmlns='http://www.w3.org/1999/xhtml'><x:template match='/'><iframe><x:attribute name='{concat(\"src\", \"doc\")}'><x:value-of select='.'/></x:attribute></iframe></x:template></x:stylesheet>`, 'text/xml'); const from = document.implementation.createDocument(null, 'a'); from.documentElement.textContent = inside; const t = new XSLTProcessor(); t.importStylesheet(sheet); body.append(t.transformToFragment(from, document))",
  "the frame's policy":
    'frame.srcdoc = trustedTypes.defaultPolicy.createHTML(inside, "TrustedHTML", "Element innerHTML"); body.append(frame)',
  "a policy of its own":
    'frame.srcdoc = trustedTypes.createPolicy("own", { createHTML: (text) => text }).createHTML(inside); body.append(frame)',
  "a second policy of the name":
    'trustedTypes.createPolicy("default", { createHTML: (text) => text }); body.innerHTML = element',
  "a text that changes": "let reads = 0; body.innerHTML = { toString: () => (reads++ ? element : 'a') }",
  "another check":
    "String.prototype.includes = () => false; String.prototype.toLowerCase = () => ''; RegExp.prototype.exec = () => null; Reflect.apply = () => false; Function.prototype.call = () => false; body.innerHTML = element",
};

/** The script of the frame. In an inner document it tells that it ran, and what the bridge would have removed there. */
const script = `
if (typeof drawbridge === "undefined") {
  parent.postMessage({ ran: typeof RTCPeerConnection }, "*");
  throw new Error("ran");
}
await drawbridge.ready;
const inside = "<" + "script type=module>" + document.scripts[document.scripts.length - 1].textContent + "<" + "/script>";
const element = '<iframe srcdoc="' + inside.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("'", "&#39;") + '"></iframe>';
const told = {};
const [wait, listen] = [setTimeout, addEventListener];
const ways = { ${Object.entries(INNER)
  .map(([name, code]) => `${JSON.stringify(name)}: (body, frame, box, node) => { ${code} }`)
  .join(", ")} };
const { body } = document;
for (const [name, way] of Object.entries(ways)) {
  const place = document.createElement("div");
  body.append(place);
  let ran = "nothing";
  listen("message", ({ data }) => { if (data.ran) ran = "ran with " + data.ran; }, { once: true });
  try {
    way(place, document.createElement("iframe"), document.createElement("div"), document.createAttribute("srcdoc"));
  } catch (error) { told[name] = "threw " + error.name; }
  await new Promise((done) => wait(done, 60));
  if (ran !== "nothing") told[name] = ran;
  else told[name] ??= ran;
}
const out = document.createElement("output");
out.textContent = JSON.stringify(told);
body.append(out);
`;

let browser: Profiles;
let site: FrameSite;

beforeAll(async () => {
  browser = await openProfiles();
  site = await frameSite(boardWith(script), "lantern.board/tasks", { title: "T" });
});

afterAll(async () => {
  await browser?.close();
  site?.stop();
});

test("no way leads to an inner document that runs", async () => {
  const page = await browser.newPage();
  await page.goto(site.origin);
  const frame = await (await page.waitForSelector("[data-frame] iframe", { state: "attached" })).contentFrame();
  await frame?.waitForSelector("output", { timeout: 30_000, state: "attached" });
  const told = JSON.parse((await frame?.textContent("output")) ?? "") as Readonly<Record<string, string>>;
  expect(Object.keys(told)).toEqual(Object.keys(INNER));
  expect(Object.entries(told).filter(([, what]) => what.startsWith("ran"))).toEqual([]);
  await page.close();
});
