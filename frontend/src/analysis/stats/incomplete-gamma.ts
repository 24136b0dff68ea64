/** From here on Stirling's series with five terms has a relative error below 1e-13. */
const STIRLING_FROM = 12;
/** Series and fraction converge faster than the square root of a, and end long before. */
const MAX_TERMS = 10_000;
/** Stands for a denominator of 0 in the continued fraction. */
const TINY = 1e-300;

/**
 * Q(a, x), the upper incomplete gamma function divided by Γ(a): the chance of a gamma variable of shape a above x. Below
 * a + 1 it is 1 - P by the series of P (Abramowitz and Stegun, Handbook of Mathematical Functions, 6.5.29), above by the
 * continued fraction 6.5.31 in its even part, evaluated by Lentz's method as modified by Thompson and Barnett (Journal of
 * Computational Physics 64 (1986)). The relative error is under 1e-11 for a up to 10,000; where Q is near 1, the absolute one.
 * At or below x = 0 it is 1, at infinity 0. a is above 0.
 * Example: a 1, x 2: e^-2 = 0.1353352832366127; a 1/2, x 1.920729410347062: 0.05.
 */
export function upperGamma(a: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x === Infinity) return 0;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

/** 1/a (1 + x/(a + 1) + x²/((a + 1)(a + 2)) + ...) */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * Number.EPSILON; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(x + 1 - a - 1 (1 - a)/(x + 3 - a - 2 (2 - a)/(x + 5 - a - ...))) */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MAX_TERMS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b || TINY);
    c = b + numerator / c || TINY;
    const factor = c * d;
    fraction *= factor;
    if (Math.abs(factor - 1) < Number.EPSILON) break;
  }
  return fraction;
}

/**
 * log Γ(x) for x > 0: small x are multiplied up to 12, from there on it is Stirling's series (Abramowitz and Stegun, 6.1.40).
 * Example: Γ(5) = 24, so log Γ(5) = 3.1780538303479458.
 */
export function logGamma(x: number): number {
  let from = x;
  let product = 1;
  while (from < STIRLING_FROM) product *= from++;
  const square = 1 / (from * from);
  const remainder =
    (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / from;
  return (from - 0.5) * Math.log(from) - from + Math.log(2 * Math.PI) / 2 + remainder - Math.log(product);
}
