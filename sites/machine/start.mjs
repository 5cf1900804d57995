/** `npm start`: loads the program from what Node has compiled of it before. */
import "./compiled.mjs";

await import("./start.ts");
