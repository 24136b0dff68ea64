import { Arrow, Box, BOX_HEIGHT, Diagram, DIAGRAM_WIDTH, Note, Zone } from './diagram.tsx';

const MIDDLE = DIAGRAM_WIDTH / 2;
const WIDTH = 136;
const [LEFT, RIGHT] = [20, DIAGRAM_WIDTH - 20 - WIDTH] as const;

export function DeploymentDiagram() {
  return (
    <Diagram
      height={345}
      title="A browser loads the page and its scripts from static assets and calls the Worker. The Worker keeps its data in D1 and, for sign-in, asks Google."
      caption="What runs where"
    >
      <Zone y={90} height={164} label="Cloudflare" />
      <Arrow from={[MIDDLE - 20, 1 + BOX_HEIGHT]} to={[LEFT + WIDTH / 2, 122]} />
      <Arrow from={[MIDDLE + 20, 1 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 122]} />
      <Note x={LEFT + WIDTH / 2 + 10} y={80} anchor="end">
        page, scripts
      </Note>
      <Note x={RIGHT + WIDTH / 2 - 10} y={80}>
        API calls
      </Note>
      <Box x={MIDDLE - WIDTH / 2} y={1} width={WIDTH} title="Browser" detail="files stay here" />
      <Box x={LEFT} y={124} width={WIDTH} title="Static assets" detail="built by Vite" />
      <Box x={RIGHT} y={124} width={WIDTH} title="Worker" detail="Hono" />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[LEFT + WIDTH + 2, 196 + BOX_HEIGHT / 2]} />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 298]} />
      <Box x={LEFT} y={196} width={WIDTH} title="D1 database" detail="accounts, saves" />
      <Box x={RIGHT} y={300} width={WIDTH} title="Google" detail="sign-in only" />
    </Diagram>
  );
}
