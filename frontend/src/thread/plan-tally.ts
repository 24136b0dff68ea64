import type { CodedColumn } from '#frontend/analysis/columns.ts';
import { groupLeads, type LeadGroups } from '#frontend/analysis/lead-groups.ts';
import { foldColumn, type Plan } from '#frontend/analysis/mapping.ts';
import { sortCategories } from '#frontend/analysis/sort-values.ts';
import { tallyGroups, type Tally } from '#frontend/analysis/tally.ts';
import { codedColumn, type HeldFile } from './held-file.ts';

/** Groups of fewer leads on average cost more memory than they save time. */
const MIN_LEADS_PER_GROUP = 2;

/** Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping. */
export function tallyPlan(held: HeldFile, plan: Plan): Tally {
  const { columns, leads } = groupsFor(held, plan) ?? leadsFor(held, plan);
  const [status, ...raw] = columns;
  if (!status) throw new Error('A plan has a status column');
  const attributes = plan.attributes.map((attribute, index) => ({
    name: attribute.field,
    column: foldColumn(raw[index]!, attribute), // a column for each
  }));
  return tallyGroups({ attributes, status, leads }, plan.qualified);
}

/**
 * Groups the leads by the raw values of the plan's columns, so that another tally of these columns, with other names,
 * ranges or statuses, takes time by the number of groups. Where few leads are alike it leaves them as they are.
 */
export function prepareChanges(held: HeldFile, plan: Plan): void {
  if (groupsFor(held, plan)) return;
  const grouped = groupLeads(columnsOf(held, plan));
  const isWorthIt = grouped.leads.length * MIN_LEADS_PER_GROUP <= held.table.rowCount;
  const { columns, leads } = isWorthIt ? grouped : leadsFor(held, plan);
  held.groups = { key: keyOf(plan), groups: { columns: columns.map(sortCategories), leads } };
}

function groupsFor(held: HeldFile, plan: Plan): LeadGroups | null {
  return held.groups?.key === keyOf(plan) ? held.groups.groups : null;
}

function leadsFor(held: HeldFile, plan: Plan): LeadGroups {
  return { columns: columnsOf(held, plan), leads: new Uint32Array(held.table.rowCount).fill(1) };
}

/** The status column, then the attributes. */
function columnsOf(held: HeldFile, plan: Plan): CodedColumn[] {
  return columnNumbers(plan).map((column) => codedColumn(held, column));
}

function columnNumbers({ statusColumn, attributes }: Plan): number[] {
  return [statusColumn, ...attributes.map(({ column }) => column)];
}

function keyOf(plan: Plan): string {
  return columnNumbers(plan).join();
}
