/** The frame receives the section's fields after it has loaded. Elements and textContent work here; innerHTML does not. */
const { fields, language } = await drawbridge.ready;
const [hours, total] = ["hours", "total"].map((id) => document.getElementById(id));

const calculate = () => (total.textContent = new Intl.NumberFormat(language).format(hours.valueAsNumber * fields.price));

hours.addEventListener("input", calculate);
calculate();
