const WIDTH = 340;
const BOX = { x: 70, width: 200, height: 44 };

const STAGES = [
  { y: 8, title: 'Your file', detail: 'bytes' },
  { y: 84, title: 'Read', detail: 'encoding, columns, quotes' },
  { y: 160, title: 'Code', detail: 'ranges, names, (Blank)' },
  { y: 236, title: 'Count', detail: 'leads and conversions' },
  { y: 332, title: 'Measure', detail: 'rates, lifts, tests' },
  { y: 408, title: 'Judge', detail: 'rules and lead values' },
  { y: 484, title: 'Show', detail: 'tables, charts, downloads' },
];

/** The path of the data, from top to bottom: narrow enough for a telephone. */
export function FlowDiagram() {
  return (
    <figure className="my-6">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot follow the theme
        role="img"
        aria-labelledby="flow-title"
        viewBox={`0 0 ${WIDTH} 540`}
        className="mx-auto block w-full max-w-90 font-sans"
      >
        <title id="flow-title">
          The file is read, coded and counted in a browser thread. Only counts cross to the page, which
          measures, judges and shows.
        </title>
        <Zone y={72} height={220} label="Thread" />
        <Zone y={320} height={220} label="Page" />
        {STAGES.slice(0, -1).map(({ y }, index) => (
          <Arrow key={y} from={y + BOX.height} to={(STAGES[index + 1]?.y ?? y) - 2} />
        ))}
        <text x={WIDTH / 2 + 12} y={311} className="fill-(--muted) text-12">
          only counts cross
        </text>
        {STAGES.map((stage) => (
          <Stage key={stage.title} {...stage} />
        ))}
      </svg>
      <figcaption className="text-center text-13 text-muted">
        From a file to a rule, all of it in the browser
      </figcaption>
    </figure>
  );
}

function Zone({ y, height, label }: { y: number; height: number; label: string }) {
  return (
    <>
      <rect x={1} y={y} width={WIDTH - 2} height={height} rx={10} className="fill-(--sunken)" />
      <text x={12} y={y + 22} className="fill-(--muted) text-12 font-medium">
        {label}
      </text>
    </>
  );
}

function Stage({ y, title, detail }: { y: number; title: string; detail: string }) {
  return (
    <>
      <rect
        x={BOX.x}
        y={y}
        width={BOX.width}
        height={BOX.height}
        rx={6}
        className="fill-(--surface) stroke-(--strong)"
      />
      <text x={WIDTH / 2} y={y + 19} textAnchor="middle" className="fill-(--text) text-13 font-semibold">
        {title}
      </text>
      <text x={WIDTH / 2} y={y + 35} textAnchor="middle" className="fill-(--muted) text-12">
        {detail}
      </text>
    </>
  );
}

function Arrow({ from, to }: { from: number; to: number }) {
  const x = WIDTH / 2;
  return <path d={`M${x} ${from}V${to}m-4 -5l4 5l4 -5`} fill="none" className="stroke-(--muted)" />;
}
