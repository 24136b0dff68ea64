import { useId, useState } from 'react';
import { type DateFormat, DATE_PRESETS, type DateNaming, type DatePreset } from '#frontend/analysis/dates.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { DateFormatChoice, describeDates } from './date-filter.tsx';

interface DatePanelProps {
  detail: ColumnDetail;
  /** Null while the dates are texts like any other. */
  dates: DateNaming | null;
  onChange(dates: DateNaming | null): void;
}

const AS_WRITTEN = 'as-written';

/** The part under an attribute of dates: what stands for each date. */
export function DatePanel({ detail, dates, onChange }: DatePanelProps) {
  const titleId = useId();
  const [chosenFormat, setChosenFormat] = useState<DateFormat | null>(dates?.format ?? null);
  const summary = detail.dates.find(({ format }) => format === chosenFormat) ?? detail.dates[0];
  if (!summary) return null;
  const { format } = summary;
  const presets = Object.entries(DATE_PRESETS) as [DatePreset, { name: string }][]; // its own keys
  const offered = presets.filter(([preset]) => preset !== 'hour' || summary.hasTimes);
  const chooseFormat = (next: DateFormat) => {
    setChosenFormat(next);
    if (dates) onChange({ ...dates, format: next });
  };
  return (
    <section
      aria-labelledby={titleId}
      className="ml-1 flex flex-col gap-3 border-l-2 border-hairline pl-3 sm:pl-5"
    >
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={titleId} className="text-14 font-semibold">
            Dates Detected
          </h2>
          <p className="text-13 text-muted">{describeDates(summary)}</p>
        </div>
        <p className="text-13 text-muted">
          {dates
            ? 'Leads with the same part of the date are one segment.'
            : 'As written, each text becomes its own segment.'}
        </p>
      </div>
      {detail.dates.length > 1 && (
        <DateFormatChoice dates={detail.dates} value={format} onChange={chooseFormat} />
      )}
      <SegmentedControl<DatePreset | typeof AS_WRITTEN>
        label="Group dates by"
        isLabelHidden={false}
        options={[
          { value: AS_WRITTEN, label: 'As written' },
          ...offered.map(([preset, { name }]) => ({ value: preset, label: name })),
        ]}
        value={dates?.preset ?? AS_WRITTEN}
        onChange={(preset) => onChange(preset === AS_WRITTEN ? null : { preset, format })}
      />
    </section>
  );
}
