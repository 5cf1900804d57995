/** The canvas: the draft in a frame, with what it takes to change it around it. */
import { render } from "preact";
import "./canvas.css";

const root = document.querySelector("#editor");
if (root) {
  root.replaceChildren();
  render(<p class="starting">Canvas</p>, root);
}
