import type { SHAPED_EXPORTS } from './shaped-exports.ts';

/*
 * Figures of the first screen per value of the attribute, recomputed outside the project: a program in Python 3 (csv, math.lgamma, and the t
 * of scipy 1.17) read the bytes of each export, left leads out by methods G.2 or by weeks, and summed. Of each value: rate, or by value the
 * mean amount per lead; its 95% interval (Wilson; by value mean × e^(± t s) with s² = 1/k - 1/n + v / (k d²), d
 * the mean of the k deals and v their variance with divisor k - 1); the worth of a lead, in money.
 *
 * n leads and k conversions: predicted log odds = a + β, with β from bisection of k - n p = β/τ², a from bisection of Σ n p = Σ k, τ = Σ w τ /
 * Σ w over the spreads of methods B.2. By value k is the sum of the amounts, b the same per lead of all, N all leads: p = b (k + 50 b) / (n b +
 * 50 b), times one factor that makes the total exact. Worth = (k + s p) / (n + s) × the value of a conversion, times such a factor again. s
 * = the beta-binomial maximum over the values (without one, p stays), by value N / (X² Σa / Σa²) with X² = Σ (k - n p)² / (n p).
 */

/** s is known to 0.1%. */
export const WORTH_TOLERANCE = 1e-5;

type Figures = readonly [counted: number, low: number, high: number, worth: number];

export const SHAPED_FIGURES: Record<keyof typeof SHAPED_EXPORTS, Readonly<Record<string, Figures>>> = {
  pipedrive: {
    LinkedIn: [1885.27576, 1339.16069, 2654.09872, 1800.97862],
    Referral: [1356.19251, 1128.8269, 1629.35356, 1332.95769],
    'Google Ads': [1053.54802, 872.469442, 1272.20895, 1058.14889],
    TikTok: [919.690909, 614.329847, 1376.83587, 968.699293],
    'Paid Social': [293.330317, 205.027111, 419.664863, 358.203386],
  },
  german: {
    Messe: [4965.02674, 4047.57935, 6090.42797, 4660.6572],
    Empfehlung: [1765.52792, 1377.01482, 2263.65671, 1791.77404],
    'Google Ads': [745.947802, 573.253197, 970.667283, 807.129767],
    Webseite: [370.709434, 219.485317, 626.126094, 481.94106],
  },
  salesforce: {
    Referral: [0.302040816, 0.247967763, 0.362225809, 29.8027982],
    'Trade Show': [0.21025641, 0.158939518, 0.272768534, 20.8050609],
    Web: [0.164328657, 0.134401962, 0.199384077, 16.4138611],
    'Purchased List': [0.042042042, 0.0252061649, 0.0693233474, 4.65708968],
  },
  meta: {
    ig: [0.192602041, 0.166523996, 0.221677786, 233.373871],
    fb: [0.112701252, 0.0954753117, 0.132579604, 137.874673],
  },
  hubspot: {
    'Organic Search': [0.2625, 0.2217868, 0.30773154, 25.964506],
    'Email Marketing': [0.239583333, 0.184694427, 0.304688462, 23.5177152],
    'Paid Search': [0.149606299, 0.117296414, 0.188911392, 15.0637182],
    'Paid Social': [0.0899470899, 0.0650805725, 0.123064159, 9.41671858],
  },
  google: {
    Desktop: [0.235756385, 0.200945389, 0.274526035, 111.167974],
    Tablet: [0.132867133, 0.0867373855, 0.198205703, 63.6046116],
    Mobile: [0.0943396226, 0.0764549122, 0.11588306, 45.2182096],
  },
  zoho: {
    Partner: [0.441176471, 0.368654925, 0.51629772, 2234.80005],
    Webinar: [0.186602871, 0.139614845, 0.244903563, 964.627265],
    'Cold Call': [0.105960265, 0.0760617714, 0.145757269, 560.294347],
  },
  odoo: {
    Newsletter: [0.403141361, 0.336147921, 0.473954096, 39.7528204],
    'Search engine': [0.287449393, 0.234603629, 0.346805279, 28.6353898],
    Facebook: [0.12195122, 0.0839831169, 0.173827086, 12.8500977],
  },
  typeform: {
    '51-200': [0.464516129, 0.387809183, 0.542939375, 45.7434459],
    '11-50': [0.21719457, 0.167913615, 0.276139094, 21.7459459],
    '1-10': [0.09375, 0.0638098482, 0.135702035, 9.7809056],
  },
  sheetLog: {
    Desktop: [0.546341463, 0.477963062, 0.613015042, 54.2072153],
    Mobile: [0.25, 0.194578406, 0.31503286, 25.446535],
  },
};
