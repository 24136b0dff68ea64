import { ApplyView } from '#frontend/features/apply/apply-view.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';
import { PushRules } from '#frontend/features/push/push-rules.tsx';

/** The view 'Apply', with the values per lead on two of its pages, and the push of a plan to an ad account. */
export function Apply() {
  return <ApplyView PerLead={PerLeadValues} Push={PushRules} />;
}
