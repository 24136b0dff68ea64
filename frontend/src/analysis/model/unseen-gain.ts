/**
 * By how many standard errors one prediction of the leads is better than another: Σ gain / √Σ gain², with the gain of a lead = its
 * log-likelihood under the one - under the other. 0 where both say the same.
 * Example: gains 0.3, 0.1 and -0.2: 0.2 / 0.3742 = 0.5345.
 */
export function measureGainZ(own: Float64Array, other: Float64Array): number {
  let [gain, squares] = [0, 0];
  for (let lead = 0; lead < own.length; lead++) {
    const difference = own[lead]! - other[lead]!; // as many
    gain += difference;
    squares += difference ** 2;
  }
  return squares > 0 ? gain / Math.sqrt(squares) : 0;
}

/**
 * The yield per lead of the share with the highest scores: its conversion rate, or by value its amount. Leads of equal scores at the border
 * count in part, each as their mean. 0 without leads.
 * Example: a tenth of 20 leads, one with the score 0.9 that converted, four with 0.5 of which one did: (1 + 1/4) / 2 = 0.625.
 */
export function measureBest(
  scores: Float64Array,
  { outcomes, share }: { outcomes: Float64Array; share: number },
): number {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!); // below the length
  const wanted = scores.length * share;
  let [taken, sum] = [0, 0];
  for (let from = 0; from < order.length && taken < wanted;) {
    const score = scores[order[from]!]; // below the length
    let [to, group] = [from, 0];
    for (; to < order.length && scores[order[to]!] === score; to++) group += outcomes[order[to]!]!; // as above
    const used = Math.min(to - from, wanted - taken);
    sum += (group * used) / (to - from);
    taken += used;
    from = to;
  }
  return taken > 0 ? sum / taken : 0;
}
