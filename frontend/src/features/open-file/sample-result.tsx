import { useSyncExternalStore } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import * as visitors from '#frontend/lib/format.ts';
import { SAMPLE_FIGURES, type SampleSegment } from './sample-figures.ts';

/** A small example of the results: four sources of the sample data with their lifts and intervals. */
export function SampleResult() {
  const { leads, conversions, segments } = SAMPLE_FIGURES;
  const { formatCount, formatRate } = useFormats();
  return (
    <figure className="flex flex-col gap-3">
      <figcaption>
        <p className="text-14 font-medium">Conversion by lead source, compared with all leads</p>
        <p className="text-13 text-muted">
          Sample data: {formatCount(leads)} leads, {formatRate(conversions / leads)} converted. Lines show the
          95% interval.
        </p>
      </figcaption>
      <ul>
        {segments.map((segment) => (
          <SegmentRow key={segment.value} segment={segment} />
        ))}
      </ul>
      <Axis />
    </figure>
  );
}

const ROW = 'grid grid-cols-[7rem_minmax(0,1fr)_4.25rem] items-center gap-3';

function SegmentRow({ segment }: { segment: SampleSegment }) {
  const { value, lift, low, high } = segment;
  const { formatLift } = useFormats();
  const tone = low > 1 ? 'up' : high < 1 ? 'down' : 'none';
  const [start, end] = lift > 1 ? [1, lift] : [lift, 1];
  return (
    <li className={cx(ROW, 'text-13')}>
      <span className="truncate">{value}</span>
      {/* The bars are an SVG, since the content security policy refuses style attributes in prerendered HTML. */}
      <svg aria-hidden className="h-8 w-full">
        <rect {...reach(1, 1)} width={1} height={32} className="fill-strong" />
        <rect
          {...reach(start, end)}
          y={8}
          height={16}
          rx={2}
          className={tone === 'up' ? 'fill-up/30' : tone === 'down' ? 'fill-down/30' : 'fill-strong'}
        />
        <rect
          {...reach(low, high)}
          y={15}
          height={2}
          rx={1}
          className={tone === 'up' ? 'fill-up' : tone === 'down' ? 'fill-down' : 'fill-faint'}
        />
      </svg>
      <span
        className={cx(
          'text-right font-medium whitespace-nowrap tabular-nums',
          tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-muted',
        )}
      >
        <span aria-hidden className="mr-1 text-12">
          {tone === 'up' ? '▲' : tone === 'down' ? '▼' : ''}
        </span>
        {formatLift(lift)}
        <span className="sr-only">
          , interval {formatLift(low)} to {formatLift(high)}
        </span>
      </span>
    </li>
  );
}

function Axis() {
  return (
    <div aria-hidden className={cx(ROW, 'text-12 text-faint')}>
      <span />
      <svg className="h-5 w-full overflow-visible border-t border-hairline">
        {TICKS.map((tick) => (
          <text
            key={tick}
            x={reach(tick, tick).x}
            y={16}
            className="fill-current tabular-nums"
            textAnchor="middle"
          >
            {tick}x
          </text>
        ))}
      </svg>
    </div>
  );
}

const AXIS = { min: 0.3, max: 2.7 };
const TICKS = [0.5, 1, 2];

/** The position on the logarithmic axis in percent. Lifts of 0.5 and 2 are equally far from 1. */
function positionOf(lift: number): number {
  return (100 * Math.log(lift / AXIS.min)) / Math.log(AXIS.max / AXIS.min);
}

/** A bar between two lifts. Positions are rounded, so that the browser renders the same text as the build. */
function reach(from: number, to: number) {
  const percent = (share: number) => `${share.toFixed(2)}%`;
  return { x: percent(positionOf(from)), width: percent(positionOf(to) - positionOf(from)) };
}

type Formats = ReturnType<typeof visitors.createFormats>;

let prerendered: Formats | undefined;

/**
 * Numbers in the locale of the visitor. A prerendered page shows them in American English until React has hydrated it.
 */
function useFormats(): Formats {
  return useSyncExternalStore<Formats>(
    () => () => {},
    () => visitors,
    () => (prerendered ??= visitors.createFormats('en-US')),
  );
}
