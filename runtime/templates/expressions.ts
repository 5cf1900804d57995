/** Compiles parsed Liquid expressions to functions. */
import {
  type FilteredValueToken,
  type Filter as ParsedFilter,
  type PropertyAccessToken,
  type RangeToken,
  type Token,
  type Value,
  TypeGuards,
} from "liquidjs";
import { RANGE_MAX } from "../../manifests/bounds/templates.ts";
import { unescapedText } from "./escape.ts";
import { FILTERS } from "./filters.ts";
import { ITEM_PRICE, payForCall, payForMade, searchPrice, TERM_PRICE } from "./prices.ts";
import type { Run } from "./run.ts";
import { BLANK, contains, EMPTY, equal, isTruthy, member, ordered, payFor, unwrap } from "./values.ts";

export type ReadExpression = (run: Run) => unknown;
type Operator = (left: unknown, right: unknown, run: Run) => boolean;

const LITERALS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["nil", null],
  ["null", null],
  ["empty", EMPTY],
  ["blank", BLANK],
]);

const OPERATORS = new Map<string, Operator>([
  ["==", equal],
  ["!=", (left, right) => !equal(left, right)],
  [">", (left, right) => ordered(left, right, (a, b) => a > b)],
  ["<", (left, right) => ordered(left, right, (a, b) => a < b)],
  [">=", (left, right) => ordered(left, right, (a, b) => a >= b)],
  ["<=", (left, right) => ordered(left, right, (a, b) => a <= b)],
  [
    "contains",
    (left, right, { budget }) => {
      if (!Array.isArray(left)) budget.charge(searchPrice(unescapedText(left), unescapedText(right)));
      return contains(left, right);
    },
  ],
]);

/** Compiles a value in an output, an assignment or a condition. */
export function readValue({ initial, filters }: Value): ReadExpression {
  return filters.reduce(filtered, readPostfix(initial.postfix));
}

/** Compiles a value in a tag or an argument. */
export function readOperand(token: Token | FilteredValueToken | undefined): ReadExpression {
  if (token === undefined) return () => undefined;
  if (TypeGuards.isLiteralToken(token)) return constant(LITERALS.get(token.literal));
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) return constant(token.content);
  if (TypeGuards.isPropertyAccessToken(token)) return readProperty(token);
  if (TypeGuards.isRangeToken(token)) return readRange(token);
  throw new SyntaxError(`an expression that is not supported: ${token.getText()}`);
}

const constant =
  (value: unknown): ReadExpression =>
  () =>
    value;

/** Compiles operands and operators in postfix order, with a stack. */
function readPostfix(tokens: readonly Token[]): ReadExpression {
  const stack: ReadExpression[] = [];
  for (const token of tokens) {
    if (TypeGuards.isOperatorToken(token)) stack.push(operation(token.operator, stack));
    else stack.push(readOperand(token));
  }
  return stack.at(-1) ?? constant(undefined);
}

/** Paths of up to this many names cost nothing beyond their node. */
const SHORT_PATH = 8;

/** Charges for each term, because a condition may be as long as its template and be in a loop. */
const term =
  (read: ReadExpression, terms = 1): ReadExpression =>
  (run) => {
    run.budget.charge(terms * TERM_PRICE);
    return read(run);
  };

function operation(name: string, stack: ReadExpression[]): ReadExpression {
  const right = stack.pop() ?? constant(undefined);
  if (name === "not") return term((run) => !isTruthy(right(run)));
  const left = stack.pop() ?? constant(undefined);
  if (name === "and") return term((run) => isTruthy(left(run)) && isTruthy(right(run)));
  if (name === "or") return term((run) => isTruthy(left(run)) || isTruthy(right(run)));
  const operator = OPERATORS.get(name);
  if (!operator) throw new SyntaxError(`unknown operator: ${name}`);
  return comparison(operator, left, right);
}

/** Charges for a comparison. It reads both sides, and a loop may compare the same long text repeatedly. */
const comparison =
  (operator: Operator, left: ReadExpression, right: ReadExpression): ReadExpression =>
  (run) => {
    const one = left(run);
    const other = right(run);
    run.budget.charge(TERM_PRICE);
    payFor(one, run.budget);
    payFor(other, run.budget);
    return operator(one, other, run);
  };

function readProperty({ variable, props }: PropertyAccessToken): ReadExpression {
  const [first, ...rest] = variable === undefined ? props : [variable, ...props];
  const root = variable === undefined ? readRoot(first) : readOperand(first);
  const read = rest.map(readKey).reduce((container, key) => (run) => member(container(run), key(run)), root);
  return rest.length <= SHORT_PATH ? read : term(read, rest.length);
}

/** Compiles a key of a path: a literal name (`fields.title`), or a computed one (`fields[name]`). */
const readKey = (token: Token): ReadExpression =>
  TypeGuards.isWordToken(token)
    ? constant(token.content)
    : (
        (key: ReadExpression): ReadExpression =>
        (run) =>
          unwrap(key(run))
      )(readOperand(token));

function readRoot(token: Token | undefined): ReadExpression {
  if (token === undefined) return constant(undefined);
  if (TypeGuards.isWordToken(token))
    return (
      (name: string): ReadExpression =>
      (run) =>
        run.get(name)
    )(token.content);
  const name = readKey(token);
  return (run) => run.get(String(name(run)));
}

function readRange({ lhs, rhs }: RangeToken): ReadExpression {
  const low = readOperand(lhs);
  const high = readOperand(rhs);
  return (run) => range(run, end(low(run)), end(high(run)));
}

function end(value: unknown): number {
  const whole = Math.trunc(Number(unwrap(value) ?? 0));
  if (Math.abs(whole) > RANGE_MAX) throw new RangeError(`a range beyond ${RANGE_MAX}`);
  return Number.isNaN(whole) ? 0 : whole;
}

function range({ budget }: Run, low: number, high: number): number[] {
  const length = Math.max(0, high - low + 1);
  budget.charge(length * ITEM_PRICE);
  return Array.from({ length }, (_, index) => low + index);
}

function filtered(input: ReadExpression, { name, args }: ParsedFilter): ReadExpression {
  const filter = FILTERS.get(name);
  if (!filter) throw new SyntaxError(`undefined filter: ${name}`);
  const given = args.map(readArgument);
  return (run) => {
    run.budget.step();
    const value = input(run);
    const values = given.map((argument) => argument(run));
    payFor(value, run.budget);
    payFor(values, run.budget);
    payForCall(name, value, values, run.budget);
    const made = filter(value, values, run);
    payForMade(made, run.budget);
    return made;
  };
}

/** Compiles an argument. A named argument (`name: value`) becomes a pair. */
function readArgument(argument: ParsedFilter["args"][number]): ReadExpression {
  if (!Array.isArray(argument)) return readOperand(argument);
  const [name, token] = argument;
  const value = readOperand(token);
  return (run) => [name, value(run)];
}
