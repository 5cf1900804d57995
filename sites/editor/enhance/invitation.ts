import { partOfPage } from "./page.ts";

/** A fragment with a secret. A mail program may have added signs to it, which the site leaves out. */
const SECRET = /^#[^/]*[A-Za-z0-9_-]{43}/;

/** Sends the secret of an invitation link to the site, and removes it from the address and the history. */
export function followInvitation(): void {
  const open = (): void => {
    const [form, input] = [document.querySelector<HTMLFormElement>('form[data-form="open"]'), partOfPage("invitation")];
    if (!form || !(input instanceof HTMLInputElement) || !SECRET.test(location.hash)) return;
    input.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    form.requestSubmit();
  };
  open();
  addEventListener("hashchange", open);
}
