/**
 * SES's console shows what its errors keep secret, and listens to processes and windows. A plugin gets a console of
 * ours, its errors keep nothing secret from it, and there is no process and no window.
 */
export const tameConsole = (): { readonly console: unknown } => ({ console: globalThis.console });
