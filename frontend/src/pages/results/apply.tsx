import { ApplyTab } from '#frontend/features/apply/apply-tab.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';

/** The tab 'Apply', with the values per lead on two of its pages. */
export function Apply() {
  return <ApplyTab renderPerLead={(part, choices) => <PerLeadValues part={part} choices={choices} />} />;
}
