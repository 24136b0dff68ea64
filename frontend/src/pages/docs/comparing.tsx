import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './docs-table.tsx';

/** A test compares the figures of the examples with those of the program. */
export function Comparing() {
  return (
    <>
      <p>
        Two saved analyses, or the open results and a saved one, can be compared side by side: next
        month&rsquo;s file with that of this month. The older one is Before; Swap turns the two round. The
        comparison reads the stored figures of conversions alone, never the leads. It looks at the attributes
        that both have and names the others. It warns where the two have another status column, other
        converted values, other statuses left out or other ranges. Rules of both follow the significance
        threshold of After.
      </p>
      <h3>Which lifts have changed</h3>
      <Formula example="Referral, 96 of 221 in 412 of 2,000: ln L = 0.746, se 0.071. Then 60 of 230 in 420 of 2,100: ln L = 0.268, se 0.103.">
        L = r / (f r + 1 − f), se = s (1 − f) / (f r + 1 − f)
      </Formula>
      <p>
        L is the lift in the middle of its 95% interval. As there, r = rate of the segment / rate of the
        others and s² = 1/a − 1/(a + b) + 1/c − 1/(c + d), with 0.5 added to each of the four counts, and f is
        the share of the segment in all leads. So a segment without any conversion has a lift and an error
        too.
      </p>
      <Formula example="(0.268 − 0.746) / √(0.071² + 0.103²) = −0.477 / 0.125 = −3.83, p < 0.001.">
        z = (ln L2 − ln L1) / √(se1² + se2²)
      </Formula>
      <Formula example="Referral, 2.11 before and 1.30 after: changed, if its q stays below 0.05.">
        changed: |ln L2 − ln L1| &gt; 1.96 √(se1² + se2²) and q &lt; {MAX_FALSE_DISCOVERY_RATE}
      </Formula>
      <p>
        q is that of Benjamini and Hochberg over all values tested in the comparison. Everything else is
        within chance, a rule that was added or is gone too: a segment that was just significant and is just
        not has hardly changed. A value is not tested if one of the files lacks it or has fewer than{' '}
        {MIN_TESTED_LEADS} leads with it, or if all leads of a file have it.
      </p>
      <h3>Files that share leads</h3>
      <p>
        The test holds for different leads. Nothing is tested, and a notice says so, where both have the same
        file name and as many rows; where they have as many leads in all and in more than half of the values;
        or where both were limited by days of the same column and a day lies within both. A file without a
        last day ends with the day on which it was saved. Without dates, a file that holds an earlier one and
        more leads cannot be recognized: compare months, not the year so far.
      </p>
      <h3>Mix and rate</h3>
      <p>
        The baseline rate changes because other leads come (mix) or because leads of the same kind convert
        differently (rate). The split uses averaged weights (Kitagawa, 1955), one attribute at a time; the two
        parts of an attribute are the whole change. w is the share of a value in all leads, r its conversion
        rate.
      </p>
      <DocsTable
        caption="Example of mix and rate"
        head={['Source', 'Before', 'After', 'Mix', 'Rate']}
        rows={[
          ['Referral', '40 of 100', '60 of 150', '+2.50', '0.00'],
          ['Ads', '10 of 100', '10 of 50', '+3.75', '+3.75'],
          ['Both', '50 of 200', '70 of 200', '+6.25', '+3.75'],
        ]}
      />
      <Formula example="(0.75 − 0.5) (0.4 − 0.3) + (0.25 − 0.5) (0.15 − 0.3) = 6.25 points.">
        mix = Σ (w2 − w1) ((r1 + r2) / 2 − m), m = mean of the two baseline rates
      </Formula>
      <Formula example="(0.2 − 0.1) × (0.5 + 0.25) / 2 = 3.75 points. 6.25 + 3.75 = 35% − 25%.">
        rate = Σ (r2 − r1) (w1 + w2) / 2
      </Formula>
      <p>
        m changes no sum; it makes the mix of a value 0 if it converts like the average. A value that only one
        file has, has no rate in the other: its rate is taken as unchanged, so all of it counts as mix. Where
        a large saved analysis holds the figures of its largest values only, all others count as one value.
      </p>
    </>
  );
}
