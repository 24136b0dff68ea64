import { useId, useMemo, useState } from 'react';
import {
  DATE_PRESETS,
  type DateFormat,
  type DateNaming,
  type DatePreset,
  type DateSummary,
} from '#frontend/analysis/columns/dates.ts';
import { NO_DATES, type DateFilter } from '#frontend/analysis/counts/mapping.ts';
import { formatDay } from '#frontend/lib/format-date.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { useAnswer } from '#frontend/features/wizard/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { ColumnChoice, describeSamples, NO_COLUMN } from './column-options.tsx';
import { keysOf } from '#contract/records.ts';

/** The column of dates and the days that count. Absent in a file without dates. */
export function DateFilterFields({ workflow }: { workflow: Workflow }) {
  const { state, dispatch } = workflow;
  const { file, dateFilter } = state;
  const { dateColumn } = dateFilter;
  const options = useMemo(() => {
    const offered = (file?.columns ?? []).filter(({ index }) => file?.dateColumns.includes(index));
    const columns = offered.map((column) => ({
      value: String(column.index),
      label: column.header,
      detail: describeSamples(column),
    }));
    return [NO_COLUMN, ...columns];
  }, [file]);
  const dates = useAnswer(workflow, 'describeDates', dateColumn);
  const summary = dates?.find(({ format }) => format === dateFilter.dateFormat) ?? dates?.[0];
  const change = (next: Partial<DateFilter>) => dispatch({ type: 'dateFilterChanged', change: next });

  if (options.length === 1) return null;
  return (
    <div className="flex flex-col gap-3">
      <ColumnChoice
        label="Date column (optional)"
        options={options}
        column={dateColumn}
        onChoose={(column) => change({ ...NO_DATES, dateColumn: column })}
      />
      {summary && (
        <section
          aria-label="Dates that count"
          className="ml-1 flex flex-col gap-3 border-l-2 border-hairline pl-3 sm:pl-5"
        >
          <p className="text-13 text-muted">{describeDates(summary)}</p>
          {dates && dates.length > 1 && (
            <DateFormatChoice
              dates={dates}
              value={summary.format}
              onChange={(dateFormat) => change({ dateFormat })}
            />
          )}
          <DayFields filter={dateFilter} summary={summary} onChange={change} />
        </section>
      )}
    </div>
  );
}

const FORMAT_NAMES: Readonly<Record<DateFormat, string>> = {
  iso: 'Year first',
  'day-first': 'Day first',
  'month-first': 'Month first',
  'named-month': 'Month as a word',
  'excel-serial': 'Excel day numbers',
  'epoch-seconds': 'Seconds since 1970',
  'epoch-milliseconds': 'Milliseconds since 1970',
  'mixed-day-first': 'Two ways of writing, day first',
  'mixed-month-first': 'Two ways of writing, month first',
};

/** '2025-01-03 to 2026-03-01, day first. 12 leads without a date.' */
function describeDates({ earliest, latest, format, unreadable, blank }: DateSummary): string {
  const without = unreadable + blank;
  const others = without > 0 ? ` ${countNoun(without, 'lead')} without a date.` : '';
  return `${formatDay(earliest)} to ${formatDay(latest)}, ${nameInSentence(format)}.${others}`;
}

function nameInSentence(format: DateFormat): string {
  const name = FORMAT_NAMES[format];
  return format === 'excel-serial' ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

interface DateFormatChoiceProps {
  dates: readonly DateSummary[];
  value: DateFormat;
  onChange(format: DateFormat): void;
}

/** Asks for the order of day and month, if the dates of a file can be read in two ways. */
function DateFormatChoice({ dates, value, onChange }: DateFormatChoiceProps) {
  return (
    <SegmentedControl
      label="How dates are written"
      isLabelHidden={false}
      options={dates.map(({ format }) => ({ value: format, label: FORMAT_NAMES[format] }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface DayFieldsProps {
  filter: DateFilter;
  summary: DateSummary;
  onChange(change: Partial<DateFilter>): void;
}

function DayFields({ filter: { from, to }, summary, onChange }: DayFieldsProps) {
  const [min, max] = [formatDay(summary.earliest), formatDay(summary.latest)];
  const isEmpty = from !== null && to !== null && from > to;
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">Count leads from … to … (optional)</legend>
      <div className="flex flex-wrap gap-3">
        <TextField
          type="date"
          label="From"
          className="w-44 max-sm:min-w-36 max-sm:flex-1"
          {...{ min, max }}
          value={from === null ? '' : formatDay(from)}
          onChange={(event) => onChange({ from: readDay(event.target.value) })}
        />
        <TextField
          type="date"
          label="To"
          className="w-44 max-sm:min-w-36 max-sm:flex-1"
          {...{ min, max }}
          error={isEmpty ? 'No day is between these two' : undefined}
          value={to === null ? '' : formatDay(to)}
          onChange={(event) => onChange({ to: readDay(event.target.value) })}
        />
      </div>
    </fieldset>
  );
}

/** The beginning of a day in UTC; null for an empty or unfinished field. */
function readDay(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

interface DatePanelProps {
  detail: ColumnDetail;
  /** Null while the dates are treated as texts. */
  dates: DateNaming | null;
  onChange(dates: DateNaming | null): void;
}

const AS_WRITTEN = 'as-written';

/** The part under an attribute of dates. It chooses the part of a date, such as the weekday, that stands for each date. */
export function DatePanel({ detail, dates, onChange }: DatePanelProps) {
  const titleId = useId();
  const [chosenFormat, setChosenFormat] = useState<DateFormat | null>(dates?.format ?? null);
  const summary = detail.dates.find(({ format }) => format === chosenFormat) ?? detail.dates[0];
  if (!summary) return null;
  const { format } = summary;
  const offered = keysOf(DATE_PRESETS).filter((preset) => preset !== 'hour' || summary.hasTimes);
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
          ...offered.map((value) => ({ value, label: DATE_PRESETS[value].name })),
        ]}
        value={dates?.preset ?? AS_WRITTEN}
        onChange={(preset) => onChange(preset === AS_WRITTEN ? null : { preset, format })}
      />
    </section>
  );
}
