import { MAX_COLUMNS, MAX_FILE_BYTES, MIB, MIN_COLUMNS } from '#contract/limits.ts';
import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note, SequenceDiagram, Zone } from './figures.tsx';

export function DataImport() {
  return (
    <>
      <p>
        A file named <code>.csv</code> of at most {MAX_FILE_BYTES / MIB} MB ({MAX_FILE_BYTES / MIB} × 1,024 ×
        1,024 bytes), with {MIN_COLUMNS} to {MAX_COLUMNS} columns, a header row and at least one row of data.
      </p>
      <ul>
        <li>
          <strong>Text.</strong> UTF-8, UTF-16 with a byte order mark, else Windows-1252.
        </li>
        <li>
          <strong>Columns.</strong> Separated by comma, semicolon, tab or pipe. The program detects the
          separator, without looking inside quotes. A first line such as <code>sep=;</code> decides.
        </li>
        <li>
          <strong>Cells.</strong> Quoted as in RFC 4180, with doubled quotes and line breaks inside. The
          program trims them.
        </li>
        <li>
          <strong>Rows.</strong> The program skips empty rows, pads short ones and leaves out cells beyond the
          header. It counts and reports each.
        </li>
        <li>
          <strong>Reports.</strong> The program leaves out lines above the header, and totals with figures and
          closing lines of Salesforce below the data. It shows them, and you can keep them.
        </li>
        <li>
          <strong>Headers.</strong> An empty header becomes Column N, and a repeated one gets a number: Source
          (2).
        </li>
        <li>
          <strong>Open quotes.</strong> The program names the line, and still reads the rest of the file.
        </li>
      </ul>
      <p>The program shows all of this after reading, and you can change it.</p>
      <h3>Google Sheets</h3>
      <p>
        A signed-in user connects a Google account once, by a consent of its own (scope{' '}
        <code>spreadsheets.readonly</code>). It may be another account than that of the sign-in. A tab then
        opens like a file named <code>{'{title} - {tab}.csv'}</code>, with the cells as the sheet shows them (
        <code>FORMATTED_VALUE</code>), short rows padded to the widest, and the limits above.
      </p>
      <SheetsDiagram />
      <p>
        A browser thread of its own asks Google. It lives for one question, and with it the access token of at
        most an hour, which is in no draft and no log. Only this thread may connect to{' '}
        <code>sheets.googleapis.com</code>: its script has an address of its own, <code>/sheets/assets/</code>
        , with a policy of its own. No cell passes the server. The Worker keeps the refresh token sealed
        (AES-GCM) with a key from its secret, and lets one request at a time refresh the access token. A
        permission that was withdrawn or has expired becomes <em>Connect again</em>.
      </p>
    </>
  );
}

const [THREAD, SERVER, SHEETS] = [0, 1, 2] as const;

function SheetsDiagram() {
  return (
    <SequenceDiagram
      title="The thread asks the Worker for an access token. The Worker refreshes it at Google where it is over, and answers with it. The thread then asks Google Sheets for the cells and gets them without the Worker."
      caption="Importing a tab: the Worker sees no cell"
      lanes={['Thread', 'Worker', 'Google']}
      messages={[
        { from: THREAD, to: SERVER, text: 'session' },
        { from: SERVER, to: SHEETS, text: 'refresh token' },
        { from: SHEETS, to: SERVER, text: 'access token', isAnswer: true },
        { from: SERVER, to: THREAD, text: 'that token', isAnswer: true },
        { from: THREAD, to: SHEETS, text: 'tab' },
        { from: SHEETS, to: THREAD, text: 'cells', isAnswer: true },
      ]}
    />
  );
}

export function DataFlow() {
  return (
    <>
      <p>
        Data flows one way. A separate browser thread holds the file, so that the page stays fast, and no row
        leaves the thread. The thread counts leads and conversions for every value, and for every pair of
        values that is worth a test. All figures come from these counts. A change of a threshold reads no row
        again: the page only judges the measured figures anew.
      </p>
      <FlowDiagram />
      <p>
        Saving sends the compressed dataset from the thread to the server, and reopening brings it back. The
        program sends a file in no other way, and imported cells neither.
      </p>
      <SaveDiagram />
      <p>If an answer is lost, the retry carries the same key and makes no second copy.</p>
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

function FlowDiagram() {
  return (
    <Diagram
      height={540}
      title="The file is read, coded, counted and measured in a browser thread. Only figures go to the page, which judges and shows them."
      caption="From a file to a rule, all in the browser"
    >
      <Zone y={72} height={296} label="Thread" />
      <Zone y={396} height={144} label="Page" />
      {STAGES.slice(0, -1).map(({ y }, index) => (
        <Arrow key={y} from={[MIDDLE, y + BOX_HEIGHT]} to={[MIDDLE, (STAGES[index + 1]?.y ?? y) - 2]} />
      ))}
      <Note x={MIDDLE + 12} y={387}>
        only figures pass
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
      title="The browser posts the analysis with a key. The Worker stores a hidden record and answers with its id. The browser then sends the compressed rows. The Worker stores them in parts and then makes the analysis visible."
      caption="Saving: an incomplete analysis is never visible"
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
