import { useId } from 'react';

interface ProgressBarProps {
  label: string;
  /** From 0 to `max`; null while the end is not known. */
  value: number | null;
  max?: number;
  /** The state in words, such as '12,000 rows read'; shown at the right end. */
  detail?: string;
}

export function ProgressBar({ label, value, max = 100, detail }: ProgressBarProps) {
  const id = useId();
  const share = value === null || max <= 0 ? null : Math.min(1, Math.max(0, value / max));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4 text-13">
        <span id={id} className="font-medium">
          {label}
        </span>
        {detail && <span className="text-muted tabular-nums">{detail}</span>}
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={detail}
        max={1}
        // A bar without a value shows that the end is not known.
        value={share ?? undefined}
        className="ui-progress"
      />
    </div>
  );
}
