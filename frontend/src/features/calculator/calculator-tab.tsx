import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ExplainedControl } from '#frontend/ui/segmented-control.tsx';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { findCoverage } from '#frontend/features/results/evidence.tsx';
import { OVERLAP_CUT } from '#frontend/features/results/figures.tsx';
import { MULTIPLIER_WORDS, NotConverged } from '#frontend/features/results/methods.tsx';
import { type TabChoice, useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import {
  EstimatesOfLead,
  LeadValueResult,
  calculate,
  PICKS,
  pickedValues,
  Waterfall,
  type Picks,
} from './lead-value.tsx';
import { useMemo, useDeferredValue } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { FIRST_LISTED_COMBINATIONS, MAX_LISTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import {
  type Multipliers,
  bestCombinations,
  countPossibleCombinations,
  isImpossible,
} from '#frontend/analysis/judge/lead-values.ts';
import { countNoun, formatLift, formatCount } from '#frontend/lib/format.ts';
import { withRangePerField, type Bounds } from '#frontend/features/results/columns.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';

/** The content of the tab. */
export function Calculator() {
  const { analysis, bounds, combinations } = useResults();
  const [picks, changePicks] = useTabChoice(PICKS);
  const [chosen] = useTabChoice(MULTIPLIERS);
  const multipliers = analysis.estimates ? chosen : 'suggested';
  const values = useMemo(() => pickedValues(analysis, picks), [analysis, picks]);
  const result = useMemo(
    () => values && calculate(analysis, values, multipliers),
    [analysis, values, multipliers],
  );
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="lead-calculator" className="flex flex-col gap-4">
        <h2 id="lead-calculator" className="text-16 font-semibold">
          Calculate Individual Lead Values
        </h2>
        {multipliers === 'suggested' && <IndependenceBanner analysis={analysis} />}
        <ValuePickers
          analysis={analysis}
          multipliers={multipliers}
          picks={picks}
          onPicksChange={changePicks}
        />
        <div className="grid gap-x-12 gap-y-6 border-t border-hairline pt-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          {/* The element is always there, since screen readers announce only changes of an existing one. */}
          <div aria-live="polite" className="min-w-0">
            {result ? (
              <LeadValueResult analysis={analysis} result={result} />
            ) : (
              <p className="text-14 text-muted">
                Pick a value {analysis.fields.length === 1 ? '' : 'for every attribute '}to see what that lead
                is worth.
              </p>
            )}
          </div>
          {result && analysis.baselineLeadValue > 0 && <Waterfall analysis={analysis} result={result} />}
        </div>
        {combinations !== undefined && <Advanced analysis={analysis} values={values} />}
      </section>
      <CombinationsTable analysis={analysis} bounds={bounds} multipliers={multipliers} />
    </div>
  );
}

/** The multipliers of the calculator. Its figures are those of the suggested rules until the reader chooses others. */
const MULTIPLIERS: TabChoice<Multipliers> = { first: 'suggested' };

const IS_ADVANCED: TabChoice<boolean> = { first: false };

interface AdvancedProps {
  analysis: Analysis;
  /** Null until every attribute has a picked value. */
  values: readonly string[] | null;
}

/** The choice of other multipliers, and the value of the picked lead by each method. */
function Advanced({ analysis, values }: AdvancedProps) {
  const [isOpen, setOpen] = useTabChoice(IS_ADVANCED);
  const [chosen, choose] = useTabChoice(MULTIPLIERS);
  return (
    <div className="flex flex-col items-start gap-4">
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Advanced
        {chosen === 'balanced' && <span className="font-normal text-muted">Balanced</span>}
      </Button>
      {isOpen && (
        <div className="flex w-full flex-col gap-5 rounded-surface bg-sunken p-4">
          <ExplainedControl
            label="Multipliers"
            options={[
              { value: 'suggested', label: 'Suggested' },
              { value: 'balanced', label: 'Balanced' },
            ]}
            value={chosen}
            onChange={choose}
          >
            {MULTIPLIER_WORDS[chosen]}
            <NotConverged />
          </ExplainedControl>
          {values && <EstimatesOfLead analysis={analysis} values={values} />}
        </div>
      )}
    </div>
  );
}

/** Says whether correlated lifts were cut. Empty if no pair could be tested. */
function IndependenceBanner({ analysis }: { analysis: Analysis }) {
  if (analysis.hasInteractions) {
    return (
      <Notice tone="caution">
        Some correlations were detected: correlated segments were reduced by {OVERLAP_CUT}.
      </Notice>
    );
  }
  if (analysis.interactionTests.length === 0) return null;
  const { isComplete, words } = findCoverage(analysis);
  return (
    <Notice tone={isComplete ? 'success' : 'info'}>
      All factors are independent: their lifts are multiplied as they are. {words}.
    </Notice>
  );
}

interface ValuePickersProps {
  analysis: Analysis;
  multipliers: Multipliers;
  picks: Picks;
  onPicksChange(picks: Picks): void;
}

/** One dropdown per attribute. */
function ValuePickers({ analysis, multipliers, picks, onPicksChange }: ValuePickersProps) {
  const options = useMemo(() => listOptions(analysis, multipliers), [analysis, multipliers]);
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {analysis.fields.map(({ name }, field) => (
        <Dropdown
          key={name}
          label={name}
          options={options[field] ?? []}
          value={picks[field] ?? null}
          onChange={(value) => onPicksChange({ ...picks, [field]: value })}
          placeholder="Select a value"
        />
      ))}
    </div>
  );
}

