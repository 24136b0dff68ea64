import { HIGH_CONFIDENCE, HIGH_LIFT, LOW_CONFIDENCE, LOW_LIFT } from '#frontend/analysis/constants.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatConfidence, formatLift, formatLiftChange } from '#frontend/lib/format.ts';

const LIFT_LOOKS = {
  high: { sign: '▲', colour: 'text-up' },
  low: { sign: '▼', colour: 'text-down' },
  middle: { sign: '', colour: '' },
};

function rankLift(lift: number): keyof typeof LIFT_LOOKS {
  if (lift >= HIGH_LIFT) return 'high';
  return lift <= LOW_LIFT ? 'low' : 'middle';
}

export interface LiftProps {
  lift: number;
  /** Also as a change against the average: '(+24%)'. */
  hasChange?: boolean;
  isLarge?: boolean;
}

/** A lift in its colour and with its sign. Sign and change have fixed places, so that figures below each other line up. */
export function Lift({ lift, hasChange, isLarge }: LiftProps) {
  const { sign, colour } = LIFT_LOOKS[rankLift(lift)];
  return (
    <span className={cx('inline-flex items-baseline whitespace-nowrap tabular-nums', colour)}>
      <span aria-hidden className="w-4 shrink-0 text-12 leading-none">
        {sign}
      </span>
      <span className={cx('text-right', isLarge ? 'min-w-[5ch] text-16 font-semibold' : 'min-w-[5.5ch]')}>
        {formatLift(lift)}
      </span>
      {hasChange && (
        <span className={cx('ml-1.5 text-right text-13 text-muted', isLarge ? 'min-w-[6ch]' : 'min-w-[7ch]')}>
          ({formatLiftChange(lift)})
        </span>
      )}
    </span>
  );
}

const CONFIDENCE_LOOKS = {
  high: { word: 'high', colour: 'text-up', meter: 'bg-current' },
  low: { word: 'low', colour: 'text-caution', meter: 'bg-current' },
  middle: { word: '', colour: '', meter: 'bg-faint' },
};

function rankConfidence(confidence: number): keyof typeof CONFIDENCE_LOOKS {
  if (confidence >= HIGH_CONFIDENCE) return 'high';
  return confidence < LOW_CONFIDENCE ? 'low' : 'middle';
}

const METER_BARS = [0, 1, 2, 3, 4];

/** A confidence (0 to 1) as a percentage and as bars: four or five are high, none to two are low. */
export function Confidence({ confidence }: { confidence: number }) {
  const { word, colour, meter } = CONFIDENCE_LOOKS[rankConfidence(confidence)];
  const filled = Math.round(confidence * METER_BARS.length);
  return (
    <span className={cx('inline-flex items-center gap-2 whitespace-nowrap tabular-nums', colour)}>
      <span>
        {formatConfidence(confidence)}
        {word && <span className="sr-only"> ({word})</span>}
      </span>
      <span aria-hidden className="flex gap-0.5">
        {METER_BARS.map((bar) => (
          <span key={bar} className={cx('h-3 w-1 rounded-[1px]', bar < filled ? meter : 'bg-hairline')} />
        ))}
      </span>
    </span>
  );
}
