/**
 * Checks that 32 bytes are an Ed25519 public key for which only the key's owner can sign. Platforms import any bytes,
 * and for a point of low order, a signature of zeros verifies any message.
 */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

const Y_OF_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;

/** y coordinates of the points of order 1, 2, 4 and 8. A point and its negative have the same y. */
const LOW_ORDER: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

export type PointFault = "low_order" | "not_canonical" | "not_on_curve";

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

const mod = (value: bigint): bigint => ((value % P) + P) % P;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

/** x² = (y² - 1) / (dy² + 1) has a solution exactly when the right side is a square (Euler's criterion). */
function isOnCurve(y: bigint): boolean {
  const above = mod(y * y - 1n);
  const below = mod(D * y * y + 1n);
  return power(above * below, (P - 1n) / 2n) === 1n;
}

/** The fault of these 32 bytes as a public key; undefined for a sound key. */
export function pointFault(bytes: Uint8Array): PointFault | undefined {
  const y = BigInt.asUintN(255, littleEndian(bytes));
  // Reduces first, because a low-order point has further encodings above the prime.
  if (LOW_ORDER.has(mod(y))) return "low_order";
  if (y >= P) return "not_canonical";
  return isOnCurve(y) ? undefined : "not_on_curve";
}
