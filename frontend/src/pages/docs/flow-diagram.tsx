import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note, Zone } from './diagram.tsx';

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
export function FlowDiagram() {
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
