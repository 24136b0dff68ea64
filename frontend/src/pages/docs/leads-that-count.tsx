import {
  CHECK_REPEATS,
  LEARNING_SHARE,
  MATURE_PERCENT,
  MAX_STRAY_PERCENT,
  MIN_AGE_CONVERSIONS,
  MIN_NUMERIC_PERCENT,
  MIN_WEEK_LEADS,
  STRAY_GAP_DAYS,
  YOUNG_LEADS_P_VALUE,
} from '#frontend/analysis/constants.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './figures.tsx';

/** A test compares the figures of the example with those of the program. */
export function LeadsThatCount() {
  return (
    <>
      <p>
        All leads of the file count, unless you say otherwise. In step 3 a status value can be left out, such
        as open or test leads: it is then neither converted nor not converted. A column of dates, where the
        file has one, can limit the days and leave out young leads. Leads that are left out are in no figure
        and in no total, and a value that only they have is no segment. Ranges and percentiles stay as they
        were chosen on all rows. The results, the report and Export All say how many leads are left out, each
        once, for the first of these reasons: status, no readable date, day, age.
      </p>
      <h3>Dates</h3>
      <p>
        A date is written with the year first (2026-03-01, 20260301, or 2026-03 for a month), the day first
        (1.3.2026), the month first (3/1/2026), or the month as an English word (1-Mar-2026, Mar 1, 2026),
        with or without a time and a zone. Numbers are dates only where the header says so: days as Excel
        counts them (46082), and seconds or milliseconds since 1970. A year of two digits is at most 10 years
        ahead of the day on which you open the file; otherwise it belongs to the last century. A way fits a
        column when it reads {MIN_NUMERIC_PERCENT}% of the cells that are not blank. Where day and month can
        be read both ways, slashes speak for the month first, and you can change it. The day and the hour
        count as they are written: neither the zone in the file nor yours moves a lead to another day. A month
        without a day counts as its first day. As attributes, dates count by month (2026-03), quarter (2026
        Q1), weekday or hour (09:00-09:59); other text stays as it is.
      </p>
      <h3>Young leads</h3>
      <Formula example="Newest date 30 June: a lead of 10 June is 20 days old, in week 2.">
        age = newest date of the file − date of the lead, in days; week = age / 7, rounded down
      </Formula>
      <p>
        A lead of yesterday has had no time to convert. The suggestion looks for the age from which leads
        convert like older ones. A newest date in the future is a slip that makes every lead look old: step 3
        then names it and suggests nothing. It also says so where at most {MAX_STRAY_PERCENT}% of the leads
        came after more than {STRAY_GAP_DAYS} days without any, since their dates may be slips. The newest
        date is that of the whole file, even after the last day that you let count: a lead of June had until
        then to convert. Weeks with fewer than {MIN_WEEK_LEADS} leads are merged with older ones, the oldest
        with younger ones. A rising rate is fitted to the weeks, weighted by their leads: neighbours that fall
        are pooled until none does (isotonic regression, pool adjacent violators).
      </p>
      <DocsTable
        caption="Example of conversion by age"
        head={['Weeks old', 'Leads', 'Conversions', 'Rate', 'Fitted rate']}
        rows={[
          ['0', '200', '4', '2.0%', '2.0%'],
          ['1', '200', '14', '7.0%', '6.0%'],
          ['2', '200', '10', '5.0%', '6.0%'],
          ['3', '200', '24', '12.0%', '12.0%'],
          ['4 to 11, each', '200', '25', '12.5%', '12.5%'],
        ]}
      />
      <Formula example="Week 3: 12.0% against 12.5% of all older leads, 96%. Week 2: 6.0% against 12.4%, 48%. So 21 days.">
        first week whose fitted rate is at least {MATURE_PERCENT}% of the rate of all older leads
      </Formula>
      <Formula example="28 of 600 against 224 of 1,800: chi-square = 29.0, p < 0.001.">
        only if leads below it differ from leads from it on, p &lt; {YOUNG_LEADS_P_VALUE} (chi-square)
      </Formula>
      <p>
        With fewer than {MIN_AGE_CONVERSIONS} conversions from that week on, or where the rate rises up to the
        oldest week, there are not enough dates to tell. A campaign that changed at that time looks the same,
        so the suggestion waits for you.
      </p>
      <p>
        With a column of dates, the Check tab can also learn from the older {100 * LEARNING_SHARE}% of the
        leads and try the rules on the latest ones, once instead of {CHECK_REPEATS} times. Leave out young
        leads before: rules look worse than they are on leads that are still open.
      </p>
    </>
  );
}
