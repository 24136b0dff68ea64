import { flushSync } from 'react-dom';
import { useMemo, type ComponentType } from 'react';
import type { ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { answeredAction, isActionAsked } from '#frontend/analysis/platforms/apply-choices.ts';
import { ConversionActionStep } from './conversion-action.tsx';
import type { PushPart } from './plan-view.tsx';
import { RulesWay } from './rules-way.tsx';
import { WayChoice, wayButton, WAYS } from './way-choice.tsx';
import { FORM_LOOK_UPS } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { ValueName } from '#frontend/features/results/names.tsx';
import { type ApplyWay, useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import { usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import { WAY_HEADING, WayPage, WayStep } from './way-page.tsx';

/** The values per lead: files with a value for every lead, or the look-up for a form. */
type PerLeadPart = 'files' | 'look-up';

interface ApplyViewProps {
  /** The values per lead, which are another feature. */
  PerLead: ComponentType<{ part: PerLeadPart; choices: ValueChoices }>;
  Push: PushPart;
}

/** 'Apply': one question, and a page for each of its answers. */
export function ApplyView({ PerLead, Push }: ApplyViewProps) {
  const { apply } = useResults();
  const { applyWay: way, chooseApplyWay } = useScreen();
  if (!apply) return null;
  const open = (next: ApplyWay) => moveTo(WAY_HEADING, () => chooseApplyWay(next));
  if (way === null) return <WayChoice onChoose={open} />;
  return (
    <WayPage {...WAYS[way]} onBack={() => moveTo(wayButton(way), () => chooseApplyWay(null))}>
      {way === 'rules' ? (
        <RulesWay apply={apply} Push={Push} onPerLead={() => open('per-lead')} />
      ) : (
        <PerLeadWay {...{ way, apply, PerLead }} />
      )}
    </WayPage>
  );
}

/** Changes what is shown, and focuses an element that was not there before. */
function moveTo(id: string, change: () => void): void {
  flushSync(change);
  document.getElementById(id)?.focus();
}

function nameStep(way: PerLeadWayProps['way'], isForCustomers: boolean): string {
  if (way !== 'form') return 'Download your leads';
  return isForCustomers ? 'No look-up for customers' : 'Put the look-up into your form';
}

interface PerLeadWayProps extends Pick<ApplyViewProps, 'PerLead'> {
  way: Exclude<ApplyWay, 'rules'>;
  apply: ApplySource;
}

/** The steps to a value per lead, which is uploaded with the lead or looked up by its form. */
function PerLeadWay({ way, apply: { choices, onChange }, PerLead }: PerLeadWayProps) {
  const { analysis } = useResults();
  const action = answeredAction(analysis, choices.conversionAction);
  const isForCustomers = action === 'converted-leads';
  const values = useMemo(() => action && { action }, [action]);
  return (
    <>
      {way === 'form' && !isForCustomers && <FormFields />}
      {isActionAsked(analysis) && (
        <ConversionActionStep analysis={analysis} choices={choices} onChange={onChange} />
      )}
      {values && (
        <WayStep title={nameStep(way, isForCustomers)}>
          <PerLead part={way === 'form' ? 'look-up' : 'files'} choices={values} />
        </WayStep>
      )}
    </>
  );
}

/** The step that says what the form has to know of a lead. */
function FormFields() {
  const { analysis } = useResults();
  const { kinds } = usePlansRun();
  return (
    <WayStep
      title="What the form has to know"
      note="An attribute that it does not know counts as unknown: the value is estimated from the others."
    >
      <dl className="grid max-w-prose grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 text-14">
        {analysis.fields.map(({ name }, field) => {
          const { isOpen, reason } = FORM_LOOK_UPS[kinds[field] ?? 'none'];
          return (
            <div key={name} className="contents">
              <dt className="min-w-0 font-medium">
                <ValueName name={name} />
              </dt>
              <dd className="text-muted">
                {!isOpen && 'Not possible: '}
                {reason}
              </dd>
            </div>
          );
        })}
      </dl>
    </WayStep>
  );
}
