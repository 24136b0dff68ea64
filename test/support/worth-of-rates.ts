/**
 * The worth of a lead of a rate, as a multiple of the mean: rate / unit, at most the worth of a converted lead, with the unit at which all
 * leads together are worth their number. By bisection, apart from the code.
 *
 * @param rates the best estimate of each lead
 */
export function worthOfRates(rates: readonly number[], conversions: number): (rate: number) => number {
  if (conversions === 0 || conversions === rates.length) return () => 1;
  const most = rates.length / conversions;
  const worthAt = (unit: number) => (rate: number) => Math.min(most, rate / unit);
  let [low, high] = [1e-12, 1];
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    const worth = worthAt(middle);
    if (rates.reduce((sum, rate) => sum + worth(rate), 0) > rates.length) low = middle;
    else high = middle;
  }
  return worthAt(high);
}
