import {
  CONFIDENCE_PRIOR_LEADS,
  INTERACTION_CONFIDENCE_FACTOR,
  LOW_CONFIDENCE,
  MAX_EXPORTED_COMBINATIONS,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_LEADS_TO_TELL,
  MAX_SETTLED_WIDTH,
  MIN_INTERACTION_LEADS,
  MIN_NUMERIC_PERCENT,
  MIN_TESTED_LEADS,
  OVERLAP_FACTOR,
  RANGE_GAP,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { Arrow, Box, BOX_HEIGHT, Diagram, DocsTable, Note } from './figures.tsx';

/** A test compares the figures of the example with those of the program. */
export function CalculationLogic() {
  return (
    <>
      <p>
        One example runs through all formulas: a file of 2,000 leads, 412 of them converted, with the segments
        Source = Referral (96 of 221 converted), Country = US (168 of 640) and Device = Mobile (88 of 590).
        The conversion value is $100, the significance threshold 10%. The text rounds the figures, the program
        does not.
      </p>

      <RuleDiagram />

      <h3>Rates and lift</h3>
      <Formula example="Baseline: 412 / 2,000 = 20.6%. Referral: 96 / 221 = 43.4%.">
        conversion rate = qualified leads / total leads
      </Formula>
      <p>
        Every row of the file is a lead. A lead with a blank status is not qualified, unless you tick (Blank)
        as a qualified value.
      </p>
      <Formula example="Referral: 43.4% / 20.6% = 2.11, or +111%.">
        lift = segment&rsquo;s conversion rate / baseline conversion rate
      </Formula>
      <p>
        Lift is a ratio everywhere: 1 means no effect. As a change it is the attribute&rsquo;s rate over the
        overall rate, minus 1. If no lead converted, every lift is 1.
      </p>

      <h3>Confidence and adjusted lift</h3>
      <Formula example="Referral: 221 / (221 + 50) = 82%.">
        confidence = leads / (leads + {CONFIDENCE_PRIOR_LEADS})
      </Formula>
      <Formula example="Referral: 0.815 × 2.11 + 0.185 × 1 = 1.90. US: 1.25. Mobile: 0.75.">
        adjusted lift = confidence × lift + (1 − confidence) × 1
      </Formula>
      <p>
        A small segment may look good or bad by chance, so the program shrinks its lift towards 1. Below{' '}
        {100 * LOW_CONFIDENCE}% confidence it shows a warning.
      </p>
      <Formula example="Referral: 43.4% against 17.8% of the others, r 2.04 to 2.93, f 0.11, so 1.83 to 2.41 around 2.11.">
        95% interval of the lift = r / (f r + 1 − f), r = (rate / rate of the others) × e^(± 1.96 s)
      </Formula>
      <p>
        The charts draw this interval around the counted lift. f is the segment&rsquo;s share of all leads. s²
        = 1/a − 1/(a + b) + 1/c − 1/(c + d), where a and b are the leads inside the segment that converted or
        did not, and c and d those outside; 0.5 is added to each of the four (Katz&rsquo;s log-ratio
        interval). Without a conversion inside the segment the interval begins at 0, and without one outside
        it ends at 1/f. A segment of all leads has the interval 1 to 1.
      </p>
      <Formula example="Referral: 96 of 221 leads, 43.4%, so 37.1% to 50.0%.">
        95% interval of a rate = (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.96
      </Formula>
      <p>
        The hints of the charts, the calculator and the downloads give this interval of a conversion rate p of
        n leads (Wilson&rsquo;s score interval). It never leaves 0 to 100%.
      </p>

      <h3>Significance</h3>
      <p>
        The test compares a segment with all other leads, in a table of two by two: converted or not, inside
        or outside the segment. The p-value is the exact tail of chi-square with one degree of freedom,
        without continuity correction.
      </p>
      <Formula example="Referral: a = 96, b = 125, c = 316, d = 1,463; chi-square = 79.2, p < 0.001.">
        chi-square = n (ad − bc)² / ((a + b)(c + d)(a + c)(b + d)), p = erfc(√(chi-square / 2))
      </Formula>
      <p>
        A segment with fewer than {MIN_TESTED_LEADS} leads is not tested and gets p = 1. A segment whose table
        has an empty margin gets p = 1 too. A segment is significant when p &lt; {SIGNIFICANT_P_VALUE} and its
        adjusted lift lies outside 1 ± threshold; with 10%, exactly 1.1 is not outside.
      </p>

      <RulesAndValues />
    </>
  );
}

function RulesAndValues() {
  return (
    <>
      <h3>Correlations</h3>
      <p>
        The program tests pairs of significant segments of different attributes that share at least{' '}
        {MIN_INTERACTION_LEADS} leads. In the example, 80 leads are Referral and US, and 52 of them converted.
      </p>
      <Formula example="1.904 × 1.254 = 2.39.">predicted lift = product of the two adjusted lifts</Formula>
      <Formula example="(52 / 80) / 20.6% = 65.0% / 20.6% = 3.16.">
        actual lift = the combination&rsquo;s conversion rate / baseline conversion rate
      </Formula>
      <Formula example="100 × (3.16 − 2.39) = +76.7 percentage points.">
        difference = 100 × (actual lift − predicted lift)
      </Formula>
      <Formula example="Expected: 80 × 20.6% × 2.39 = 39.4, observed 52; chi-square = 7.99, p = 0.005.">
        chi-square = (qualified − expected)² / expected + (qualified − expected)² / (leads − expected)
      </Formula>
      <p>
        The expected count follows from the predicted lift; for the test, its rate stays just under 1. A pair
        is significant when p &lt; {SIGNIFICANT_P_VALUE} and the absolute difference is above the threshold.
      </p>
      <Formula example="min(100, round(3 × √80)) = 27%.">
        confidence of a combination = min(100, round({INTERACTION_CONFIDENCE_FACTOR} × √leads))
      </Formula>

      <h3>Value rules</h3>
      <Formula example="Referral overlaps with US: 1.904 × 0.85 = 1.62. US: 1.254 × 0.85 = 1.07.">
        suggested value rule = adjusted lift, × {OVERLAP_FACTOR} where the segment is in a significant
        correlation
      </Formula>
      <p>
        The table lists segments whose adjusted lift lies outside 1 ± threshold, and marks those that are not
        significant. The reduction by {Math.round(100 * (1 - OVERLAP_FACTOR))}% applies to lifts below 1 too.
        It turns a lift of 1.10 into 0.94, and so a higher bid into a lower one: the table says so and shows
        the lift before the reduction.
      </p>

      <h3>Lead values</h3>
      <Formula example="$100 × 20.6% = $20.60.">
        baseline lead value = conversion value × baseline conversion rate
      </Formula>
      <Formula example="Referral: $20.60 × 1.904 = $39.23.">
        segment&rsquo;s lead value = baseline lead value × adjusted lift
      </Formula>
      <Formula example="Referral, US, Mobile: $20.60 × 1.62 × 1.07 × 0.75 = $26.51, shown as $27.">
        lead value = baseline lead value × product of the lifts, each × {OVERLAP_FACTOR} where it is reduced
      </Formula>
      <p>
        The calculator uses the lifts of all segments, significant or not, and warns when a value would mean
        more than 100% conversion. The table of combinations holds every combination of distinct values, and
        its export is blocked above {MAX_EXPORTED_COMBINATIONS.toLocaleString('en-US')}.
      </p>

      <h3>Ranges</h3>
      <p>
        A column is numeric when at least {MIN_NUMERIC_PERCENT}% of its values that are not blank are finite
        numbers. Quartiles cut at the 25th, 50th and 75th percentile of all leads, Thirds at one third and two
        thirds, both with linear interpolation (type 7). Equal Intervals cut the span from minimum to maximum
        into three.
      </p>
      <Formula example="Ten leads with 2, 4, 6, 8, 10, 12, 14, 16, 18 and 30: quartiles cut at 6.5, 11 and 15.5.">
        cut at share p of n sorted values = value at position 1 + p × (n − 1), between two values in
        proportion
      </Formula>
      <p>
        Each range starts {RANGE_GAP} above the last one (at its first number, where that would be beyond its
        own end), and the final range has no end: the quartiles above are 2 to 6.5, 6.51 to 11, 11.01 to 15.5
        and 15.51 or more. A value belongs to the first range that holds it. A value in such a gap of{' '}
        {RANGE_GAP} counts in the range above it, so none falls between two ranges of a preset. Your own
        ranges can be further apart: with 1 to 10 and 20 to 30, a 15 counts as (Out of range). An empty cell
        counts as (Blank). Text stays as it is.
      </p>
    </>
  );
}

const PITCH = 84;

const STEPS = [
  { title: '96 of 221', detail: 'converted', next: 'divided by leads' },
  { title: '43.4%', detail: 'conversion rate', next: 'divided by the baseline of 20.6%' },
  { title: '2.11', detail: 'lift', next: 'shrunk towards 1, 82% confidence' },
  { title: '1.90', detail: 'adjusted lift', next: '× 0.85, it overlaps with US' },
  { title: '1.62', detail: 'suggested value rule', next: null },
] as const;

function RuleDiagram() {
  return (
    <Diagram
      height={(STEPS.length - 1) * PITCH + BOX_HEIGHT + 2}
      title={`Source = Referral: ${STEPS.map(({ title, detail }) => `${title} ${detail}`).join(', ')}.`}
      caption="From counts to a value rule: Source = Referral"
    >
      {STEPS.map(({ title, detail, next }, index) => {
        const y = 1 + index * PITCH;
        return (
          <g key={title}>
            <Box x={35} y={y} width={150} title={title} detail={detail} />
            {next && (
              <>
                <Arrow from={[110, y + BOX_HEIGHT]} to={[110, y + PITCH - 2]} />
                <Note x={122} y={y + BOX_HEIGHT + 25}>
                  {next}
                </Note>
              </>
            )}
          </g>
        );
      })}
    </Diagram>
  );
}

/**
 * Rounded figures of the example: 1,000 leads, 200 converted. A test compares them with those of the program. scipy
 * 1.17: chi2_contingency(table, correction=False), fisher_exact(table), false_discovery_control(exact p-values).
 */
const LABEL_EXAMPLE = [
  ['A: 120 of 300', '1.86', '4.1e-25', '2.5e-23', '3.8e-23', 'Use'],
  ['B: 18 of 60', '1.27', '0.046', '0.065', '0.065', 'Test'],
  ['C: 62 of 640', '0.52', '1.6e-27', '2.4e-26', '7.1e-26', 'Use'],
];

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
        rows={LABEL_EXAMPLE}
      />
      <Formula example="12 of 40 leads in a file with 200 of 1,000, two other segments tested: 100, since 30 of 100 in 500 of 2,500 has an exact p of 0.015, below 0.05 × 1 / 3.">
        leads that would tell = least number at which, with all rates unchanged, the label is Use or No
        difference
      </Formula>
      <p>
        The other segments keep their p-values. The number is rounded up to one significant figure. If no
        number up to {MAX_LEADS_TO_TELL.toLocaleString('en-US')} would do, the lift is too close to the
        threshold to tell.
      </p>
      <Formula example="Interval 1.59 to 2.48, adjusted lift 1.67: 1.59. Interval 0.92 to 1.31: 1.">
        cautious multiplier = 1 if the interval holds 1, else the adjusted lift or the end of the interval
        nearer 1, whichever is closer to 1
      </Formula>
      <p>
        Pairs have labels of their own: <strong>Real</strong> (significant, and q &lt;{' '}
        {MAX_FALSE_DISCOVERY_RATE} over the p-values of the tested pairs), <strong>Possible</strong>{' '}
        (significant only), <strong>No difference</strong> (the 95% interval of the actual lift, less the
        predicted lift, lies within ± threshold) and <strong>Unclear</strong>. Above them stands how many
        chance alone would flag.
      </p>
      <Formula example="41 pairs: 3.">
        flagged by chance = {SIGNIFICANT_P_VALUE} × tested pairs, rounded up
      </Formula>
    </>
  );
}
