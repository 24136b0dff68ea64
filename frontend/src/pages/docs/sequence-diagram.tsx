import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note } from './diagram.tsx';

export interface Message {
  /** Indexes of lanes. */
  from: number;
  to: number;
  text: string;
  /** An answer, not a request. */
  isAnswer?: boolean;
}

export interface SequenceDiagramProps {
  title: string;
  caption: string;
  lanes: readonly string[];
  messages: readonly Message[];
}

const ROW = 38;
const TAIL = 14;
const FIRST_ROW = BOX_HEIGHT + 34;

/** Who sends what to whom, in time from top to bottom. */
export function SequenceDiagram({ title, caption, lanes, messages }: SequenceDiagramProps) {
  const pitch = DIAGRAM_WIDTH / lanes.length;
  const height = FIRST_ROW + (messages.length - 1) * ROW + TAIL;
  const middle = (lane: number) => (lane + 0.5) * pitch;
  return (
    <Diagram height={height} title={title} caption={caption}>
      {lanes.map((lane, index) => (
        <g key={lane}>
          <path d={`M${middle(index)} ${BOX_HEIGHT}V${height}`} className="stroke-(--hairline)" />
          <Box x={index * pitch + 4} y={1} width={pitch - 8} title={lane} />
        </g>
      ))}
      {messages.map(({ from, to, text, isAnswer }, index) => {
        const y = FIRST_ROW + index * ROW;
        return (
          <g key={text}>
            <Note x={(middle(from) + middle(to)) / 2} y={y - 6} anchor="middle">
              {text}
            </Note>
            <Arrow from={[middle(from), y]} to={[middle(to), y]} isDashed={isAnswer} />
          </g>
        );
      })}
    </Diagram>
  );
}
