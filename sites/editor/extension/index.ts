/** The browser extension: one click on a published page opens its editor. It sees a page only after that click. */
import { EDITOR_ENTRY_NAME } from "../../../runtime/rendering/editorEntry.ts";
import { entryLoginAddress, type VisitedPage } from "./entry.ts";

const NO_EDITOR = "This page names no editor";

/**
 * Runs in the page, isolated from the page's scripts. It uses nothing outside itself, because the browser passes it as
 * text.
 */
const readEntry = (name: string): VisitedPage => ({
  address: location.href,
  endpoint: document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? null,
});

async function findEntry(tabId: number): Promise<VisitedPage | undefined> {
  try {
    const [found] = await chrome.scripting.executeScript({
      target: { tabId },
      func: readEntry,
      args: [EDITOR_ENTRY_NAME],
    });
    return found?.result;
  } catch {
    // Browsers do not run extensions on their own pages and in their extension shops.
    return undefined;
  }
}

async function open({ id: tabId, index }: ChromeTab): Promise<void> {
  if (tabId === undefined) return;
  const entry = await findEntry(tabId);
  const url = entry && entryLoginAddress(entry);
  if (url === undefined) {
    await chrome.action.setTitle({ tabId, title: NO_EDITOR });
    await chrome.action.setBadgeText({ tabId, text: "–" });
    return;
  }
  await chrome.tabs.create({ url, index: index + 1 });
}

chrome.action.onClicked.addListener((tab) => void open(tab));
