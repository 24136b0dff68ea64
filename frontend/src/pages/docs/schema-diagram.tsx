import { Arrow, Box, BOX_HEIGHT, Diagram, Note } from './diagram.tsx';

const COLUMNS = [
  { x: 1, width: 78 },
  { x: 88, width: 116 },
  { x: 213, width: 126 },
] as const;
const ROWS = [1, 101, 189, 277] as const;
const middle = (column: 0 | 1 | 2) => COLUMNS[column].x + COLUMNS[column].width / 2;

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
      <Box {...COLUMNS[1]} y={ROWS[0]} title="users" />
      <Box {...COLUMNS[0]} y={ROWS[1]} title="sessions" />
      <Box {...COLUMNS[1]} y={ROWS[1]} title="saved_analyses" />
      <Box {...COLUMNS[2]} y={ROWS[1]} title="user_preferences" />
      <Box {...COLUMNS[1]} y={ROWS[2]} title="uploads" />
      <Box {...COLUMNS[1]} y={ROWS[3]} title="upload_parts" />
    </Diagram>
  );
}