/** The values of each attribute by name, with their leads and their lift after the cut or balanced multiplier. */
function listOptions(
  { fields, segments, estimates }: Analysis,
  multipliers: Multipliers,
): DropdownOption[][] {
  const details = fields.map(() => new Map<string, string>());
  for (const { field, value, leads, liftAfterCut } of segments) {
    const balanced = multipliers === 'balanced' ? estimates?.multiplierOf(field, value) : undefined;
    details[field]?.set(value, `${formatLift(balanced ?? liftAfterCut)} · ${countNoun(leads, 'lead')}`);
  }
  return fields.map(({ values }, field) =>
    values.map((value) => ({ value, label: value, among: values, detail: details[field]?.get(value) })),
  );
}

/** A longer table scrolls under its header. */
const MOST_OPEN_ROWS = 15;

interface CombinationsTableProps {
  analysis: Analysis;
  bounds: Bounds;
  multipliers: Multipliers;
}

/** The best 10,000 combinations of values, highest lead value first. */
function CombinationsTable({ analysis, bounds, multipliers }: CombinationsTableProps) {
  // Finding 10,000 rows takes some milliseconds, so it is deferred and the controls stay quick.
  const shown = useDeferredValue(analysis);
  const limit = useDeferredValue(MAX_LISTED_COMBINATIONS, FIRST_LISTED_COMBINATIONS);
  const combinations = useMemo(
    () => bestCombinations(shown, limit, multipliers),
    [shown, limit, multipliers],
  );
  const columns = useMemo(
    () => withRangePerField(combinationColumns(shown, multipliers), bounds, shown.fields),
    [shown, bounds, multipliers],
  );
  const hasImpossible = combinations.some(
    ({ predictedRate, estimate }) =>
      isImpossible(shown, predictedRate) || isImpossible(shown, estimate?.balancedRate ?? 0),
  );
  return (
    <TableSection
      title="All Lead Value Combinations"
      description={describe(countPossibleCombinations(shown))}
      status={
        hasImpossible && (
          <p className="text-13 text-caution">
            ! Marked combinations predict more than 100% conversion, which is impossible. Take these values
            with caution.
          </p>
        )
      }
      columns={columns}
      items={combinations}
      keyOf={({ values }) => JSON.stringify(values)}
      rowHeight={40}
      maxOpenRows={MOST_OPEN_ROWS}
    />
  );
}

function describe(total: number): string {
  if (total === 1) return 'The only combination.';
  if (total <= MAX_LISTED_COMBINATIONS) return `All ${formatCount(total)} combinations, highest value first.`;
  return `Top ${formatCount(MAX_LISTED_COMBINATIONS)} of ${formatCount(total)} combinations, highest value first.`;
}
