/** Lets a member enter a time in their own zone. Without a script the form takes it in UTC, and says so. */

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Says the zone, and writes a time that came back in UTC as the member had entered it. */
export function localZones(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[data-zone]:not([data-local])")) {
    input.dataset["local"] = "";
    const help = document.getElementById(input.getAttribute("aria-describedby") ?? "");
    if (help) help.textContent = (input.dataset["zone"] ?? "").replace("{zone}", ZONE);
    if (input.value !== "") input.value = localText(new Date(`${input.value}Z`));
    input.min = localText(new Date());
    input.form?.addEventListener("formdata", ({ formData }) => {
      const entered = new Date(input.value);
      if (!Number.isNaN(entered.getTime())) formData.set(input.name, entered.toISOString());
    });
  }
}

/** A time as the input writes it, to the minute. */
function localText(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
