import { OTHER_LABEL } from '#frontend/analysis/constants.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { nameModelColumn, type ModelNames } from '#frontend/analysis/model/described-model.ts';
import { reasonsOf, type Reason } from '#frontend/analysis/model/reasons.ts';
import { whyLeftOut } from '#frontend/counting/counted-leads.ts';
import { fitFileModel } from './fit-file-model.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';

/** The values and reasons that the model of all columns gives to the leads that count, by row of the open file. */
export interface ModelValues {
  valueOf(row: number): number;
  /** In words: 'Source: Ads, odds × 1.8; Country: DE, odds × 0.70'. */
  reasonsOf(row: number): string;
}

/**
 * The values of the leads of the open file by the model of all columns: the base times the lead's multiple of the mean, so that the
 * values of all leads add up to what they are worth. Throws where the model is not offered.
 */
export async function modelValues(
  loaded: LoadedFile,
  { plan, worth }: { plan: Plan; worth: Pick<LeadWorth, 'basis' | 'base'> },
  onSlice: () => Promise<void>,
): Promise<ModelValues> {
  const { fitted } = await fitFileModel(loaded, { plan, basis: worth.basis }, onSlice);
  if (!fitted) throw new Error('Values from all columns are not offered for these leads');
  const { model, names } = fitted;
  const placeOf = placeCounted(loaded, plan);
  const reasons = reasonsOf(model.design, model.weights);
  // The `!` here: every lead that counts has a place, and a value.
  return {
    valueOf: (row) => worth.base * model.multiples[placeOf[row]!]!,
    reasonsOf: (row) => describeReasons(reasons(placeOf[row]!), { names, plan }),
  };
}

/** The place of each row of the open file among the leads that count. */
export function placeCounted(loaded: LoadedFile, plan: Plan): Uint32Array {
  const { reasonOf } = whyLeftOut(loaded, plan);
  const places = new Uint32Array(loaded.table.rowCount);
  let counted = 0;
  for (let row = 0; row < places.length; row++) if (reasonOf(row) === null) places[row] = counted++;
  return places;
}

/** A factor that reads as 1.0 is no reason. */
const NO_FACTOR = '1.0';

function describeReasons(reasons: readonly Reason[], named: { names: ModelNames; plan: Plan }): string {
  return reasons
    .map((reason) => ({ ...nameReason(reason, named), factor: describeFactor(Math.exp(reason.shift)) }))
    .filter(({ factor }) => factor !== NO_FACTOR)
    .map(({ column, value, factor }) => `${column}: ${value}, odds × ${factor}`)
    .join('; ');
}

/** Two digits: 0.62, 1.8, 12. */
function describeFactor(factor: number): string {
  return factor < 9.95 ? factor.toPrecision(2) : `${Math.round(factor)}`;
}

function nameReason(
  { column, value }: Reason,
  { names: { columns, combination }, plan: { attributes } }: { names: ModelNames; plan: Plan },
): { column: string; value: string } {
  const named = columns[column];
  if (!named)
    return {
      column: attributes.map(({ field }) => field).join(' + '),
      value: combination?.[value]?.join(' + ') ?? OTHER_LABEL,
    };
  const { header, plan, names } = named;
  return { column: nameModelColumn({ header, kind: plan.kind }), value: names[value] ?? '' };
}
