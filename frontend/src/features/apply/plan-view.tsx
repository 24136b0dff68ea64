import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { rescaleBase } from '#frontend/analysis/balanced/balanced.ts';
import { baseValueOf } from '#frontend/analysis/judge/lead-worth.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { CHECK_NOTE, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import type { PlatformId } from '#contract/platforms.ts';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { countNoun, formatCount, formatLift, formatMoney } from '#frontend/lib/format.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { FieldValueName } from '#frontend/features/results/names.tsx';
import { useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { type ShownPlans, usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import {
  ORDER_WORDS,
  shownShare,
  describeEmptyPlan,
  describePlanReason,
  formatPlanShare,
  describeShift,
  describePlanVerdict,
  LeadsBar,
  numberRules,
  planColumns,
  withTicks,
} from './plan-columns.tsx';
import { PlanSteps } from './plan-steps.tsx';
import type { Ticks } from './use-ticks.tsx';

/** The push of a plan to an ad account, which is another feature. */
export type PushPart = ComponentType<{ platform: PlatformId; rules: PlatformPlan['rules'] }>;

interface PlanViewProps {
  id: PlatformId;
  shown: ShownPlans;
  apply: ApplySource;
  action: ConversionAction;
  /** Opens the page of the values per lead. */
  onPerLead(): void;
  Push: PushPart;
  /** Null where nobody can say that rules are entered. */
  ticks: Ticks | null;
}

/** The plan of one platform: its effects, its rules in order, the steps to enter them, and the rules that are left out. */
export function PlanView(props: PlanViewProps) {
  const { id, shown, apply, action, onPerLead, Push, ticks } = props;
  const { plans, analysis } = shown;
  const { context } = useResults();
  const { print } = useScreen();
  // While another plan is made, this one cannot be printed or downloaded.
  const { isWaiting } = usePlansRun();
  const platform = PLATFORMS[id];
  const plan = plans[id];
  const base = baseValueOf(analysis, action);
  const columns = useMemo(() => planColumns(platform, analysis, plan), [platform, analysis, plan]);
  const { isRescaled } = apply.choices;
  const baseValue = isRescaled ? rescaleBase(base, plan.meanMultiplier) : base;
  const makeSheet = (): PlanSheet => ({
    platform: id,
    plan,
    fileName: context.fileName,
    action,
    baseValue,
    isRescaled,
    date: new Date(),
  });
  const hasRules = plan.rules.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <section aria-labelledby="plan-verdict" className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <h4 id="plan-verdict" className="max-w-prose text-20 font-semibold text-balance">
            {describePlanVerdict(platform, plan, isRescaled)}
          </h4>
          <p className="max-w-prose text-13 text-muted">{describeEmptyPlan(plan) ?? platform.howItPicks}</p>
          {hasRules && platform.noEffect && (
            <p className="max-w-prose text-13 text-caution">
              <span aria-hidden>! </span>
              {platform.noEffect}
            </p>
          )}
        </div>
        {!hasRules && (
          <Button className="self-start" onClick={onPerLead}>
            Upload a value per lead instead
          </Button>
        )}
        <SpecialOffer platform={platform} apply={apply} />
        {hasRules && (
          <fieldset disabled={isWaiting} className="contents">
            <Effects
              platform={platform}
              plan={plan}
              base={{ amount: base, currency: analysis.settings.currency }}
              apply={apply}
            />
          </fieldset>
        )}
      </section>
      {hasRules && (
        <fieldset disabled={isWaiting} className="contents">
          <TableSection
            {...ORDER_WORDS[platform.picks]}
            Heading="h4"
            columns={ticks ? withTicks(columns, platform, ticks.of(id, shown)) : columns}
            items={numberRules(plan.rules)}
            keyOf={({ number }) => String(number)}
            rowHeight={60}
            hasLowRows
          >
            {ticks?.problem && <Notice tone="error">{ticks.problem}</Notice>}
            <WithoutRule plan={plan} analysis={analysis} platform={platform} />
          </TableSection>
          <Push platform={id} rules={plan.rules} />
          <PlanSteps makeSheet={makeSheet} onPrint={print} />
        </fieldset>
      )}
      <LeftOut platform={platform} plan={plan} fields={analysis.fields} />
      <Sources {...platform} />
    </div>
  );
}

interface SpecialOfferProps {
  platform: Platform;
  apply: ApplySource;
}

/** Asks whether the ads are for a special offer, since these may not adjust by age or similar attributes. */
function SpecialOffer({ platform: { shortName, specialOffers }, apply }: SpecialOfferProps) {
  const { choices, onChange } = apply;
  const { isSpecialOffer } = choices;
  if (!specialOffers) return null;
  const { words, note } = specialOffers;
  return (
    <div className="flex flex-col gap-1.5 border-l-2 border-strong py-0.5 pl-4">
      <SegmentedControl
        label="Is the offer about housing, employment, or financial products and services?"
        isLabelHidden={false}
        options={[
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes' },
        ]}
        value={isSpecialOffer === null ? null : isSpecialOffer ? 'yes' : 'no'}
        onChange={(answer) => onChange({ ...choices, isSpecialOffer: answer === 'yes' })}
      />
      <p className="max-w-prose text-13 text-muted">
        {isSpecialOffer === false
          ? 'All conditions are open to the offer.'
          : `${shortName} does not let such offers adjust by ${words}${isSpecialOffer ? ', so these attributes are left out' : '. They are left out until you answer'}. ${note}`}
      </p>
    </div>
  );
}

interface EffectsProps {
  platform: Platform;
  plan: PlatformPlan;
  /** The base value without rules. */
  base: { amount: number; currency: Analysis['settings']['currency'] };
  apply: ApplySource;
}

/** The effects of the plan on the leads of the file. */
function Effects({ platform, plan, base: { amount, currency }, apply }: EffectsProps) {
  const { choices, onChange } = apply;
  const { isRescaled } = choices;
  const isBid = platform.adjusts === 'bid';
  const share = shownShare(platform, plan, isRescaled);
  const rescaled = rescaleBase(amount, plan.meanMultiplier);
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-hairline py-4 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      <Effect
        name="Differences covered"
        figure={share === null ? '–' : formatPlanShare(share)}
        note="Expect a bit less on new leads."
      />
      {isBid ? (
        <Effect
          name="Average bid"
          figure={describeShift(platform, plan, false)}
          note="Only bids change. Reported value stays as it is."
        />
      ) : (
        <Effect
          name="Total reported value"
          figure={describeShift(platform, plan, isRescaled)}
          note={isRescaled ? 'The base value makes up for the rules.' : 'If the base value stays as it is.'}
        />
      )}
      {!isBid && (
        <Effect
          name="Base conversion value"
          figure={formatMoney(isRescaled ? rescaled : amount, currency)}
          note={
            isRescaled
              ? `Instead of ${formatMoney(amount, currency)}. Enter it in the platform; it changes nothing on this page.`
              : `${formatMoney(rescaled, currency)} would keep the total as it is.`
          }
        >
          <Button
            size="small"
            aria-pressed={isRescaled}
            onClick={() => onChange({ ...choices, isRescaled: !isRescaled })}
          >
            {isRescaled ? 'Undo' : 'Rescale'}
          </Button>
        </Effect>
      )}
    </dl>
  );
}

