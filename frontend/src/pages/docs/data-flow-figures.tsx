import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note, SequenceDiagram, Zone } from './figures.tsx';

const [THREAD, SERVER, GOOGLE] = [0, 1, 2] as const;

export function SheetsDiagram() {
  return (
    <SequenceDiagram
      title="The thread asks the Worker for an access token. The Worker refreshes it at Google where it is over, and answers with it. The thread then asks Google Sheets for the cells and gets them without the Worker."
      caption="Importing a tab: the Worker sees no cell"
      lanes={['Thread', 'Worker', 'Google']}
      messages={[
        { from: THREAD, to: SERVER, text: 'session' },
        { from: SERVER, to: GOOGLE, text: 'refresh token' },
        { from: GOOGLE, to: SERVER, text: 'access token', isAnswer: true },
        { from: SERVER, to: THREAD, text: 'that token', isAnswer: true },
        { from: THREAD, to: GOOGLE, text: 'tab' },
        { from: GOOGLE, to: THREAD, text: 'cells', isAnswer: true },
      ]}
    />
  );
}

export function SendDiagram() {
  return (
    <SequenceDiagram
      title="The thread asks the Worker for the key of ids and for an access token, and tells it how many leads it sends. It sends the leads to Google without the Worker, gets Google's number of the request, and tells the Worker that number with counts."
      caption="Sending values: the Worker sees no lead"
      lanes={['Thread', 'Worker', 'Google']}
      messages={[
        { from: THREAD, to: SERVER, text: 'how many, where' },
        { from: SERVER, to: THREAD, text: 'key, access token', isAnswer: true },
        { from: THREAD, to: GOOGLE, text: 'hashed leads' },
        { from: GOOGLE, to: THREAD, text: 'number of the request', isAnswer: true },
        { from: THREAD, to: SERVER, text: 'counts, number' },
      ]}
    />
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

export function FlowDiagram() {
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
      <Note x={MIDDLE + 12} y={387} text="only figures pass" />
      {STAGES.map((stage) => (
        <Box key={stage.title} x={70} width={200} {...stage} />
      ))}
    </Diagram>
  );
}

const [BROWSER, WORKER, D1] = [0, 1, 2] as const;

export function SaveDiagram() {
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
