import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';

export function DataImport() {
  return (
    <>
      <p>
        A file named <code>.csv</code> of at most 10 MB (10 × 1,024 × 1,024 bytes), with {MIN_COLUMNS} to{' '}
        {MAX_COLUMNS} columns, a header row and at least one row of data.
      </p>
      <ul>
        <li>
          <strong>Text.</strong> UTF-8, UTF-16 with a byte order mark, else Windows-1252.
        </li>
        <li>
          <strong>Columns.</strong> Separated by comma, semicolon, tab or pipe, found out outside quotes; a
          first line such as <code>sep=;</code> is followed.
        </li>
        <li>
          <strong>Cells.</strong> Quoted as in RFC 4180, with doubled quotes and line breaks inside, and
          trimmed.
        </li>
        <li>
          <strong>Rows.</strong> Empty rows are skipped, short ones padded, cells beyond the header left out;
          each is counted and told.
        </li>
        <li>
          <strong>Reports.</strong> Lines above the header, and totals below the data, are found and can be
          kept or dropped.
        </li>
        <li>
          <strong>Headers.</strong> One that is empty is called Column N, a repeated one gets a number: Source
          (2).
        </li>
        <li>
          <strong>Quotes left open.</strong> The line is named, and the rest of the file is not swallowed.
        </li>
      </ul>
      <p>What was found out is said after reading and can be changed by hand.</p>
    </>
  );
}
