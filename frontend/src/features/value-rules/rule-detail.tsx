import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { CONFIDENCE_NOTE } from '#frontend/features/results/columns.tsx';
import { focusNeighbour } from '#frontend/features/results/evidence.tsx';
import { Confidence } from '#frontend/features/results/figures.tsx';
import { segmentRowKey, useRuleRows } from '#frontend/features/results/rule-rows.ts';
import { useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import { ExpectedWord, LATEST_PART, describeLatest, describeOutlook, explainOutlook } from './outlook.tsx';
import { RuleChart, type RuleScale } from './rule-chart.tsx';
import { MergeSpellings } from './merge-spellings.tsx';
import { listDetailCaveats, type RuleFacts } from './rule-facts.ts';
import { type PlacesOfRule, describePlaces } from './rule-places.tsx';
import { CaveatBadge, RuleStatus } from './rule-marks.tsx';

interface OpenerProps {
  name: ReactNode;
  rule: ValueRule;
  stop: TabStop;
  /** Whether the open row warns of something. */
  hasWarning: boolean;
}

/** The name of a value as the button that opens its row. Tab reaches one row, arrow keys the others. */
export function RuleOpener({ name, rule, stop: { isTabStop, onFocus }, hasWarning }: OpenerProps) {
  const { open, toggle } = useRuleRows();
  const key = segmentRowKey(rule.segment);
  const isOpen = open.has(key);
  return (
    <button
      type="button"
      data-rule-opener
      aria-expanded={isOpen}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={(event) => focusNeighbour(event, '[data-rule-opener]')}
      onClick={() => toggle(key)}
      className="flex max-w-full min-w-0 items-baseline gap-x-1 rounded-[3px] text-left hover:text-accent max-md:min-h-7"
    >
      <ChevronRight
        aria-hidden
        className={cx(
          'mt-0.5 -ml-1 size-4 shrink-0 self-start text-muted transition-transform',
          isOpen && 'rotate-90',
        )}
      />
      <span className="min-w-0">{name}</span>
      {hasWarning && (
        <span className="shrink-0 font-semibold text-caution" title="The open row has a warning">
          !<span className="sr-only"> The open row has a warning.</span>
        </span>
      )}
    </button>
  );
}

interface RuleDetailProps {
  rule: ValueRule;
  facts: RuleFacts;
  scale: RuleScale;
  placesOf: PlacesOfRule;
}

/** The part that opens below a rule: on narrow screens also the columns that have no room there. */
export function RuleDetail({ rule, facts, scale, placesOf }: RuleDetailProps) {
  const { isNarrow } = useScreen();
  const { analysis } = useResults();
  const { segment, isSignificant } = rule;
  const outlook = facts.outlookOf(rule);
  const places = isSignificant && placesOf(segment);
  const note = isNarrow && facts.noteOf(segment);
  const caveats = listDetailCaveats(rule, facts);
  return (
    <div className="flex flex-col gap-y-2 pb-1 pl-3 text-13 md:pl-[5.25rem]">
      {isNarrow && (
        <RuleChart
          isTabStop
          onFocus={() => {}}
          rule={rule}
          scale={scale}
          outlook={describeOutlook(outlook)}
        />
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 md:flex md:flex-wrap md:gap-x-10">
        {isNarrow && (
          <>
            <Detail name={`Confidence, ${CONFIDENCE_NOTE}`}>
              <Confidence confidence={segment.confidence} />
            </Detail>
            <Detail name="Status">
              <RuleStatus rule={rule} isTested={facts.isTested(rule)} />
            </Detail>
            <Detail name="Leads">{formatCount(segment.leads)}</Detail>
          </>
        )}
        {outlook.expected.kind !== 'none' && (
          <Detail name={<Term explanation={explainOutlook(analysis)}>On new leads</Term>}>
            <ExpectedWord expected={outlook.expected} />
          </Detail>
        )}
        {outlook.latest && (
          <Detail name={LATEST_PART}>
            <span className={outlook.latest.kind === 'fell' ? 'text-caution' : undefined}>
              {outlook.latest.kind === 'fell' && <span aria-hidden>! </span>}
              {describeLatest(outlook.latest)}
            </span>
          </Detail>
        )}
        {places && <Detail name="Ad platforms">{describePlaces(places)}</Detail>}
      </dl>
      {(note || caveats.length > 0) && (
        <ul className="flex max-w-prose flex-col gap-y-1.5">
          {note && (
            <li>
              {note.sentence} <MergeSpellings segment={segment} others={note.others} />
            </li>
          )}
          {caveats.map(({ word, sentence }) => (
            <li key={word} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
              <CaveatBadge word={word} />
              <span className="min-w-0">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Detail({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="max-md:contents">
      <dt className="text-muted md:text-12">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
