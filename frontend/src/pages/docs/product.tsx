import {
  DEFAULT_CONVERSION_VALUE,
  DEFAULT_THRESHOLD_PERCENT,
  MAX_ATTRIBUTES,
  MAX_SHARES,
  MIN_SHARED_LEADS,
  SHARE_MS,
} from '#contract/limits.ts';
import { OTHER_SMALL } from '#contract/sharing.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './figures.tsx';

export function Purpose() {
  return (
    <>
      <p>
        Advertising platforms can bid more for one lead than for another if they know the value of each. This
        tool computes that value from the leads that you already have. It shows which attributes go with
        higher or lower conversion, by how much, and how sure you can be.
      </p>
      <p>
        The analysis runs in the browser. The server holds accounts, and the analyses that signed-in users
        save.
      </p>
    </>
  );
}

export function Features() {
  return (
    <ul>
      <li>Conversion rate, lift and confidence of every segment, with a significance test</li>
      <li>Correlation tests between pairs of attribute values</li>
      <li>Value rules: multipliers for bidding, reduced where segments overlap</li>
      <li>A calculator for the value of any combination of attributes</li>
      <li>Balanced multipliers, and a check of the rules on leads that they were not learned from</li>
      <li>Plans for Google Ads, Meta and Microsoft Advertising, made of rules that each of them accepts</li>
      <li>
        A value for each lead: in your file, in uploads for four platforms, and as a look-up for the form
      </li>
      <li>Numeric columns grouped into ranges; values renamed and merged</li>
      <li>Import from Google Sheets, straight from Google to the browser</li>
      <li>CSV downloads, made in the browser</li>
      <li>The settings of an earlier analysis for the next file, with the values that differ</li>
      <li>Two files compared: changed lifts, mix and rate of the baseline change</li>
      <li>Accounts, saved analyses with names and notes, and default preferences</li>
      <li>Read-only links that show the figures of a saved analysis without an account</li>
    </ul>
  );
}

export function Workflow() {
  return (
    <>
      <p>
        The work has five steps. The wizard shows four, because you set the thresholds beside the results.
      </p>
      <ol>
        <li>
          <strong>Upload.</strong> Open a CSV file, paste cells from a spreadsheet, import a tab from Google
          Sheets, or try the sample data.
        </li>
        <li>
          <strong>Select columns.</strong> One status column and one to {MAX_ATTRIBUTES} attributes. Numeric
          attributes can be grouped into ranges. Where the file has the columns of your last analysis, or of a
          saved one, its settings are offered: columns, converted values, names, ranges, amounts and dates.
          Nothing is taken over without a click; values that are missing or new are named, and first and last
          day stay only where the file has leads between them.
        </li>
        <li>
          <strong>Map values.</strong> Choose the status values that count as converted; rename and group the
          values of each attribute.
        </li>
        <li>
          <strong>Set thresholds.</strong> The conversion value (${DEFAULT_CONVERSION_VALUE} to begin with)
          and the significance threshold ({DEFAULT_THRESHOLD_PERCENT}%). You can change both at any time, and
          the results follow at once.
        </li>
        <li>
          <strong>Results.</strong> Value Rules, Apply, Segment Details, Correlations, the Lead Calculator and
          the Check.
        </li>
      </ol>
    </>
  );
}

const SHARE_DAYS = SHARE_MS / 86_400_000;

export function ReadOnlyLinks() {
  return (
    <>
      <p>
        The owner of a saved analysis can create one read-only link to it, and have {MAX_SHARES} that work at
        the same time. Whoever has the address sees the value rules, the segments, the correlations, the
        calculator, the charts and the report, without an account, and can change nothing. The link holds
        figures only: no rows, no ranges, no original names of values, no amounts, and never the e-mail
        address of the account. The name and the note are shown only if the owner ticks them.
      </p>
      <ul>
        <li>
          <strong>As they were.</strong> A link shows the figures as they were when they were published. A
          later change of the analysis shows only after <em>Update</em>.
        </li>
        <li>
          <strong>Small values.</strong> In each attribute the values under {MIN_SHARED_LEADS} leads become
          one value, {OTHER_SMALL}: its leads and conversions are the sums of theirs, and its rate, lift,
          confidence and p-value follow from these sums. If the sum is itself under {MIN_SHARED_LEADS}, the
          next smallest value is added until it is not, since all leads less the shown ones would give it
          away. Tested pairs with such a value are left out.
        </li>
        <li>
          <strong>Small groups.</strong> Differences tell groups too: Berlin with 62 leads, of which 35 came
          by Web and 25 by Ads, has 2 others. Tested pairs are left out, those with the fewest leads first,
          until no sum or difference of the counts tells a group of 1 to {MIN_SHARED_LEADS - 1} leads. Rules,
          labels and q stay those that the owner sees, with all pairs.
        </li>
        <li>
          <strong>Example.</strong> Web has 60 leads, Fair 9, Fax 3 and Mail 1. Fax and Mail have 4 together,
          so Fair joins them: the link shows Web with 60 and {OTHER_SMALL} with 13.
        </li>
        <li>
          <strong>Personal data.</strong> A shown text that looks like an e-mail address or telephone number
          blocks the link, and is named.
        </li>
        <li>
          <strong>The address.</strong> Its token is 256 random bits behind the <code>#</code>, which browsers
          send to no server; it stays there, so a reader can copy the address and pass it on. The database has
          only its SHA-256, so the owner is shown the address once, and a new link replaces the old one.
        </li>
        <li>
          <strong>The end.</strong> A link ends when its owner ends it or deletes the analysis or the account,
          else by itself after {SHARE_DAYS} days, unless the owner keeps it. Links that have ended, have
          expired or never were answer the same. Openings are counted, previews of messengers that run the
          page included, and nothing is kept about the people who open it.
        </li>
      </ul>
    </>
  );
}

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
      <Formula
        example={`Referral, 2.11 before and 1.30 after: changed, if its q stays below ${MAX_FALSE_DISCOVERY_RATE}.`}
      >
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
