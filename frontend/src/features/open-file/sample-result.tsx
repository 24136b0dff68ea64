import { useSyncExternalStore } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import * as visitors from '#frontend/lib/format.ts';
import { SAMPLE_FIGURES, SAMPLE_RATE, type SampleSegment } from './sample-figures.ts';

/** A small example of the results: four sources of the sample data with their rates and intervals. */
export function SampleResult() {
  const { leads, segments } = SAMPLE_FIGURES;
  const { formatCount, formatRate } = useFormats();
  return (
    <figure className="flex flex-col gap-3">
      <figcaption>
        <p className="text-14 font-medium">Conversion by lead source, compared with all leads</p>
        <p className="text-13 text-muted">
          Sample data: {formatCount(leads)} leads, {formatRate(SAMPLE_RATE)} converted. Lines show the 95%
          interval.
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

const ROW = 'grid grid-cols-[7rem_minmax(0,1fr)_4.5rem] items-center gap-3';
const TONES = {
  up: { mark: 'fill-up', text: 'text-up', sign: '▲' },
  down: { mark: 'fill-down', text: 'text-down', sign: '▼' },
  none: { mark: 'fill-faint', text: 'text-muted', sign: '' },
};

function SegmentRow({ segment: { value, rate, low, high } }: { segment: SampleSegment }) {
  const { formatRate, formatConfidence } = useFormats();
  const tone = TONES[low > SAMPLE_RATE ? 'up' : high < SAMPLE_RATE ? 'down' : 'none'];
  return (
    <li className={cx(ROW, 'py-1 text-13')}>
      <span className="truncate">{value}</span>
      {/* An SVG, since the content security policy refuses style attributes in prerendered HTML. */}
      <svg aria-hidden className="h-9 w-full overflow-visible">
        <rect x={positionOf(SAMPLE_RATE)} width={1} height={36} className="fill-strong" />
        <rect
          x={positionOf(low)}
          width={positionOf(high - low)}
          y={17}
          height={2}
          rx={1}
          className={tone.mark}
        />
        <circle cx={positionOf(rate)} cy={18} r={5} className={tone.mark} />
      </svg>
      <span className="text-right whitespace-nowrap tabular-nums">
        <span className={cx('block font-medium', tone.text)}>
          <span aria-hidden className="mr-1 text-12">
            {tone.sign}
          </span>
          {formatRate(rate)}
        </span>
        <span className="block text-12 text-faint">
          <span className="sr-only">, interval </span>
          {formatConfidence(low)} to {formatConfidence(high)}
        </span>
      </span>
    </li>
  );
}

function Axis() {
  const { formatConfidence } = useFormats();
  return (
    <div aria-hidden className={cx(ROW, 'text-12 text-faint')}>
      <span />
      <svg className="h-5 w-full overflow-visible border-t border-hairline">
        {TICKS.map((tick) => (
          <text
            key={tick}
            x={positionOf(tick)}
            y={16}
            className="fill-current tabular-nums"
            textAnchor="middle"
          >
            {formatConfidence(tick)}
          </text>
        ))}
      </svg>
    </div>
  );
}

const AXIS_END = 0.6;
const TICKS = [0, 0.2, 0.4, 0.6];

/** The position on the axis, rounded so that the browser renders the same text as the build. */
function positionOf(rate: number): string {
  return `${((100 * rate) / AXIS_END).toFixed(2)}%`;
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
