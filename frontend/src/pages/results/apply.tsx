import { ApplyTab } from '#frontend/features/apply/apply-tab.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';

/** The tab 'Apply' with the values per lead below the plans. */
export function Apply() {
  return <ApplyTab renderPerLead={(choices) => <PerLeadValues choices={choices} />} />;
}
