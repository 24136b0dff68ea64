import type { Analysis } from '#frontend/analysis/analyse.ts';

/** The value picked per attribute, by its position. */
export type Picks = Readonly<Record<number, string>>;

/** A value for every attribute, in their order; null until each has one that it really has. */
export function pickedValues({ fields }: Analysis, picks: Picks): string[] | null {
  const picked = fields.flatMap(({ values }, field) => {
    const value = picks[field];
    return value !== undefined && values.includes(value) ? [value] : [];
  });
  return picked.length === fields.length ? picked : null;
}
