/**
 * The point `part / parts` of the way from lower to upper. Exact where lower, upper and the result are whole
 * numbers, exactly an end at part 0 or `parts` and where both ends are equal, and finite for any finite ends.
 * Example: interpolate(0, 251, 1, 3) = 83.66666666666667.
 */
export function interpolate(ends: readonly [number, number], part: number, parts: number): number {
  const [lower, upper] = ends;
  if (lower === upper || part === 0) return lower;
  if (part === parts) return upper;
  const sum = lower * (parts - part) + upper * part;
  if (Number.isFinite(sum)) return sum / parts;
  return (lower / parts) * (parts - part) + (upper / parts) * part;
}
