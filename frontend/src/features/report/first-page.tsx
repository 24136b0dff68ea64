import { PAGES } from '#contract/pages.ts';
import { byOutcome } from '#frontend/analysis/judge/outcome.ts';
import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { describeRange } from '#frontend/analysis/counts/binning.ts';
import {
  countNoun,
  formatCount,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRate,
} from '#frontend/lib/format.ts';
import { nameCurrencyTexts } from '#frontend/features/results/currency-note.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { PaperHead } from '#frontend/features/results/table-section.tsx';
import type { ExpectedWins } from '#frontend/features/stages/open-by-chance.ts';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import type { ReactNode } from 'react';

/** Longer lists of values and ranges are cut. */
const MOST_VALUES = 8;
const MOST_RANGES = 8;

interface FirstPageProps {
  date: Date;
  /** The advice, in sentences. */
  decision: ReactNode;
  chart: ReactNode;
  rules: ReactNode;
}

/** The first page of the report, which stands alone: what to do, its chart, all solid rules, and one line about the data. */
export function FirstPage({ date, decision, chart, rules }: FirstPageProps) {
  const { analysis, context } = useResults();
  return (
    <div className="ui-report-first">
      <PaperHead date={date} title={`Lead value report: ${context.fileName}`} />
      <div className="flex flex-col gap-1 text-14">{decision}</div>
      {chart}
      {rules}
      <p className="mt-3 line-clamp-3 wrap-anywhere text-muted">{describeData(analysis, context)}</p>
      <p className="mt-1 text-muted">
        How to read these results:{' '}
        <a href={PAGES['reading-results'].path} target="_blank" rel="noreferrer">
          {location.host}
          {PAGES['reading-results'].path}
        </a>
      </p>
    </div>
  );
}

/** '2,000 leads, 461 conversions (23.1%). Converted: Qualified. Conversion value: $100.00. Significance threshold: ±10%.' */
function describeData(analysis: Analysis, { qualifiedValues }: AnalysisContext): string {
  const [[worth, amount]] = describeWorth(analysis);
  return [
    `${countNoun(analysis.totalLeads, 'lead')}, ${countNoun(analysis.totalConversions, 'conversion')} (${formatRate(analysis.baselineRate)}).`,
    `Converted: ${joinFirst(qualifiedValues, MOST_VALUES)}.`,
    `${worth}: ${amount}.`,
    `Significance threshold: ±${formatPercent(analysis.settings.thresholdPercent)}.`,
  ].join(' ');
}

/** How the figures came about: the data, the choices and the settings. */
export function DataAndSettings() {
  const { analysis, context, currencyNote } = useResults();
  const open = useStagesRun()?.open;
  return (
    <section className="ui-report-figure">
      <h2>Data and Settings</h2>
      <NamedTexts
        texts={[
          ...listSettings(analysis, context),
          ...(open?.kind === 'counted' ? [nameExpected(open.worth)] : []),
          ...nameCurrencyTexts(currencyNote),
          ...listRanges(context),
        ]}
      />
    </section>
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
function describeWorth(analysis: Analysis): [NamedText] {
  const { conversionValue, currency } = analysis.settings;
  return [
    byOutcome<NamedText>(analysis, {
      conversions: () => ['Conversion value', formatMoney(conversionValue, currency)],
      value: ({ total }) => ['Results', `by value; all leads are worth ${formatMoney(total, currency)}`],
    }),
  ];
}

/** The money of open leads. It stands beside the total, which is that of the leads as they are. */
const nameExpected = ({ text }: ExpectedWins): NamedText => [
  'Open leads by their chance',
  `${text} No other figure here counts them so.`,
];

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

/** Texts with their names. */
export function NamedTexts({ texts }: { texts: readonly NamedText[] }) {
  return (
    <dl>
      {texts.map(([name, text]) => (
        <div
          key={name}
          className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-2 border-b border-hairline py-1"
        >
          <dt className="line-clamp-2 wrap-anywhere text-muted">{name}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