interface EffectProps {
  name: string;
  figure: string;
  note: string;
  /** A button beside the figure. */
  children?: ReactNode;
}

function Effect({ name, figure, note, children }: EffectProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 sm:max-w-64">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-3 text-20 font-semibold tabular-nums">
        {figure}
        {children}
      </dd>
      <dd className="text-12 text-muted">{note}</dd>
    </div>
  );
}

interface WithoutRuleProps {
  plan: PlatformPlan;
  analysis: Analysis;
  platform: Platform;
}

function WithoutRule({ plan, analysis, platform }: WithoutRuleProps) {
  const { leadsWithoutRule, tiedLeads } = plan;
  return (
    <div className="flex flex-col gap-1 text-13 text-muted">
      <p className="flex items-center justify-between gap-x-4">
        <span>Without a rule: these leads keep their {platform.adjusts === 'bid' ? 'bid' : 'value'}</span>
        <span className="text-14 text-text tabular-nums">
          <LeadsBar leads={leadsWithoutRule} total={analysis.totalLeads} />
        </span>
      </p>
      {tiedLeads > 0 && (
        <p className="text-caution">
          <span aria-hidden>! </span>
          {countNoun(tiedLeads, 'lead')} would have two equally specific rules. Here the one with fewer leads
          applies; which one {platform.shortName} applies, we could not verify.
        </p>
      )}
    </div>
  );
}

/** For each reason at most this many rules are named; the others are counted. */
const MOST_NAMED = 12;

interface LeftOutProps {
  platform: Platform;
  plan: PlatformPlan;
  fields: Analysis['fields'];
}

/** The rules of the results that are not entered, by reason. */
function LeftOut({ platform, plan, fields }: LeftOutProps) {
  if (plan.leftOutCount === 0) return null;
  const groups = [...Map.groupBy(plan.leftOut, ({ reason }) => reason)];
  const are = plan.leftOutCount === 1 ? 'is' : 'are';
  return (
    // The details are open if the plan has no rules, since they say why.
    <details open={plan.rules.length === 0} className="rounded-surface border border-hairline px-4">
      <summary className="py-2.5 text-14 font-medium">
        {countNoun(plan.leftOutCount, 'rule')} of the results {are} not entered
      </summary>
      <dl className="flex flex-col gap-4 pt-1 pb-4">
        {groups.map(([reason, rules]) => (
          <div key={reason} className="flex flex-col gap-1">
            <dt className="max-w-prose text-13 text-muted">{describePlanReason(platform, reason, plan)}</dt>
            <dd className="flex flex-wrap gap-x-6 gap-y-1 text-14">
              {rules.slice(0, MOST_NAMED).map(({ field, value, computed }) => (
                <span key={`${field} ${value}`} className="flex max-w-full min-w-0 gap-2">
                  <FieldValueName field={fields[field]?.name ?? ''} value={value} />
                  <span className="shrink-0 text-muted tabular-nums">{formatLift(computed)}</span>
                </span>
              ))}
              {rules.length > MOST_NAMED && (
                <span className="text-muted">and {formatCount(rules.length - MOST_NAMED)} more</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {plan.leftOutCount > plan.leftOut.length && (
        <p className="pb-4 text-13 text-muted">
          The {formatCount(plan.leftOut.length)} with the most leads are listed.
        </p>
      )}
    </details>
  );
}

/** The sources of the platform's limits, with their dates. */
function Sources({ name, sources, reach, doubts }: Platform) {
  return (
    <footer className="flex max-w-prose flex-col gap-1 border-t border-hairline pt-4 text-13 text-muted">
      {reach && <p>{reach}</p>}
      <p>
        Limits of {name} as of {LIMITS_DATE}. {CHECK_NOTE} {doubts.join(' ')}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(sources).map(([title, address]) => (
          <a
            key={address}
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 text-text underline underline-offset-2"
          >
            {title}
          </a>
        ))}
      </p>
    </footer>
  );
}
