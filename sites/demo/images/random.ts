/** A seeded generator (mulberry32), so that the same sources always draw the same picture. */
export interface Random {
  between: (low: number, high: number) => number;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

/** A smooth wandering line: a few sine waves with seeded phases, within -1 and 1. */
export function wander(seed: number, waves = 5): (x: number) => number {
  const source = random(seed);
  const parts = Array.from({ length: waves }, (_, index) => ({
    pitch: (index + 1) * source.between(0.7, 1.3),
    phase: source.between(0, Math.PI * 2),
    weight: 1 / (index + 1.4),
  }));
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  return (x) => parts.reduce((sum, part) => sum + Math.sin(x * part.pitch + part.phase) * part.weight, 0) / total;
}
