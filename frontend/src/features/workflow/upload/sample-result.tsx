import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatLift, formatRate } from '#frontend/lib/format.ts';
import { SAMPLE_FIGURES, type SampleSegment } from './sample-figures.ts';

const AXIS = { min: 0.3, max: 2.7 };
const TICKS = [0.5, 1, 2];

/** Place on the logarithmic axis, in percent: half as often lies as far from 1 as twice as often. */
function place(lift: number): number {
  return (100 * Math.log(lift / AXIS.min)) / Math.log(AXIS.max / AXIS.min);
}

/** A small true picture of what comes out: four sources of the sample data with their lifts and intervals. */
export function SampleResult() {
  const { leads, conversions, segments } = SAMPLE_FIGURES;
  return (
    <figure className="flex flex-col gap-3">
      <figcaption>
        <p className="text-14 font-medium">How often leads of a source convert, against all leads</p>
        <p className="text-13 text-muted">
          Sample data: {formatCount(leads)} leads, {formatRate(conversions / leads)} converted. The line on a
          bar is its 95% interval.
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
  const tone = low > 1 ? 'up' : high < 1 ? 'down' : 'none';
  const [start, end] = lift > 1 ? [1, lift] : [lift, 1];
  return (
    <li className={cx(ROW, 'text-13')}>
      <span className="truncate">{value}</span>
      <span aria-hidden className="relative h-8">
        <span className="absolute inset-y-0 w-px bg-strong" style={{ left: `${place(1)}%` }} />
        <span
          className={cx(
            'absolute inset-y-2 rounded-[2px]',
            tone === 'up' ? 'bg-up/30' : tone === 'down' ? 'bg-down/30' : 'bg-strong',
          )}
          style={{ left: `${place(start)}%`, right: `${100 - place(end)}%` }}
        />
        <span
          className={cx(
            'absolute top-1/2 h-0.5 -translate-y-1/2 rounded-full',
            tone === 'up' ? 'bg-up' : tone === 'down' ? 'bg-down' : 'bg-faint',
          )}
          style={{ left: `${place(low)}%`, right: `${100 - place(high)}%` }}
        />
      </span>
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
      <span className="relative h-4 border-t border-hairline">
        {TICKS.map((tick) => (
          <span
            key={tick}
            className="absolute top-1 -translate-x-1/2 tabular-nums"
            style={{ left: `${place(tick)}%` }}
          >
            {tick}x
          </span>
        ))}
      </span>
    </div>
  );
}
