import { useMemo } from 'react';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { answeredAction, isActionAsked } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { FailedAnswer } from '#frontend/features/results/answer-progress.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { SHOWN_PLATFORM } from '#frontend/features/platforms/shown-platform.ts';
import { usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import { ConversionActionStep } from './conversion-action.tsx';
import { PlanView, type PushPart } from './plan-view.tsx';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  PLATFORM_IDS,
  type PlatformId,
  type ConditionKind,
  CONDITION_KINDS,
  CONDITION_NAMES,
} from '#contract/platforms.ts';
import { PLATFORMS, listPlatformsTaking } from '#frontend/analysis/platforms/platforms.ts';
import { isValueKnown, takeAsCondition } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { shownShare, formatPlanShare, nameKind } from './plan-columns.tsx';
import { useTicks } from './use-ticks.tsx';
import { WayStep } from './way-page.tsx';

interface RulesWayProps {
  apply: ApplySource;
  /** Opens the page of the values per lead. */
  onPerLead(): void;
  Push: PushPart;
}

/** The steps to rules in a platform: what attributes are, what the conversion action counts, and the plans. */
export function RulesWay({ apply, onPerLead, Push }: RulesWayProps) {
  const { analysis } = useResults();
  const { choices, onChange } = apply;
  const { kinds, guesses } = usePlansRun();
  const chooseKind = (field: number, kind: ConditionKind) =>
    onChange({
      ...choices,
      kinds: analysis.fields.map((_, at) => (at === field ? kind : (choices.kinds[at] ?? null))),
    });
  const action = answeredAction(analysis, choices.conversionAction);
  return (
    <>
      <AttributeKinds fields={analysis.fields} kinds={kinds} guesses={guesses} onChange={chooseKind} />
      {isActionAsked(analysis) && (
        <ConversionActionStep analysis={analysis} choices={choices} onChange={onChange} />
      )}
      {action && needsRules(analysis, action) && <Plans {...{ apply, action, onPerLead, Push }} />}
      {action && !needsRules(analysis, action) && <NoRuleNeeded onPerLead={onPerLead} />}
    </>
  );
}

/** By conversions all customers are worth the same. */
const needsRules = ({ basis }: Pick<Analysis, 'basis'>, action: ConversionAction) =>
  action === 'every-lead' || basis === 'value';

function NoRuleNeeded({ onPerLead }: Pick<RulesWayProps, 'onPerLead'>) {
  return (
    <WayStep title="No rule is needed">
      <div className="flex max-w-prose flex-col items-start gap-3 text-14">
        <p>
          Each customer counts the same here, and your ad account sees by itself which clicks bring more of
          them. A rule would count that difference a second time. Amounts of your deals would tell customers
          apart: choose a column of amounts in step 2, and compare by value.
        </p>
        <Button onClick={onPerLead}>Upload your customers instead</Button>
      </div>
    </WayStep>
  );
}

function Plans({ apply, action, onPerLead, Push }: RulesWayProps & { action: ConversionAction }) {
  const { analysis } = useResults();
  const [platform, choosePlatform] = useTabChoice(SHOWN_PLATFORM);
  const { choices, onChange } = apply;
  const { shown, isWaiting, failure, retry } = usePlansRun();
  const ticks = useTicks();
  const testRules = useMemo(
    () => analysis.significantSegments.filter(({ label }) => label === 'Test').length,
    [analysis],
  );
  return (
    <WayStep
      title="Enter the plan of your platform"
      note={`A plan contains the rules labelled Use, and pairs of conditions with ${MIN_INTERACTION_LEADS} leads or more. The figure of a rule is what its leads are worth, as a multiple of the average.`}
    >
      <section aria-label="Plans" aria-busy={isWaiting} className="flex flex-col gap-6">
        {(testRules > 0 || choices.includesTests) && (
          <Checkbox
            label={`Also enter ${countNoun(testRules, 'rule')} labelled Test`}
            checked={choices.includesTests}
            onChange={(includesTests) => onChange({ ...choices, includesTests })}
          />
        )}
        {failure && (
          <FailedAnswer title="The plans could not be made" error={failure.error} onRetry={retry}>
            The leads are still open, and the other figures are not affected.
          </FailedAnswer>
        )}
        {!shown && !failure && <SkeletonLines label="Making the plans…" lines={6} />}
        {/* The element is always there, since screen readers announce only changes of an existing one. */}
        <output className="text-13 text-muted empty:hidden">
          {shown && isWaiting && 'Making the plans anew. Those below belong to your last choices.'}
        </output>
        {shown && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
            <PlatformList
              plans={shown.plans}
              isRescaled={choices.isRescaled}
              value={platform}
              onChange={choosePlatform}
            />
            <PlanView key={platform} id={platform} {...{ shown, apply, action, onPerLead, Push, ticks }} />
          </div>
        )}
      </section>
    </WayStep>
  );
}

