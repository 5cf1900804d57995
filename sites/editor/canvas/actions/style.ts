/** Adds the styles of the actions' dialog when the first one opens. A separate style sheet would cost a request. */
const CSS = `
.action-form { display: grid; gap: .8rem; overflow: auto; min-block-size: 0; padding: 2px; }
.action-buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.action-buttons button { min-block-size: 42px; padding-inline: 1rem; }
.action-changes { overflow: auto; min-block-size: 0; display: grid; gap: 1rem; align-content: start; }
.action-changes ul { display: grid; gap: 1rem; padding: 0; list-style: none; }
.action-changes h3, .action-changes h4 { font-size: inherit; }
.action-sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem; }
.action-text { white-space: pre-wrap; overflow-wrap: anywhere; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 9px; }
.action-summary:focus { outline: none; }
`;

let isStyled = false;

export function style(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
