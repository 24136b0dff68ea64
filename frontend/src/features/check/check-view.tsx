import { useMemo } from 'react';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import {
  stampDate,
  type ExportFile,
  joinSections,
  toPercent,
  toRows,
  type Cell,
} from '#frontend/exports/table.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { FailedAnswer, ThreadProgress } from '#frontend/features/results/answer-progress.tsx';
import { type TabChoice, useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { MULTIPLIER_WORDS, NotConverged } from '#frontend/features/results/methods.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { useCheckRun } from './check-run.tsx';
import { CalibrationChart } from './calibration-chart.tsx';
import {
  CHARTED,
  listMethods,
  listTenths,
  methodColumns,
  multiplierColumns,
  tenthColumns,
  type CheckedWords,
  findCheckedWords,
  describeChosenAnew,
  describeFamilies,
  describeMeaning,
  describeOrigin,
  describeChanceLimit,
  describeVerdict,
  type FinishedCheck,
  nameSizes,
} from './check-columns.tsx';

interface CheckSource {
  currency: Settings['currency'];
  notes: readonly Cell[][];
}

/** 'How this was checked': tests the rules on leads that they were not learned from. */
export function CheckView() {
  const { context } = useResults();
  const { part, choosePart } = useCheckRun();
  const date = context.leads?.date ?? null;
  if (!date) return <CheckRun />;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <SegmentedControl<CheckedPart>
          label="Try the rules on"
          isLabelHidden={false}
          options={[
            { value: 'random', label: 'Random 30%' },
            { value: 'latest', label: 'The latest 30%' },
          ]}
          value={part}
          onChange={choosePart}
        />
        {part === 'latest' && date.youngerThanDays === null && (
          <Notice tone="caution" title="No young leads are left out">
            The latest leads may still be open, and rules then look worse than they are. Step 3 shows
            conversion by age.
          </Notice>
        )}
      </div>
      <CheckRun />
    </div>
  );
}

function CheckRun() {
  const { run, start, cancel } = useCheckRun();
  switch (run.state) {
    case 'idle':
    case 'running': {
      const progress = run.state === 'running' ? run.progress : null;
      return (
        <section className="max-w-step">
          <ThreadProgress
            label="Trying the rules on unseen leads"
            done={progress?.done}
            of={progress?.repeats}
            unit="repeats"
            onCancel={cancel}
          />
        </section>
      );
    }
    case 'cancelled':
      return (
        <section className="flex flex-col items-start gap-4">
          <h2 className="text-16 font-semibold">The check was cancelled</h2>
          <Button onClick={start}>Check Again</Button>
        </section>
      );
    case 'failed':
      return (
        <FailedAnswer title="The check failed" error={run.error} onRetry={start}>
          The leads are still open, and the other figures are not affected.
        </FailedAnswer>
      );
    case 'done':
      return <Answer result={run.result} />;
  }
}

function Answer({ result }: { result: UnseenCheck }) {
  const { currency } = useResults().analysis.settings;
  switch (result.kind) {
    case 'checked':
      return <FinishedResult check={result} />;
    case 'nothing-happened':
      return <NothingHappened leads={result.leads} words={findCheckedWords(result, currency)} />;
    case 'too-few-conversions':
      return <TooFew {...result} />;
  }
}

function NothingHappened({ leads, words }: { leads: number; words: CheckedWords }) {
  return (
    <section className="flex max-w-prose flex-col gap-2">
      <h2 className="text-16 font-semibold">Nothing to compare with</h2>
      <p className="text-14">
        {words.nothing(countNoun(leads, 'checked lead'))} They may be too young: leave out young leads, or
        check again later.
      </p>
    </section>
  );
}

function TooFew({ conversions, needed }: Extract<UnseenCheck, { kind: 'too-few-conversions' }>) {
  return (
    <section className="flex max-w-prose flex-col gap-2">
      <h2 className="text-16 font-semibold">Too few conversions to check</h2>
      <p className="text-14">
        Under {formatCount(needed)} conversions, a check would show chance and not the rules. This file has{' '}
        {formatCount(conversions)}. Add older leads, or check again later.
      </p>
    </section>
  );
}

