import { useMemo } from 'react';
import { DAY, MAX_AGE_DAYS } from '#contract/limits.ts';
import {
  countFrom,
  DAYS_PER_WEEK,
  findYoungLeads,
  rateByAge,
  type AgeFinding,
  type AgeWeeks,
} from '#frontend/analysis/measure/lead-age.ts';
import type { StrayLeads } from '#frontend/analysis/counts/stray-leads.ts';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatDay } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount, formatRate } from '#frontend/lib/format.ts';
import type { FileAges } from '#frontend/counting/count-ages.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

type AgeFilter = Pick<Workflow, 'state' | 'dispatch'>;

/** Conversion by the age of the leads, and a field for the age from which leads count. Absent without a column of dates. */
export function YoungLeads({ state, dispatch, ages }: AgeFilter & { ages: FileAges | null }) {
  if (state.dateFilter.dateColumn === null) return null;
  return ages ? <ConversionByAge {...{ state, dispatch, ages }} /> : <LoadingAges />;
}

const SECTION = 'mt-6 flex flex-col gap-3 border-t border-hairline pt-5';

/** Keeps the room of the ages while the leads are counted, so that the buttons below do not move. */
function LoadingAges() {
  return (
    <section aria-busy className={SECTION}>
      <h3 className="text-16 font-semibold">Conversion by age</h3>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-[7.375rem]" />
      <Skeleton className="h-15 w-3/5" />
      <Skeleton className="h-10" />
    </section>
  );
}

function ConversionByAge({ state, dispatch, ages }: AgeFilter & { ages: FileAges }) {
  const { youngerThanDays } = state.dateFilter;
  const weeks = useMemo(() => rateByAge(ages), [ages]);
  const finding = useMemo(() => findYoungLeads(weeks), [weeks]);
  const hasConverted = weeks.some(({ conversions }) => conversions > 0);
  const leaveOut = (days: number) =>
    dispatch({ type: 'dateFilterChanged', change: { youngerThanDays: days === 0 ? null : days } });

  if (weeks.length === 0) return null;
  const days = youngerThanDays ?? 0;
  const isAgeTooHigh = isInFuture(ages.newest);
  return (
    <section aria-labelledby="young-leads" className={SECTION}>
      <h3 id="young-leads" className="text-16 font-semibold">
        Conversion by age
      </h3>
      <p className={cx('text-13', isAgeTooHigh || finding.kind === 'cut' ? 'text-caution' : 'text-muted')}>
        {isAgeTooHigh
          ? `The newest date of the file, ${formatDay(ages.newest)}, lies in the future. Ages count back from it, so every age is too high. Correct it in the file, then open the file again.`
          : hasConverted
            ? describeFinding(finding)
            : 'No lead with a date counts as converted yet.'}
      </p>
      {ages.stray && !isAgeTooHigh && (
        <p className="text-13 text-caution">{describeStray(ages.stray, ages.newest)}</p>
      )}
      {hasConverted && !isAgeTooHigh && <AgeChart weeks={weeks} youngerThanDays={days} />}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NumberStepper
          label="Leave out leads younger than (days)"
          min={0}
          max={MAX_AGE_DAYS}
          step={1}
          buttonStep={DAYS_PER_WEEK}
          value={days}
          onChange={leaveOut}
          className="[&_input]:grow [&>.ui-stepper]:self-stretch"
        />
        {!isAgeTooHigh && finding.kind === 'cut' && finding.days !== days && (
          <Button onClick={() => leaveOut(finding.days)}>{`Use ${finding.days} days`}</Button>
        )}
      </div>
      <output className="text-13 text-muted">
        {days === 0
          ? `Leads of every age count. Age counts back from the newest date of the file, ${formatDay(ages.newest)}.`
          : `${countNoun(countFrom(ages, 0).leads - countFrom(ages, days).leads, 'lead')} younger than ${countNoun(days, 'day')} left out. Sales that come later than this file shows are in no figure.`}
      </output>
    </section>
  );
}

/** Whether a day has not yet begun in any time zone. */
function isInFuture(day: number): boolean {
  return day > Date.now() + DAY;
}

function describeStray({ leads, days }: StrayLeads, newest: number): string {
  const [dates, them] = leads === 1 ? ['that date is', 'it'] : ['those dates are', 'them'];
  const tooHigh = countNoun(days, 'day');
  return `Only ${countNoun(leads, 'lead')} came in the ${tooHigh} up to the newest date of the file, ${formatDay(newest)}. If ${dates} wrong, every age is ${tooHigh} too high: correct ${them} in the file, then open the file again.`;
}

function describeFinding(finding: AgeFinding): string {
  if (finding.kind === 'no-sign') return 'No sign that young leads are still open.';
  if (finding.kind === 'not-enough') return 'Not enough dates to tell whether young leads are still open.';
  const { days, younger, older } = finding;
  return `Leads younger than ${days} days convert at ${formatRate(measureRate(younger))}, older ones at ${formatRate(measureRate(older))}: many may still be open. A change of campaign at that time can look the same.`;
}

/** The chart has at most this many bars, since more would be too narrow. */
const MOST_BARS = 52;

/** A bar per week with the rate as height, the youngest leads at the left. Weeks that are left out are fainter. */
function AgeChart({ weeks, youngerThanDays }: { weeks: readonly AgeWeeks[]; youngerThanDays: number }) {
  const shown = weeks.slice(0, MOST_BARS);
  const highest = Math.max(...shown.map(measureRate));
  const last = shown.at(-1);
  return (
    <div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
        role="img"
        aria-label={`Conversion rate by age, ${countNoun(shown.length, 'bar')}, youngest first. ${shown
          .slice(0, WORDED_BARS)
          .map(describeWeeks)
          .join('. ')}.`}
        className="flex h-24 items-end gap-px border-b border-strong"
      >
        {shown.map((week) => (
          <div
            key={week.firstWeek}
            title={describeWeeks(week)}
            className="flex h-full flex-1 items-end hover:bg-hover"
          >
            <div
              className={cx(
                'w-full',
                week.firstWeek * DAYS_PER_WEEK < youngerThanDays ? 'bg-hairline' : 'bg-control',
              )}
              style={{
                height: week.conversions === 0 ? 1 : `max(2px, ${(100 * measureRate(week)) / highest}%)`,
              }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="flex justify-between gap-4 pt-1 text-12 text-faint tabular-nums">
        <span>This week</span>
        <span>{`Highest bar ${formatRate(highest)}`}</span>
        <span>{last && `${countNoun(last.lastWeek, 'week')} old`}</span>
      </div>
    </div>
  );
}

/** For screen readers, this many bars are described in words. */
const WORDED_BARS = 8;

/** 'Week 3: 12.0% of 210 leads converted' */
function describeWeeks(week: AgeWeeks): string {
  const { firstWeek, lastWeek, leads } = week;
  const name = firstWeek === lastWeek ? `Week ${firstWeek}` : `Weeks ${firstWeek} to ${lastWeek}`;
  return `${name}: ${formatRate(measureRate(week))} of ${formatCount(leads)} ${leads === 1 ? 'lead' : 'leads'} converted`;
}
