import { Arrow, Box, BOX_HEIGHT, Diagram, Note } from './diagram.tsx';

const WIDTH = 106;
const COLUMNS = [2, 117, 232] as const;
const ROWS = [1, 101, 189, 277] as const;
const middle = (column: 0 | 1 | 2) => COLUMNS[column] + WIDTH / 2;

/** What belongs to whom. The other tables stand alone. */
export function SchemaDiagram() {
  return (
    <Diagram
      height={ROWS[3] + BOX_HEIGHT + 1}
      title="A user has many sessions, many saved analyses and one record of preferences. A saved analysis has up to three uploads, an upload many parts. Deleting deletes along the arrows."
      caption="What belongs to whom; deleting follows the arrows"
    >
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(0), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(1), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(2), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[1] + BOX_HEIGHT]} to={[middle(1), ROWS[2] - 2]} />
      <Arrow from={[middle(1), ROWS[2] + BOX_HEIGHT]} to={[middle(1), ROWS[3] - 2]} />
      <Note x={middle(0) - 8} y={ROWS[1] - 14} anchor="end">
        many
      </Note>
      <Note x={middle(1) + 8} y={ROWS[1] - 14}>
        many
      </Note>
      <Note x={middle(2) + 8} y={ROWS[1] - 14}>
        one
      </Note>
      <Note x={middle(1) + 8} y={ROWS[2] - 17}>
        one per kind
      </Note>
      <Note x={middle(1) + 8} y={ROWS[3] - 17}>
        many
      </Note>
      <Box x={COLUMNS[1]} y={ROWS[0]} width={WIDTH} title="users" />
      <Box x={COLUMNS[0]} y={ROWS[1]} width={WIDTH} title="sessions" />
      <Box x={COLUMNS[1]} y={ROWS[1]} width={WIDTH} title="saved_analyses" />
      <Box x={COLUMNS[2]} y={ROWS[1]} width={WIDTH} title="user_preferences" />
      <Box x={COLUMNS[1]} y={ROWS[2]} width={WIDTH} title="uploads" />
      <Box x={COLUMNS[1]} y={ROWS[3]} width={WIDTH} title="upload_parts" />
    </Diagram>
  );
}
