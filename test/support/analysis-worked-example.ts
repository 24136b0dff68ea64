import type { Cell } from './analysis-builders.ts';

/**
 * 1,000 leads, 200 conversions, baseline rate 0.2, worked by hand. Per value:
 *
 * | value    | leads | conversions | lift | weight  | adjusted lift          | chi-square                          |
 * | Referral |   100 |          40 |  2   |  100/150 | 1 + 2/3 x 1     = 5/3  | 1000 (40x740 - 60x160)²             |
 * |          |       |             |      |          |                        | / (100x900x200x800)        = 250/9  |
 * | Email    |   200 |          40 |  1   |  200/250 | 1                      | 0                                   |
 * | Ads      |   700 |         120 | 6/7  |  700/750 | 1 - 14/15 x 1/7 = 13/15| 1000 (120x220 - 580x80)²            |
 * |          |       |             |      |          |                        | / (700x300x200x800)        = 250/21 |
 * | Mobile   |   500 |          50 | 0.5  |  500/550 | 1 - 10/11 x 0.5 = 6/11 | 1000 (50x350 - 450x150)²            |
 * | Desktop  |   500 |         150 | 1.5  |  500/550 | 1 + 10/11 x 0.5 = 16/11| / (500x500x200x800)        = 62.5   |
 *
 * Referral and Desktop interact: predicted lift 80/33, predicted rate 16/33, expected 800/33 of 50, variance
 * 800/33 x 17/33; 35 converted: actual lift 3.5, chi-square (35 - 800/33)² / (13600/1089) = 9.26654.
 * The other three pairs of significant segments do not interact, at 10%:
 * Referral and Mobile: predicted 10/11, 5 of 50 = 0.5, chi-square (5 - 100/11)² / (900/121) = 2.25;
 * Ads and Mobile: predicted 26/55, 35 of 350 = 0.5; Ads and Desktop: predicted 208/165, 85 of 350 = 17/14.
 */
export const workedFields = ['Source', 'Device'];
export const workedCells: readonly Cell[] = [
  [['Referral', 'Mobile'], 50, 5],
  [['Referral', 'Desktop'], 50, 35],
  [['Email', 'Mobile'], 100, 10],
  [['Email', 'Desktop'], 100, 30],
  [['Ads', 'Mobile'], 350, 35],
  [['Ads', 'Desktop'], 350, 85],
];

/** 800 leads of the same fields, 180 converted. All four values are significant, and no pair of them interacts. */
export const independentCells: readonly Cell[] = [
  [['A', 'X'], 200, 80],
  [['A', 'Y'], 200, 40],
  [['B', 'X'], 200, 40],
  [['B', 'Y'], 200, 20],
];

/**
 * 800 leads of the same fields, 240 converted. All pairs interact, so every lift is cut. A: 180 of 400, lift 1.5, adjusted
 * 1 + 8/9 x 1/2 = 1.444, cut to 1.228. Y: 140 of 400, lift 7/6, adjusted 1 + 8/9 x 1/6 = 1.148, cut to 0.976.
 */
export const cutCells: readonly Cell[] = [
  [['A', 'X'], 200, 60],
  [['A', 'Y'], 200, 120],
  [['B', 'X'], 200, 40],
  [['B', 'Y'], 200, 20],
];

/** Tails of chi-square with 1 degree of freedom, by mpmath 1.3 with 30 digits: erfc(sqrt(x / 2)). */
export const workedPValues = {
  referral: 1.360802291135731e-7,
  ads: 0.0005599062480061834,
  device: 2.664446389235929e-15,
  referralDesktop: 0.002333776394192856,
  referralMobile: 0.1336144025377161,
};
