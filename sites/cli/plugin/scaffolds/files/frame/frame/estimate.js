/** The frame receives the section's fields after it has loaded. It shows what the template shows, and calculates. */
const { fields, language } = await drawbridge.ready;
const [title, price, hours, total] = ["title", "price", "hours", "total"].map((id) => document.getElementById(id));
const number = new Intl.NumberFormat(language);

title.textContent = fields.title;
price.textContent = `An hour costs ${number.format(fields.price)}.`;

/** Screen readers say the new total, because it is an output. */
const calculate = () => {
  total.textContent = hours.validity.valid ? number.format(hours.valueAsNumber * fields.price) : "1 to 200 hours";
};

hours.addEventListener("input", calculate);
calculate();
