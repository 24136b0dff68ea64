import { ApplyTab } from '#frontend/features/apply/apply-tab.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';

/** The tab 'Apply': the plans, and the values per lead below them. */
export function Apply() {
  return <ApplyTab renderPerLead={(choices) => <PerLeadValues choices={choices} />} />;
}
