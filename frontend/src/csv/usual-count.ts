/**
 * The count of delimiters per record that most delimiters belong to, 0 where there are none. Weighed so, a few title
 * lines do not outvote a short table.
 */
export function usualCount(counts: readonly number[]): number {
  const weights = new Map<number, number>();
  for (const count of counts) weights.set(count, (weights.get(count) ?? 0) + count);
  let usual = 0;
  for (const [count, weight] of weights) {
    if (weight > (weights.get(usual) ?? 0)) usual = count;
  }
  return usual;
}
