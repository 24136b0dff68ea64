/**
 * The rising sequence that is nearest to some values: the least sum of weight x (value - fit)², by pooling neighbours that
 * fall (pool adjacent violators: Ayer, Brunk, Ewing, Reid and Silverman, Annals of Mathematical Statistics 26 (1955)).
 * Equal to max over a <= i of min over b >= i of the weighted mean of the values a to b. No values: no fit.
 * Example: values 1, 3, 2, 4 of weight 1 give 1, 2.5, 2.5, 4.
 *
 * @param weights one per value, above 0
 */
export function fitRising(values: Float64Array, weights: Float64Array): Float64Array {
  const blocks: { sum: number; weight: number; size: number }[] = [];
  for (let at = 0; at < values.length; at++) {
    // The `!` here: below the length, and one per value.
    const weight = weights[at]!;
    let block = { sum: weight * values[at]!, weight, size: 1 };
    let last = blocks.at(-1);
    while (last && last.sum * block.weight >= block.sum * last.weight) {
      const { sum, weight: weightBefore, size } = last;
      block = { sum: sum + block.sum, weight: weightBefore + block.weight, size: size + block.size };
      blocks.pop();
      last = blocks.at(-1);
    }
    blocks.push(block);
  }
  return Float64Array.from(blocks.flatMap(({ sum, weight, size }) => Array<number>(size).fill(sum / weight)));
}
