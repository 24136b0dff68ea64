import { byOutcome } from '#frontend/analysis/judge/outcome.ts';
import { OUTCOME_WORDS } from '#frontend/features/results/kit/outcome-words.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { describeRange } from '#frontend/analysis/counts/binning.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatMoney, formatNumber, formatPercent, formatRate } from '#frontend/lib/format.ts';
import { Summary } from '#frontend/features/results/kit/summary.tsx';
import { nameCurrencyTexts } from '#frontend/features/results/kit/currency-note.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import { PaperHead } from '#frontend/features/results/kit/table-section.tsx';
import type { ReactNode } from 'react';

// With these limits everything fits on one page of A4 or Letter.
const MOST_VALUES = 8;
const MOST_RANGES = 8;

interface FirstPageProps {
  date: Date;
  chart: ReactNode;
  rules: ReactNode;
}

/** The first page of the report, which stands alone: the findings, their chart, the rules to use, the settings. */
export function FirstPage({ date, chart, rules }: FirstPageProps) {
  const { analysis, context, currencyNote } = useShownResults();
  return (
    <div className="ui-report-first">
      <PaperHead date={date} title={`Lead value report: ${context.fileName}`} />
      <Summary analysis={analysis} />
      {chart}
      <div className="grid grid-cols-2 gap-x-8">
        <section>{rules}</section>
        <section>
          <h2>Data and settings</h2>
          <NamedTexts
            isBrief
            texts={[...listSettings(analysis, context), ...nameCurrencyTexts(currencyNote)]}
          />
        </section>
      </div>
      <NamedTexts isBrief texts={listRanges(context)} />
    </div>
  );
}

export type NamedText = [name: string, text: string];

function listSettings(analysis: Analysis, { statusColumn, qualifiedValues }: AnalysisContext): NamedText[] {
  const { settings } = analysis;
  return [
    ['Leads', formatCount(analysis.totalLeads)],
    [
      'Conversions',
      `${formatCount(analysis.totalConversions)}, baseline rate ${formatRate(analysis.baselineRate)}`,
    ],
    ['Lead status column', statusColumn],
    ['Counts as converted', joinFirst(qualifiedValues, MOST_VALUES)],
    ['Attributes', analysis.fields.map(({ name }) => name).join(', ')],
    ...describeWorth(analysis),
    ['Significance threshold', `±${formatPercent(settings.thresholdPercent)}`],
    [
      OUTCOME_WORDS[analysis.basis].baselineLeadValue,
      formatMoney(analysis.baselineLeadValue, settings.currency),
    ],
    ...describeBalanced(analysis),
  ];
}

/** The conversion value. By value it is the basis with the total. */
function describeWorth(analysis: Analysis): NamedText[] {
  const { conversionValue, currency } = analysis.settings;
  return [
    byOutcome<NamedText>(analysis, {
      conversions: () => ['Conversion value', formatMoney(conversionValue, currency)],
      value: ({ total }) => ['Results', `by value; all leads are worth ${formatMoney(total, currency)}`],
    }),
  ];
}

function describeBalanced({ baselineLeadValue, estimates, settings }: Analysis): NamedText[] {
  if (!estimates) return [];
  const { scale, converged } = estimates.tally.balanced;
  const doubt = converged ? '' : '. It did not converge, so take its figures with caution';
  return [
    [
      'Balanced lead value',
      `baseline lead value ${formatMoney(baselineLeadValue, settings.currency)} × ${formatNumber(scale)} × the balanced multipliers${doubt}`,
    ],
  ];
}

/** The bounds of ranges with labels such as 'Q4 (High)'. */
function listRanges({ attributes }: AnalysisContext): NamedText[] {
  return attributes.flatMap(({ field, ranges }): NamedText[] =>
    ranges ? [[`Ranges of ${field}`, joinFirst(ranges.map(describeRange), MOST_RANGES)]] : [],
  );
}

function joinFirst(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}

/** Texts with their names. A brief text is cut after two lines. */
export function NamedTexts({ texts, isBrief = false }: { texts: readonly NamedText[]; isBrief?: boolean }) {
  return (
    <dl className={isBrief ? 'text-12' : undefined}>
      {texts.map(([name, text]) => (
        <div
          key={name}
          className={cx(
            'grid gap-x-2 border-b border-hairline py-1',
            isBrief ? 'grid-cols-[9rem_minmax(0,1fr)]' : 'grid-cols-[11rem_minmax(0,1fr)]',
          )}
        >
          <dt className="line-clamp-2 wrap-anywhere text-muted">{name}</dt>
          <dd className={cx('wrap-anywhere', isBrief && 'line-clamp-2')}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
