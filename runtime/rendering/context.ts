import type { Liquid as Engine } from "liquidjs";
import { Context } from "liquidjs";
import type { Budget } from "./budget.ts";
import type { Surroundings } from "./surroundings.ts";

/** Names that lead from a value to the machinery behind it. Liquid hides most of them, but not those of its own objects. */
const HIDDEN = new Set<unknown>(["__proto__", "constructor", "prototype"]);

/** The state of one rendering. */
export class RenderContext extends Context {
  readonly budget: Budget;
  readonly surroundings: Surroundings;
  /** What the template has written so far, outside of captures. */
  readonly emitter: CountingEmitter;
  readonly #engine: Engine;

  constructor(engine: Engine, scope: object, surroundings: Surroundings, budget: Budget, emitter: CountingEmitter) {
    super(scope, engine.options, { sync: true }, { liquid: engine });
    this.#engine = engine;
    this.budget = budget;
    this.surroundings = surroundings;
    this.emitter = emitter;
    // Liquid asks its limiters before each piece and each allocation; both questions go to the one budget.
    this.renderLimit.check = () => budget.step();
    this.memoryLimit.use = (chars) => budget.charge(Number(chars));
  }

  override spawn(scope: object = {}): RenderContext {
    return new RenderContext(this.#engine, scope, this.surroundings, this.budget, this.emitter);
  }

  override readProperty(...[object, key]: Parameters<Context["readProperty"]>): unknown {
    return HIDDEN.has(key) ? undefined : super.readProperty(object, key);
  }
}

/** Collects what is written and counts it, static text too: a short text in a long loop is a long text. */
export class CountingEmitter {
  buffer = "";
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  write(text: unknown): void {
    const written = String(text);
    this.#budget.charge(written.length);
    this.buffer += written;
  }
}
