/** Holds what publishes while a tick differs from the choice that it would publish, and says so beside it. */
export function followTicks(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.form?.matches(".choosing")) hold(target.form);
  });
  // A browser that comes back to a page may bring ticks along.
  const choosing = document.querySelector<HTMLFormElement>(".choosing");
  if (choosing) hold(choosing);
}

function hold(choosing: HTMLFormElement): void {
  const ticks = [...choosing.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const isOpen = ticks.some(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-by-ticks]")) button.disabled = isOpen;
  for (const hint of document.querySelectorAll<HTMLElement>("[data-open-ticks]")) hint.hidden = !isOpen;
}
