import { Formula } from '#frontend/ui/prose.tsx';

export function RulesAndValues() {
  return (
    <>
      <h3>Correlations</h3>
      <p>
        Pairs of significant segments of different attributes are tested where they share at least 30 leads.
        Say 80 leads are Referral and US, and 52 of them converted.
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
        The expected count is what the predicted lift would give; its rate is capped just under 1 for the
        test. A pair is significant when p &lt; 0.05 and the difference, with its sign put aside, is above the
        threshold.
      </p>
      <Formula example="min(100, round(3 × √80)) = 27%.">
        confidence of a combination = min(100, round(3 × √leads))
      </Formula>

      <h3>Value rules</h3>
      <Formula example="Referral overlaps with US: 1.904 × 0.85 = 1.62. US: 1.254 × 0.85 = 1.07.">
        suggested value rule = adjusted lift, × 0.85 where the segment is in a significant correlation
      </Formula>
      <p>
        The table lists segments whose adjusted lift lies outside 1 ± threshold, and marks those that are not
        significant. The cut of 15% applies to lifts below 1 too. A lift of 1.10 becomes 0.94 by it, a
        reduction: the table says so and shows the lift before the cut.
      </p>

      <h3>Lead values</h3>
      <Formula example="$100 × 20.6% = $20.60.">
        baseline lead value = conversion value × baseline conversion rate
      </Formula>
      <Formula example="Referral: $20.60 × 1.904 = $39.23.">
        segment&rsquo;s lead value = baseline lead value × adjusted lift
      </Formula>
      <Formula example="Referral, US, Mobile: $20.60 × 1.62 × 1.07 × 0.75 = $26.51, shown as $27.">
        lead value = baseline lead value × product of the lifts, each × 0.85 where it was cut
      </Formula>
      <p>
        The calculator uses the lifts of all segments, significant or not, and warns where a value would mean
        more than 100% conversion. The table of combinations holds every combination of distinct values, and
        its export is blocked above 5,000.
      </p>

      <h3>Ranges</h3>
      <p>
        A column is numeric when at least 80% of its values that are not blank are finite numbers. Quartiles
        cut at the 25th, 50th and 75th percentile, Thirds at a third and two thirds, each lead counted, by
        linear interpolation (type 7). Equal Intervals cut the span from minimum to maximum into three.
      </p>
      <Formula example="Ten leads with 2, 4, 6, 8, 10, 12, 14, 16, 18 and 30: quartiles cut at 6.5, 11 and 15.5.">
        cut at share p of n sorted values = value at position 1 + p × (n − 1), between two values in
        proportion
      </Formula>
      <p>
        Each next range starts 0.01 above the last, and the last one has no end: the quartiles above are 2 to
        6.5, 6.51 to 11, 11.01 to 15.5 and 15.51 or more. A value belongs to the first range whose maximum is
        at or above it, so no value falls between two. A number in no range counts as (Out of range), an empty
        cell as (Blank), and text stays as it is.
      </p>
    </>
  );
}
