import type { Deal } from './valued-leads.ts';

export const DEAL_FIELDS = ['Source', 'Device'] as const;

/**
 * 1,200 leads, of which 383 converted. The figures in tests come from numpy 2.4 and this program (python3):
 *
 *   import numpy as np, math
 *   I, giant = range(1200), 0  # or 40000
 *   source = ['Ads' if i*37%101 < 40 else 'Web' if i*37%101 < 75 else 'Referral' if i*37%101 < 99 else 'Rare' for i in I]
 *   device = ['Mobile' if i*53%97 < 60 else 'Desktop' for i in I]
 *   won = np.array([i*71%89 < (40 if s == 'Referral' else 25) for i, s in zip(I, source)])
 *   size = np.array([0 if i%17 == 0 else (10 + i*i*31%1009) * (3 if s == 'Referral' and d == 'Desktop' else 1)
 *                    + (giant if i == 464 else 0) for i, s, d in zip(I, source, device)], float)
 *   x = np.where(won, size, 0); N, mean, v = len(x), x.mean(), x.var()
 *   cap, shown = (np.minimum(x, np.quantile(x[won], part)) for part in (.95, .99))
 *   p = lambda z2: math.erfc(math.sqrt(z2 / 2))
 *   z2 = lambda y, m: (y[m].mean() - y[~m].mean())**2 / (y.var() * (1/m.sum() + 1/(~m).sum()))
 *   for column in (source, device):
 *     for name in sorted(set(column)):
 *       m = np.array([c == name for c in column]); a, b, n, c = x[m], x[~m], m.sum(), (m & won).sum(); f = n/N
 *       s = math.sqrt(a.var()/n/a.mean()**2 + b.var()/len(b)/b.mean()**2)
 *       ends = [r/(f*r + 1 - f) for r in (a.mean()/b.mean()*math.exp(k*1.959963984540054*s) for k in (-1, 1))]
 *       top = np.sort(a)[::-1][:max(1, c//100)].sum()
 *       print(name, n, c, a.sum(), a.mean()/mean, (n*a.mean()/mean + 50)/(n + 50), a.sum()/c, z2(x, m),
 *             p(z2(x, m)), max(p(z2(x, m)), p(z2(cap, m))), ends, top > a.sum()/2, shown[m].mean()/shown.mean())
 *
 * q is Benjamini-Hochberg over the next to last p; predicted lift and z² of pairs: product of the shrunk lifts, and
 * n (mean of the pair - mean x predicted)² / v.
 */
export function dealsOf(giant: number): Deal[] {
  return Array.from({ length: 1200 }, (_, i) => {
    const source = [40, 75, 99, 101].findIndex((limit) => (i * 37) % 101 < limit);
    const isMobile = (i * 53) % 97 < 60;
    const converted = (i * 71) % 89 < (source === 2 ? 40 : 25);
    const size = (10 + ((i * i * 31) % 1009)) * (source === 2 && !isMobile ? 3 : 1) + (i === 464 ? giant : 0);
    const values = [['Ads', 'Web', 'Referral', 'Rare'][source] ?? '', isMobile ? 'Mobile' : 'Desktop'];
    return { values, converted, amount: converted && i % 17 !== 0 ? size : 0 };
  });
}
