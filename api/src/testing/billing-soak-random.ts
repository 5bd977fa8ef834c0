/** Random decisions of the soak of billing: the same for the same seed. */
export type Chance = ReturnType<typeof createChance>;

export function createChance(seed: number) {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  return {
    random,
    below,
    happens: (probability: number) => random() < probability,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error("nothing to pick from");
      return value;
    },
    shuffle: <T>(values: readonly T[]): T[] =>
      values
        .map((value) => ({ value, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ value }) => value),
  };
}

/** Numbers from 0 up to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
