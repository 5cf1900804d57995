/** Shows the picture of the chosen option beside a select field. */
export function followPictures(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const place = placeBeside(target);
    if (place) show(place, target.value);
  });
}

const placeBeside = (field: Element): HTMLElement | null =>
  field.closest(".pictured")?.querySelector<HTMLElement>("[data-pictures]") ?? null;

function show(place: HTMLElement, chosen: string): void {
  const addresses = JSON.parse(place.dataset["pictures"] ?? "{}") as Readonly<Record<string, string>>;
  const src = addresses[chosen];
  place.replaceChildren(...(src === undefined ? [] : [pictureAt(src)]));
}

function pictureAt(src: string): HTMLImageElement {
  const picture = new Image();
  picture.src = src;
  picture.alt = "";
  return picture;
}
