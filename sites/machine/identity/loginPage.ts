import type { Person } from "./people.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const STYLE = `
  body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem;
    color: #1c2430; background: #f6f7f9 }
  button { display: block; width: 100%; margin: .6rem 0; padding: .8rem 1rem; font: inherit; text-align: left;
    cursor: pointer; color: inherit; background: #fff; border: 1px solid #8a94a3; border-radius: .5rem }
  button:hover, button:focus-visible { border-color: #1c2430; outline: 2px solid #3b6fd4; outline-offset: 1px }
  small { display: block; color: #4a5565 }`;

const choice = ({ subject, name, says }: Person): string =>
  `<button name="person" value="${escaped(subject)}">${escaped(name)}<small>${escaped(says)}</small></button>`;

/** The login page of the local provider. It asks no password, because its people are invented. */
export const loginPage = (people: readonly Person[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Who are you?</title><style>${STYLE}</style></head><body><main><h1>Who are you?</h1>` +
  `<p>This identity provider runs on your machine only. Everybody it knows is made up.</p>` +
  `<form method="post">${people.map(choice).join("")}<button name="person" value="">Nobody, go back</button></form>` +
  `</main></body></html>\n`;
