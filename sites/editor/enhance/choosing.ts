/** Ticks all rows of a list at once. */
export function followChoosing(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["ticks"] === undefined) return;
    for (const tick of document.querySelectorAll<HTMLInputElement>(`input[form="${target.dataset["ticks"]}"]`))
      tick.checked = target.checked;
  });
}
