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
    input.form?.addEventListener("formdata", ({ formData }) => {
      const entered = new Date(input.value);
      if (!Number.isNaN(entered.getTime())) formData.set(input.name, entered.toISOString());
    });
  }
}

/** A time as the input's value, to the minute. */
function localText(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
