import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';
import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note, SequenceDiagram, Zone } from './diagram.tsx';

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

export function DataFlow() {
  return (
    <>
      <p>
        Data flows one way. A browser thread of its own holds the file, so that the page stays quick, and rows
        never leave it. It counts: for every value, and for two values together where they are worth a test,
        how many leads have them and how many of these converted. Every figure comes from that, and moving a
        threshold reads no row again: it judges anew what was measured.
      </p>
      <FlowDiagram />
      <p>
        Saving sends the dataset, compressed, from the thread to the server; reopening takes the same way
        back. Nothing else of a file is ever sent.
      </p>
      <SaveDiagram />
      <p>A retry after a lost answer carries the same key and makes no second copy.</p>
    </>
  );
}

const MIDDLE = DIAGRAM_WIDTH / 2;

const STAGES = [
  { y: 8, title: 'Your file', detail: 'bytes' },
  { y: 84, title: 'Read', detail: 'encoding, columns, quotes' },
  { y: 160, title: 'Code', detail: 'ranges, names, (Blank)' },
  { y: 236, title: 'Count', detail: 'leads and conversions' },
  { y: 312, title: 'Measure', detail: 'rates, lifts, tests' },
  { y: 408, title: 'Judge', detail: 'rules and lead values' },
  { y: 484, title: 'Show', detail: 'tables, charts, downloads' },
];

/** The path of the data, from top to bottom. */
function FlowDiagram() {
  return (
    <Diagram
      height={540}
      title="The file is read, coded, counted and measured in a browser thread. Only figures cross to the page, which judges and shows."
      caption="From a file to a rule, all of it in the browser"
    >
      <Zone y={72} height={296} label="Thread" />
      <Zone y={396} height={144} label="Page" />
      {STAGES.slice(0, -1).map(({ y }, index) => (
        <Arrow key={y} from={[MIDDLE, y + BOX_HEIGHT]} to={[MIDDLE, (STAGES[index + 1]?.y ?? y) - 2]} />
      ))}
      <Note x={MIDDLE + 12} y={387}>
        only figures cross
      </Note>
      {STAGES.map((stage) => (
        <Box key={stage.title} x={70} width={200} {...stage} />
      ))}
    </Diagram>
  );
}

const [BROWSER, WORKER, D1] = [0, 1, 2] as const;

function SaveDiagram() {
  return (
    <SequenceDiagram
      title="The browser posts the analysis with a key, the Worker stores its record and answers an id. The browser then sends the rows, compressed; the Worker stores them in parts and, when all are there, makes the analysis visible."
      caption="Saving: a part of an analysis is never seen"
      lanes={['Browser', 'Worker', 'D1']}
      messages={[
        { from: BROWSER, to: WORKER, text: 'figures, choices' },
        { from: WORKER, to: D1, text: 'hidden record' },
        { from: WORKER, to: BROWSER, text: 'its id', isAnswer: true },
        { from: BROWSER, to: WORKER, text: 'rows, gzip' },
        { from: WORKER, to: D1, text: 'part by part' },
        { from: WORKER, to: D1, text: 'now visible' },
        { from: WORKER, to: BROWSER, text: 'saved', isAnswer: true },
      ]}
    />
  );
}
