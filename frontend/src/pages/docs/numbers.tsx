import { MIN_NUMERIC_PERCENT } from '#frontend/analysis/constants.ts';
import { DocsTable } from './docs-table.tsx';

/** Cells in each way of writing, and the number in the first of them. A test reads them. */
const NUMBER_EXAMPLES = [
  ['Plain', '1234.5 · -0.25 · 1e5', '1234.5'],
  ['Grouped by comma', '1,234.50 · $350,000 · 12 %', '1234.5'],
  ['Decimal comma', '1.234,50 · 65.200,00 € · 1 234,5 · 133,0', '1234.5'],
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
          Plain wins where it fits. Of the other two the one that reads more leads is taken. Where both read
          the same, the values decide: with three digits behind every comma, as in 1,234, the comma separates
          thousands.
        </li>
        <li>
          Numbers with a comma may have one currency sign or code, or a percent sign: 12 % is 12. Groups are
          separated by a comma, or by a point, a space or a narrow space. Only plain numbers have an exponent.
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
        <strong>Currency.</strong> It stands beside the conversion value, and your default is in Preferences.
        It changes signs and decimals, never an amount: nothing is converted. With dollars a heading in an
        export ends in ($), with any other currency in its code: Lead Value (EUR).
      </p>
      <p>
        <strong>Exports.</strong> CSV files have commas between cells and a point in numbers. If your
        spreadsheet expects semicolons and decimal commas, choose so under CSV exports. This browser remembers
        it. Figures are unrounded in both.
      </p>
    </>
  );
}
