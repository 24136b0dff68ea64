import type { ReactNode } from 'react';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/counts/analysis-context.ts';
import { DataAndSettings, FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
import { createPortal } from 'react-dom';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { PaperHead } from '#frontend/features/results/table-section.tsx';
import '#frontend/features/results/report.css';
import {
  MIN_INTERACTION_LEADS,
  MIN_TESTED_LEADS,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { explainSegmentLabels, listLabels } from '#frontend/analysis/judge/label-segment.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import { OVER_TIME_METHOD } from '#frontend/analysis/over-time/method.ts';
import { formatCount, countNoun, formatPercent } from '#frontend/lib/format.ts';
import { describeLeftOut } from '#frontend/features/results/downloads.ts';
import { describeDefinitions } from '#frontend/features/results/evidence.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';

interface ReportProps {
  date: Date;
  /** The parts of the first page: what to do, a chart, and the solid rules. */
  decision: ReactNode;
  chart: ReactNode;
  rules: ReactNode;
  /** The sections of the tabs. */
  children: ReactNode;
}

/** The results for paper: the first page, all tables and charts, the renamed values, the method. */
export function Report({ children, ...firstPage }: ReportProps) {
  return createPortal(
    <div className="ui-report">
      <FirstPage {...firstPage} />
      {children}
      <DataAndSettings />
      <RenamedValues />
      <ReportMethod />
    </div>,
    document.body,
  );
}

function RenamedValues() {
  const renamed = useResults().context.attributes.flatMap(describeRenamed);
  if (renamed.length === 0) return null;
  return (
    <section>
      <h2>Renamed Values</h2>
      <NamedTexts texts={renamed} />
    </section>
  );
}

/** At most this many renamed values are listed; the others are counted. */
const MOST_RENAMED = 20;

function describeRenamed({ field, mapping }: AnalysisContext['attributes'][number]): NamedText[] {
  const renamed = listRenamed(mapping).map(([value, name]) => `${value} → ${name}`);
  const rest = renamed.length - MOST_RENAMED;
  if (rest > 0) renamed.splice(MOST_RENAMED, rest, `and ${formatCount(rest)} more`);
  return renamed.length > 0 ? [[`Renamed in ${field}`, renamed.join('; ')]] : [];
}

/** The steps of a plan for paper, with a box to tick for each. */
export function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
  const { platform, plan, fileName, date } = sheet;
  return createPortal(
    <div className="ui-report">
      <PaperHead
        date={date}
        title={`${countNoun(plan.rules.length, 'rule')} for ${PLATFORMS[platform].name}: ${fileName}`}
      />
      <ol className="flex flex-col">
        {listSteps(sheet).map(({ where, what }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a printed page does not change
            key={index}
            className="grid break-inside-avoid grid-cols-[1.5rem_2rem_minmax(0,1fr)] border-b border-hairline py-1.5"
          >
            <span aria-hidden className="mt-0.5 size-3 border border-control" />
            <span className="tabular-nums">{index + 1}.</span>
            <span className="min-w-0">
              <span className="block text-muted">{where}</span>
              <span className="wrap-anywhere">{what}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 break-before-avoid text-12 wrap-anywhere text-muted">{noteLimits(platform)}</p>
    </div>,
    document.body,
  );
}

/** Explains each figure in words, then as a formula. */
function ReportMethod() {
  const { analysis, leftOut: counts, definitions } = useResults();
  const leftOut = describeLeftOut(counts);
  const steps = [
    ...(leftOut === null ? [] : [{ name: 'Leads that count', words: leftOut, formula: LEFT_OUT }]),
    ...listMethodSteps(analysis, describeDefinitions(definitions)),
  ];
  return (
    <section className="ui-report-figure">
      <h2>Method</h2>
      <dl className="ui-report-method">
        {steps.map(({ name, words, formula }) => (
          <div key={name} className="border-b border-hairline py-1.5">
            <dt className="font-semibold">{name}</dt>
            <dd>{words}</dd>
            <dd className="text-muted">{formula}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const LEFT_OUT =
  'leads left out are in no figure and in no total; age counts back from the newest date of the file';

interface ReportWords {
  lift: string;
  /** The test that gives p. */
  test: string;
  question: string;
}

/** The words that only the report has, by conversions and by value. */
const WORDS: Readonly<Record<Basis, ReportWords>> = {
  conversions: {
    lift: 'Lift',
    test: 'chi-square of segment against all other leads, 1 degree of freedom',
    question: 'do they convert as the two lifts predict?',
  },
  value: {
    lift: 'Value lift',
    test: METHOD.value.pValue.formula,
    question: 'are they worth what the two value lifts predict?',
  },
};

/** @param tries the sentence about the tries that q does not count */
function listMethodSteps({ basis, settings, latest }: Analysis, tries: string | null) {
  const threshold = formatPercent(settings.thresholdPercent);
  const hasDates = latest !== undefined;
  const method = METHOD[basis];
  const { lift, test, question } = WORDS[basis];
  const join = (...steps: { formula: string }[]) => steps.map(({ formula }) => formula).join('; ');
  return [
    { name: lift, ...method.lift },
    {
      name: 'Confidence and adjusted lift',
      words: method.adjustedLift.words,
      formula: join(method.confidence, method.adjustedLift),
    },
    { name: '95% interval of the charts', ...method.liftInterval },
    { name: '95% interval of a conversion rate', ...method.rateInterval },
    {
      name: 'Significance',
      words: `Unlikely to be chance, and large enough to matter. Segments under ${MIN_TESTED_LEADS} leads are not tested.`,
      formula: `p < ${SIGNIFICANT_P_VALUE} (${test}) and adjusted ${lift.toLowerCase()} outside 1 ± ${threshold}`,
    },
    {
      name: 'Labels',
      words: `${listLabels(explainSegmentLabels(threshold))} ${method.q.words}${tries ? ` ${tries}` : ''} Pairs are labelled in the same way.`,
      formula: `${method.q.formula}; q of a pair = Benjamini-Hochberg over the p-values of the tested pairs`,
    },
    {
      name: 'Correlations',
      words: `Pairs of significant segments of different attributes that share at least ${MIN_INTERACTION_LEADS} leads: ${question} Significant with p below ${SIGNIFICANT_P_VALUE} and a difference above ${threshold}.`,
      formula: join(method.predictedLift, method.pairPValue, method.difference, method.pairConfidence),
    },
    { name: 'Value rule', ...method.valueRule },
    { name: 'Expected to hold', ...method.expectedToHold },
    ...(hasDates
      ? [
          { name: 'Latest leads', ...method.latestLeads },
          { name: 'Over time', ...OVER_TIME_METHOD.changed },
        ]
      : []),
    {
      name: 'Lead value',
      words: method.leadValue.words,
      formula: join(method.baselineLeadValue, method.leadValue),
    },
    {
      name: 'Balanced',
      words: `${method.balanced.words} The mean over the leads is 1 for each attribute; one constant makes the total exact.`,
      formula: method.balanced.formula,
    },
    { name: 'Best estimate', ...method.bestEstimate },
  ];
}
