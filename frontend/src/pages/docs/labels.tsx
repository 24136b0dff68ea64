import {
  MAX_FALSE_DISCOVERY_RATE,
  MAX_LEADS_TO_TELL,
  MAX_SETTLED_WIDTH,
  MIN_TESTED_LEADS,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './docs-table.tsx';

/**
 * Rounded figures of the example: 1,000 leads, 200 converted. A test compares them with those of the program. scipy
 * 1.17: chi2_contingency(table, correction=False), fisher_exact(table), false_discovery_control(exact p-values).
 */
const LABEL_EXAMPLE = [
  {
    value: 'A',
    leads: 300,
    conversions: 120,
    adjustedLift: '1.86',
    p: '4.1e-25',
    exact: '2.5e-23',
    q: '3.8e-23',
    label: 'Use',
  },
  {
    value: 'B',
    leads: 60,
    conversions: 18,
    adjustedLift: '1.27',
    p: '0.046',
    exact: '0.065',
    q: '0.065',
    label: 'Test',
  },
  {
    value: 'C',
    leads: 640,
    conversions: 62,
    adjustedLift: '0.52',
    p: '1.6e-27',
    exact: '2.4e-26',
    q: '7.1e-26',
    label: 'Use',
  },
] as const;

export function Labels() {
  return (
    <>
      <p>
        A file with many values shows some large differences by chance alone: of 100 tests without any true
        difference, about {100 * SIGNIFICANT_P_VALUE} have p &lt; {SIGNIFICANT_P_VALUE}. So each segment has
        one label, beside the specified figures, which stay as they are.
      </p>
      <ul>
        <li>
          <strong>Use</strong>: significant (p &lt; {SIGNIFICANT_P_VALUE} and adjusted lift outside 1 ±
          threshold), and q &lt; {MAX_FALSE_DISCOVERY_RATE}. Among all segments with such a q, about one in
          twenty is due to chance.
        </li>
        <li>
          <strong>Test</strong>: significant, but q is {MAX_FALSE_DISCOVERY_RATE} or more. Try it with a small
          budget.
        </li>
        <li>
          <strong>No difference</strong>: the 95% interval of the counted lift lies within 1 ± threshold and
          is narrower than {MAX_SETTLED_WIDTH} in all. Any difference is smaller than the threshold.
        </li>
        <li>
          <strong>Unclear</strong>: everything else. The label says how many leads would tell.
        </li>
      </ul>
      <Formula example="Three segments with p of 2.4e-26, 2.5e-23 and 0.065: q is 2.4e-26 × 3 / 1, 2.5e-23 × 3 / 2 and 0.065 × 3 / 3.">
        q = p × number of tests / rank of p, or the least q of a larger p (Benjamini-Hochberg)
      </Formula>
      <p>
        This p is that of Fisher&rsquo;s exact test, two-sided, of all segments with at least{' '}
        {MIN_TESTED_LEADS} leads, (Blank) and (Out of range) included. The chi-square p is too small where few
        leads converted; it stays on the page and decides what is significant. q does not depend on the
        threshold.
      </p>
      <DocsTable
        caption="Example: 1,000 leads, 200 of them converted, threshold 10%"
        head={['Converted', 'Adjusted lift', 'p', 'Exact p', 'q', 'Label']}
        rows={LABEL_EXAMPLE.map(({ value, leads, conversions, adjustedLift, p, exact, q, label }) => [
          `${value}: ${conversions} of ${leads}`,
          adjustedLift,
          p,
          exact,
          q,
          label,
        ])}
      />
      <Formula example="12 of 40 leads in a file with 200 of 1,000, two other segments tested: 100, since 30 of 100 in 500 of 2,500 has an exact p of 0.015, below 0.05 × 1 / 3.">
        leads that would tell = least number at which, with all rates unchanged, the label is Use or No
        difference
      </Formula>
      <p>
        The number is rounded up to one significant figure. If no number up to{' '}
        {MAX_LEADS_TO_TELL.toLocaleString('en-US')} would do, the lift is too close to the threshold to tell.
      </p>
      <Formula example="Interval 1.59 to 2.48, adjusted lift 1.67: 1.59. Interval 0.92 to 1.31: 1.">
        cautious multiplier = 1 if the interval holds 1, else the adjusted lift or the end of the interval
        nearer 1, whichever is closer to 1
      </Formula>
      <p>
        Pairs have labels of their own: <strong>Real</strong> (significant, and q &lt;{' '}
        {MAX_FALSE_DISCOVERY_RATE} over the p-values of the tested pairs), <strong>Possible</strong>{' '}
        (significant only), <strong>No difference</strong> (the 95% interval of actual minus predicted lift
        lies within ± threshold) and <strong>Unclear</strong>. Above them stands how many chance alone would
        flag.
      </p>
      <Formula example="41 pairs: 3.">
        flagged by chance = {SIGNIFICANT_P_VALUE} × tested pairs, rounded up
      </Formula>
    </>
  );
}
