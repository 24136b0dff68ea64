import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import {
  CONDITION_KINDS,
  CONDITION_NAMES,
  type ConditionKind,
} from '#frontend/analysis/platforms/conditions.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { nameOnPlatform } from '#frontend/analysis/platforms/platform.ts';
import {
  listPlatformsTaking,
  PLATFORM_IDS,
  PLATFORMS,
  type PlatformId,
} from '#frontend/analysis/platforms/platforms.ts';
import { MAX_VALUES_READ } from '#frontend/analysis/platforms/guess-condition.ts';
import { listWaysToApply, type WayToApply } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { FailedAnswer } from '#frontend/features/results/kit/thread-progress.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Select } from '#frontend/ui/select.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { ConversionActionQuestion } from './conversion-action.tsx';
import { PlanView } from './plan-view.tsx';
import { nameKind, shownShare, wordShare } from './plan-columns.tsx';
import { usePlansRun } from './platform-plans.tsx';
import {
  useShownResults,
  type TabChoice,
  useTabChoice,
} from '#frontend/features/results/kit/shown-results.tsx';
import type { ReactNode } from 'react';
import type { ApplySource } from '#frontend/features/results/kit/results-input.ts';
import type { ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';

const PLATFORM: TabChoice<PlatformId> = { first: PLATFORM_IDS[0] };

interface ApplyTabProps {
  /** Draws the values per lead, which are another feature, below the plans. */
  renderPerLead(choices: ValueChoices): ReactNode;
}

/** 'Apply': the findings as rules that each ad platform accepts. */
export function ApplyTab({ renderPerLead }: ApplyTabProps) {
  const { apply } = useShownResults();
  return apply && <Plans {...{ apply, renderPerLead }} />;
}

function Plans({ apply, renderPerLead }: ApplyTabProps & { apply: ApplySource }) {
  const { analysis } = useShownResults();
  const [platform, choosePlatform] = useTabChoice(PLATFORM);
  const { choices, onChange } = apply;
  const { kinds, guesses, shown, isWaiting, failure, retry } = usePlansRun();
  const { conversionAction: action } = choices;
  const values = useMemo(() => action && { action }, [action]);
  const chooseKind = (field: number, kind: ConditionKind) =>
    onChange({
      ...choices,
      kinds: analysis.fields.map((_, at) => (at === field ? kind : (choices.kinds[at] ?? null))),
    });
  const testRules = analysis.significantSegments.filter(({ label }) => label === 'Test').length;
  return (
    <div className="flex flex-col gap-10">
      <ConversionActionQuestion analysis={analysis} choices={choices} onChange={onChange} />
      <AttributeKinds fields={analysis.fields} kinds={kinds} guesses={guesses} onChange={chooseKind} />
      {values && (
        <>
          <section aria-label="Plans" aria-busy={isWaiting} className="flex flex-col gap-6">
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
              <p className="min-w-0 flex-1 basis-72 text-14 text-muted">
                The plans hold the rules labelled Use, and pairs of conditions with {MIN_INTERACTION_LEADS}{' '}
                leads or more. The figure of a rule is what the leads that get it are worth, as a multiple of
                the average.
              </p>
              {(testRules > 0 || choices.includesTests) && (
                <Checkbox
                  label={`Also enter ${countNoun(testRules, 'rule')} labelled Test`}
                  checked={choices.includesTests}
                  onChange={(includesTests) => onChange({ ...choices, includesTests })}
                />
              )}
            </div>
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
                <PlanView key={platform} id={platform} shown={shown} apply={apply} action={values.action} />
              </div>
            )}
          </section>
          <hr className="border-hairline" />
          {renderPerLead(values)}
        </>
      )}
    </div>
  );
}

interface PlatformListProps {
  plans: PlatformPlans;
  isRescaled: boolean;
  value: PlatformId;
  onChange(platform: PlatformId): void;
}

/** The platforms, each with the share of the differences that its rules capture. */
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
                  <span className="max-sm:hidden">·</span> <span>{wordShare(share)} captured</span>
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

/** The kind of condition of each attribute, and the ways to apply its findings. */
function AttributeKinds({ fields, kinds, guesses, onChange }: AttributeKindsProps) {
  return (
    <section aria-labelledby="attribute-kinds" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="attribute-kinds" className="text-16 font-semibold">
          What Each Attribute Is
        </h2>
        <p className="text-13 text-muted">Guessed from names and values. Correct what is wrong.</p>
      </div>
      <ul className="border-b border-hairline">
        {fields.map(({ name, values }, field) => {
          const kind = kinds[field] ?? 'none';
          return (
            <li
              key={name}
              className="grid gap-x-8 gap-y-3 border-t border-hairline py-4 lg:grid-cols-[17rem_minmax(0,1fr)]"
            >
              <Select
                label={name}
                options={CONDITION_KINDS.map((option) => ({
                  value: option,
                  label: CONDITION_NAMES[option],
                  detail: option === guesses[field] ? 'guessed' : undefined,
                }))}
                value={kind}
                hint={explainUnknown(kind, values)}
                // The options are the kinds.
                onChange={(chosen) => onChange(field, chosen as ConditionKind)}
              />
              <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-3" aria-label={`Roads for ${name}`}>
                {listWaysToApply(kind).map((way) => (
                  <WayLine key={way.way} way={way} />
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function WayLine({ way: { name, isOpen, reason } }: { way: WayToApply }) {
  return (
    <li className="flex min-w-0 gap-2 text-13">
      <span aria-hidden className={cx('w-3 shrink-0 text-center', isOpen ? 'text-text' : 'text-faint')}>
        {isOpen ? '✓' : '–'}
      </span>
      <span className="min-w-0">
        <span className={cx('block font-medium', !isOpen && 'text-muted')}>
          {name}
          {!isOpen && <span className="sr-only">: not possible</span>}
        </span>
        <span className="text-muted">{reason}</span>
      </span>
    </li>
  );
}

/** The hint for a kind that gives no rule, since no platform knows any value of the attribute. */
function explainUnknown(kind: ConditionKind, values: readonly string[]): string | undefined {
  const taking = listPlatformsTaking(kind);
  if (taking.length === 0) return undefined;
  const isKnown = values
    .slice(0, MAX_VALUES_READ)
    .some((value) => taking.some((platform) => nameOnPlatform(platform, kind, value) !== null));
  const article = /^[aeiou]/.test(nameKind(kind)) ? 'an' : 'a';
  return isKnown
    ? undefined
    : `No value of it is the name of ${article} ${nameKind(kind)} that a platform knows.`;
}
