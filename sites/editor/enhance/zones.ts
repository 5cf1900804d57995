/** Lets a member enter times in their own time zone. Without scripts, the form takes UTC and says so. */

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names the zone in the field's help, and converts the field's UTC value to it. */
export function localZones(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[data-zone]:not([data-local])")) {
    input.dataset["local"] = "";
    const help = document.getElementById(input.getAttribute("aria-describedby") ?? "");
    if (help) help.textContent = (input.dataset["zone"] ?? "").replace("{zone}", ZONE);
    if (input.value !== "") input.value = localText(new Date(`${input.value}Z`));
    input.min = localText(new Date());
    input.addEventListener("input", () =>
      input.setCustomValidity(isLeftOut(input.value) ? (input.dataset["gap"] ?? "") : ""),
    );
    input.form?.addEventListener("formdata", ({ formData }) => {
      const entered = new Date(input.value);
      if (!Number.isNaN(entered.getTime())) formData.set(input.name, entered.toISOString());
    });
  }
}

/** Tells whether clocks go forward over an entered time, so that it never comes. Browsers would take a later one. */
export function isLeftOut(entered: string): boolean {
  const time = new Date(entered);
  return !Number.isNaN(time.getTime()) && localText(time) !== entered.slice(0, 16);
}

/** A time as the input's value, to the minute. */
function localText(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
