import {
  CONFIDENCE_PRIOR_LEADS,
  LARGE_DEAL_PERCENT,
  MIN_INTERVAL_CONVERSIONS,
  MIN_NUMERIC_PERCENT,
  MIN_TESTED_LEADS,
  MIN_USE_CONVERSIONS,
  SHOWN_CAP_PERCENT,
  TEST_CAP_PERCENT,
} from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { COVERAGE_FILES, INTERVAL_COVERAGE } from './checked-facts.ts';
import { DocsTable } from './figures.tsx';

/** A test computes the example with the program. */
export function Amounts() {
  return (
    <>
      <p>
        A conversion rate counts a small deal and a large one alike. Where the file has amounts, the results
        also compare what leads are worth. Choose a value column in step 2: a converted lead is worth its
        amount, all others 0. Or give each status an amount in step 3: then every lead is worth the amount of
        its status, ticked or not. Nothing changes in the figures of conversions; a switch above the tabs
        shows the one or the other.
      </p>
      <Formula>value per lead = sum of the amounts of the leads / leads</Formula>
      <Formula>average value per conversion = value of the converted leads / converted leads</Formula>
      <Formula>value lift = value per lead of the segment / value per lead overall</Formula>
      <Formula example="A value lift of 1.33 from 100 leads: (100 × 1.33 + 50) / 150 = 1.22.">
        adjusted value lift = (leads × value lift + {CONFIDENCE_PRIOR_LEADS}) / (leads +{' '}
        {CONFIDENCE_PRIOR_LEADS})
      </Formula>
      <Formula>
        z = (mean of the segment − mean of the others) / √(v × (1 / leads + 1 / other leads)), v = the
        variance of the value of all leads
      </Formula>
      <p>
        If all amounts are equal, z² is the chi-square of the conversions. Under {MIN_TESTED_LEADS} leads p is
        1. A few large deals must not make a finding: q takes the larger of this p and the p of amounts cut to
        the {TEST_CAP_PERCENT}th percentile of all converted amounts. The label Use also needs{' '}
        {MIN_USE_CONVERSIONS} expected conversions (leads × overall rate).
      </p>
      <Formula>
        interval of r = ratio of the means: r × e^(± 1.96 s), s² = Q/S² − 1/n + Q′/S′² − 1/n′, with S the sum
        and Q the sum of squares of the amounts of the n leads
      </Formula>
      <p>
        Each end becomes a lift as on the labels above. With fewer than {MIN_INTERVAL_CONVERSIONS} conversions
        on either side there is no interval. Where the largest {LARGE_DEAL_PERCENT}% of a segment's
        conversions (rounded down, at least one) hold over half of its value, the results say so and show the
        lift with amounts cut to the {SHOWN_CAP_PERCENT}th percentile of the file beside it.
      </p>
      <Formula example="60 leads worth 6.5 each where 2.5 × 1.5 × 1.2 = 4.5 is expected, v = 18.75: z = 3.58.">
        z of a pair = (mean of the pair − expected mean) × √(leads / v), expected mean = value per lead
        overall × product of the two adjusted value lifts
      </Formula>
      <DocsTable
        caption="Example: 200 leads, 50 of them converted, worth 900 together"
        head={['Segment', 'Leads', 'Converted', 'Value', 'Lift', 'Value lift', 'Adjusted', 'p', 'Interval']}
        rows={[
          ['LinkedIn', '100', '20 at 30 each', '600', '0.80', '1.33', '1.22', '0.021', '1.10 to 1.53'],
          ['Others', '100', '30 at 10 each', '300', '1.20', '0.67', '0.78', '0.021', '0.47 to 0.90'],
        ]}
      />
      <p>
        By conversions LinkedIn would be cut, by value it is raised. The 95% interval is too narrow where
        amounts differ widely: of {COVERAGE_FILES.toLocaleString('en')} simulated files with log-normal
        amounts it held the true lift in {INTERVAL_COVERAGE[1]}% at a σ of 1, and in {INTERVAL_COVERAGE[1.5]}%
        at a σ of 1.5. Take it as a rough guide there.
      </p>
    </>
  );
}

/** Cells in each way of writing, and the number in the first of them. A test reads them. */
const NUMBER_EXAMPLES = [
  ['Plain', '1234.5 · -0.25 · 1e5', '1234.5'],
  ['Grouped by comma', '1,234.50 · $350,000 · 12 % · (1,200.50) · 1,200.50-', '1234.5'],
  ['Decimal comma', '1.234,50 · 65.200,00 € · 1 234,5 · 133,0', '1234.5'],
  ['Grouped by apostrophe', "1'234.50 · CHF 1’200", '1234.5'],
  ['Grouped by space', '1 234.50 · 980', '1234.5'],
  ['Lakhs', '12,34,567.50 · ₹1,00,000', '1234567.5'],
];

export function Numbers() {
  return (
    <>
      <p>
        A column is numeric where at least {MIN_NUMERIC_PERCENT}% of its non-empty cells are numbers in one
        way of writing. All other cells of it stay text, and a blank is never 0.
      </p>
      <DocsTable
        caption="Ways of writing numbers"
        head={['Way', 'Cells', 'The first as a number']}
        rows={NUMBER_EXAMPLES}
      />
      <ul>
        <li>
          Plain wins where it fits. Of the others the one that reads more leads is taken. Where several read
          the same, the first of this table is taken, and the values decide between comma and point: with
          three digits behind every comma, as in 1,234, the comma separates thousands.
        </li>
        <li>
          All but plain numbers may have one currency sign or code, or a percent sign: 12 % is 12. Brackets or
          a minus behind the figure make it negative. With a decimal comma, groups are separated by a point, a
          space or a narrow space. Only plain numbers have an exponent.
        </li>
        <li>
          Where every number with a point has exactly three digits behind it (1.200, 3.500), the point may
          separate decimals or thousands. The range panel then asks you to check.
        </li>
        <li>
          The range panel shows the way and lets you change it. Ranges stay if the column has the same numbers
          in the new way; otherwise they are removed.
        </li>
        <li>
          Bounds are shown and typed with the decimal mark of your browser&apos;s language. Names of ranges
          without a label have a point in every language, because they are values in exports and saved
          analyses.
        </li>
      </ul>
      <p>
        <strong>Currency.</strong> It comes from the file: from a column that names the currency of each row,
        else from a sign or code beside the amounts, else from one in their heading (Amount €). A file that
        names none has the currency of your preference, and conversion values that you type are in the
        currency of the file too. Step 2 shows where it comes from; you can change it there or beside the
        conversion value. A bare $, kr or ¥ stands for several currencies, so you are asked which. Names such
        as Euro are not read.
      </p>
      <p>
        Nothing is converted, and amounts of several currencies are never added up. Where the rows name more
        than one, you choose which counts; until then there are no figures by value. Converted leads with an
        amount in another currency are worth 0 by value, as with an amount that can&apos;t be read, and files
        with a value per lead leave them out, with their number. By conversions they count. With dollars a
        heading in an export ends in ($), with any other currency in its code: Lead Value (EUR).
      </p>
      <p>
        <strong>Exports.</strong> CSV files have commas between cells and a point in numbers. If your
        spreadsheet expects semicolons and decimal commas, choose so under CSV exports. This browser remembers
        it. Figures are unrounded in both.
      </p>
    </>
  );
}
