import type { Analysis } from '#frontend/analysis/analyse.ts';

/** The value that was picked for each attribute, by the position of the attribute. */
export type Picks = Readonly<Record<number, string>>;

/** The picked value of every attribute, in their order; null while an attribute has none of its values picked. */
export function pickedValues({ fields }: Analysis, picks: Picks): string[] | null {
  const picked = fields.flatMap(({ values }, field) => {
    const value = picks[field];
    return value !== undefined && values.includes(value) ? [value] : [];
  });
  return picked.length === fields.length ? picked : null;
}
