import { Arrow, Box, BOX_HEIGHT, Diagram, Note } from './figures.tsx';

const PITCH = 84;

const STEPS = [
  { title: '96 of 221', detail: 'converted', next: 'divided by leads' },
  { title: '43.4%', detail: 'conversion rate', next: 'divided by the baseline of 20.6%' },
  { title: '2.11', detail: 'lift', next: 'shrunk towards 1, by a weight of 82%' },
  { title: '1.90', detail: 'adjusted lift', next: '× 0.85, it overlaps with US' },
  { title: '1.62', detail: 'suggested value rule', next: null },
] as const;

/** A test compares its figures with those of the program. */
export function RuleDiagram() {
  return (
    <Diagram
      height={(STEPS.length - 1) * PITCH + BOX_HEIGHT + 2}
      title={`Source = Referral: ${STEPS.map(({ title, detail }) => `${title} ${detail}`).join(', ')}.`}
      caption="From counts to a value rule: Source = Referral"
    >
      {STEPS.map(({ title, detail, next }, index) => {
        const y = 1 + index * PITCH;
        return (
          <g key={title}>
            <Box x={35} y={y} width={150} title={title} detail={detail} />
            {next && (
              <>
                <Arrow from={[110, y + BOX_HEIGHT]} to={[110, y + PITCH - 2]} />
                <Note x={122} y={y + BOX_HEIGHT + 25} text={next} />
              </>
            )}
          </g>
        );
      })}
    </Diagram>
  );
}
