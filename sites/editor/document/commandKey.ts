const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** True for a key with Ctrl, or with ⌘ on a Mac. */
export const isCommand = (event: KeyboardEvent): boolean => (isMac ? event.metaKey : event.ctrlKey);