interface PlatformListProps {
  plans: PlatformPlans;
  isRescaled: boolean;
  value: PlatformId;
  onChange(platform: PlatformId): void;
}

/** The platforms, each with the share of the differences that its rules cover. */
function PlatformList({ plans, isRescaled, value, onChange }: PlatformListProps) {
  return (
    <fieldset
      aria-label="Platform"
      className="grid min-w-0 grid-cols-3 gap-1 lg:sticky lg:top-4 lg:grid-cols-1 lg:self-start"
    >
      {PLATFORM_IDS.map((id) => {
        const plan = plans[id];
        const share = shownShare(PLATFORMS[id], plan, isRescaled);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={id === value}
            onClick={() => onChange(id)}
            className={cx(
              'flex min-h-11 min-w-0 flex-col justify-between rounded-control border-l-2 border-transparent px-3 py-2 text-left max-sm:px-2',
              'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
              'aria-pressed:border-accent aria-pressed:bg-sunken',
            )}
          >
            <span className="text-14 font-medium">{PLATFORMS[id].name}</span>
            <span className="flex flex-wrap gap-x-1 text-13 text-muted tabular-nums">
              {countNoun(plan.rules.length, 'rule')}
              {share !== null && plan.rules.length > 0 && (
                <>
                  <span className="max-sm:hidden">·</span> <span>{formatPlanShare(share)} covered</span>
                </>
              )}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

interface AttributeKindsProps {
  fields: Analysis['fields'];
  kinds: readonly ConditionKind[];
  guesses: readonly ConditionKind[];
  onChange(field: number, kind: ConditionKind): void;
}

/** The kind of condition of each attribute, and the platforms that take it. */
function AttributeKinds({ fields, kinds, guesses, onChange }: AttributeKindsProps) {
  return (
    <WayStep title="What each attribute is" note="Guessed from names and values. Correct what is wrong.">
      <ul className="flex flex-col gap-4">
        {fields.map(({ name, values }, field) => {
          const kind = kinds[field] ?? 'none';
          return (
            <li key={name} className="grid items-end gap-x-8 gap-y-2 sm:grid-cols-[17rem_minmax(0,1fr)]">
              <Dropdown
                label={name}
                options={CONDITION_KINDS.map((option) => ({
                  value: option,
                  label: CONDITION_NAMES[option],
                  detail: option === guesses[field] ? 'guessed' : undefined,
                }))}
                value={kind}
                // The options are the kinds.
                onChange={(chosen) => onChange(field, chosen as ConditionKind)}
              />
              <Condition kind={kind} values={values} />
            </li>
          );
        })}
      </ul>
    </WayStep>
  );
}

function Condition({ kind, values }: { kind: ConditionKind; values: readonly string[] }) {
  const { isOpen, reason } = explainCondition(kind, values);
  return (
    <p className="flex min-w-0 gap-2 pb-2 text-13 text-muted">
      <span aria-hidden className={cx('w-3 shrink-0 text-center', isOpen ? 'text-text' : 'text-faint')}>
        {isOpen ? '✓' : '–'}
      </span>
      <span className="min-w-0">
        {!isOpen && 'Rule condition: not possible. '}
        {reason}
      </span>
    </p>
  );
}

/** Platforms may take the kind, and yet know none of the values. */
function explainCondition(kind: ConditionKind, values: readonly string[]) {
  if (listPlatformsTaking(kind).length === 0 || isValueKnown(kind, values)) return takeAsCondition(kind);
  const article = /^[aeiou]/.test(nameKind(kind)) ? 'an' : 'a';
  return {
    isOpen: false,
    reason: `No value of it is the name of ${article} ${nameKind(kind)} that a platform knows.`,
  };
}