function FinishedResult({ check }: { check: FinishedCheck }) {
  const { analysis, leftOut, currencyNote } = useResults();
  const { currency } = analysis.settings;
  const words = findCheckedWords(check, currency);
  const chosenAnew = describeChosenAnew(check);
  const families = describeFamilies(check);
  const chanceLimit = describeChanceLimit(check);
  const download = () => {
    const notes = listTableNotes(leftOut, currencyNote);
    downloadExport(exportCheck(check, { currency, notes }, new Date()));
  };
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="check-verdict" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 id="check-verdict" className="max-w-prose text-20 font-semibold text-balance">
            {describeVerdict(check)}
          </h2>
          <Button size="small" onClick={download}>
            Download CSV
          </Button>
        </div>
        {chanceLimit && <p className="max-w-prose text-14">{chanceLimit}</p>}
        <p className="max-w-prose text-14 text-muted">{describeMeaning(check)}</p>
        {families && <p className="max-w-prose text-14 text-muted">{families}</p>}
        {chosenAnew && <p className="max-w-prose text-14 text-muted">{chosenAnew}</p>}
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <CalibrationChart check={check} words={words} />
        <TableSection
          title={words.byTenth}
          description={`Lowest predicted ${words.order} first.`}
          columns={tenthColumns(words)}
          items={listTenths(check)}
          keyOf={({ tenth }) => String(tenth)}
          rowHeight={36}
        />
      </div>
      <CompareMethods check={check} words={words} />
    </div>
  );
}

const ARE_METHODS_SHOWN: TabChoice<boolean> = { first: false };

/** The methods side by side: on unseen leads, then the multipliers of each rule. Folded at first. */
function CompareMethods({ check, words }: { check: FinishedCheck; words: CheckedWords }) {
  const [isShown, show] = useTabChoice(ARE_METHODS_SHOWN);
  return (
    <section aria-labelledby="compare-methods" className="flex flex-col gap-8 border-t border-hairline pt-6">
      <div className="flex items-center justify-between gap-4">
        <h2 id="compare-methods" className="text-20 font-semibold">
          Compare methods
        </h2>
        <Button
          size="small"
          aria-expanded={isShown}
          aria-describedby="compare-methods"
          onClick={() => show(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
      {isShown && <Methods check={check} words={words} />}
    </section>
  );
}

function Methods({ check, words }: { check: FinishedCheck; words: CheckedWords }) {
  const { analysis } = useResults();
  const columns = useMemo(() => multiplierColumns(analysis), [analysis]);
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <dl className="text-14 text-muted">
          {CHARTED.map(({ multipliers, name }) => (
            <div key={name}>
              <dt className="inline font-medium text-text">{name}</dt>{' '}
              <dd className="inline">{MULTIPLIER_WORDS[multipliers]}</dd>
            </div>
          ))}
        </dl>
        <p className="text-14 empty:hidden">
          <NotConverged />
        </p>
      </div>
      <TableSection
        title={words.amounts}
        description="All unseen leads, mean of the repeats."
        columns={methodColumns(words)}
        items={listMethods(check)}
        keyOf={({ name }) => name}
        rowHeight={40}
      >
        <p className="max-w-prose text-13 text-muted">{describeOrigin(check, words)}</p>
      </TableSection>
      {analysis.estimates && analysis.valueRules.length > 0 && (
        <TableSection
          title="Multipliers of Each Rule"
          description="In the order of the value rules."
          columns={columns}
          items={analysis.valueRules}
          keyOf={({ segment }) => `${segment.field} ${segment.value}`}
          rowHeight={40}
          maxOpenRows={MOST_OPEN_ROWS}
        />
      )}
    </>
  );
}

/** A longer table scrolls under its header. */
const MOST_OPEN_ROWS = 12;

/** 'Download CSV' of the check: all of its tables, one below the other. */
export function exportCheck(check: FinishedCheck, { currency, notes }: CheckSource, date: Date): ExportFile {
  const words = findCheckedWords(check, currency);
  const { chosenAnew, families } = check;
  return {
    fileName: `check_on_unseen_leads_${stampDate(date)}.csv`,
    rows: joinSections([
      [
        'Check on Unseen Leads',
        [
          ['Verdict', describeVerdict(check)],
          ['Leads Learned From (%)', toPercent(check.learningShare)],
          ['Unseen Leads', check.leads],
          ['Repeats', check.repeats],
          ['Seed', check.seed],
          ...(families ? [['Rows per Family', nameSizes(families)]] : []),
          ...(chosenAnew.length > 0 ? [['Values Chosen Anew in Each Repeat', chosenAnew.join(', ')]] : []),
          ...notes,
        ],
      ],
      [words.amounts, toRows(methodColumns(words), listMethods(check))],
      [words.byTenth, toRows(tenthColumns(words), listTenths(check))],
    ]),
  };
}
