/** Disables the publish buttons while the ticks differ from the saved choice, and shows a hint. */
export function followTicks(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.form?.matches(".choosing")) hold(target.form);
  });
  // Browsers restore ticks when a member returns to a page.
  const choosing = document.querySelector<HTMLFormElement>(".choosing");
  if (choosing) hold(choosing);
}

function hold(choosing: HTMLFormElement): void {
  const ticks = [...choosing.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const isOpen = ticks.some(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-by-ticks]")) button.disabled = isOpen;
  for (const hint of document.querySelectorAll<HTMLElement>("[data-open-ticks]")) hint.hidden = !isOpen;
}
