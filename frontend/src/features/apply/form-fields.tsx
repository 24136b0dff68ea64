import { FORM_LOOK_UPS } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { ValueName } from '#frontend/features/results/names.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import { WayStep } from './way-page.tsx';

/** The step that says what the form has to know of a lead. */
export function FormFields() {
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
