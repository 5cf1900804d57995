/** The section types that were added last in this browser. */
const NAME = "drawbridge-editor-recent";
const MOST = 6;

export function recentTypes(): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(list) ? list.filter((type) => typeof type === "string") : [];
  } catch {
    return [];
  }
}

export function remember(type: string): void {
  try {
    const types = [type, ...recentTypes().filter((other) => other !== type)].slice(0, MOST);
    localStorage.setItem(NAME, JSON.stringify(types));
  } catch {
    // Without storage, the catalogue's order stays.
  }
}
