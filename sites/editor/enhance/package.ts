/**
 * Installs a plugin's package that a member drops on the page of plugins. The plugin stays off until a member turns it
 * on.
 */

const installing = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('form[data-form="install"]');

export function offerPackage(): void {
  const over = (isOver: boolean): void => void installing()?.closest(".upload")?.classList.toggle("is-over", isOver);
  const isMeant = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes("Files") === true && installing() !== null;
  document.addEventListener("dragover", (event) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && over(false));
  document.addEventListener("drop", (event) => {
    const input = installing()?.querySelector<HTMLInputElement>('input[type="file"]');
    if (!isMeant(event) || !input || !event.dataTransfer) return;
    event.preventDefault();
    over(false);
    input.files = event.dataTransfer.files;
    if (input.files.length === 1) input.form?.requestSubmit();
  });
}
