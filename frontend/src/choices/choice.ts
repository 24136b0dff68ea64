import type * as z from 'zod/mini';
import type { Configuration } from '#contract/configuration.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { Choices, NamedChoices, SavedChoices } from './choices.ts';
import type { Schemas } from './schemas.ts';

/** One attribute of an analysis, by its header. */
export type Attribute = NamedChoices['attributes'][number];

/** The analysis that the results show: its plan, and the status values of the file that count as converted. */
export interface Shown {
  plan: Plan;
  converted: readonly string[];
}

/**
 * One choice of the visitor, with every form that it takes: in the plan, in exports, in a draft, in a saved analysis and in
 * another file. `Own` are its members while the visitor works. `Saved` are its members for the columns of one analysis, as
 * kept settings and reopened analyses have them. A choice without one of the optional forms is left out there.
 */
export interface Choice<Own, Saved> {
  /** Its value before the visitor chooses. */
  empty: Own;
  /** Its part of the plan. The thread counts by the plan. */
  plan?(choices: Choices): Partial<Plan>;
  save?(choices: Choices, shown: Shown): Saved;
  /** The inverse of `save`. */
  restore?(saved: SavedChoices): Partial<Own>;
  /** The names that exports and saved analyses state. */
  name?(saved: SavedChoices, headerOf: (column: number) => string): Partial<NamedChoices>;
  pack?(named: NamedChoices, settings: Settings): Partial<Configuration>;
  /** The inverse of `pack`. */
  unpack?(stored: Configuration): Partial<NamedChoices>;
  /** The choice of a saved analysis in a file. `columnOf` gives null for a column that the file lacks. */
  find?(stored: Configuration, columnOf: (header: string) => number | null): Saved;
  /** The headers that a saved analysis names. */
  headersIn?(stored: Configuration): readonly string[];
  /** The choice of another file in this one. It notes differences. */
  fit?(saved: SavedChoices, fit: Fit): Saved;
  /** Two analyses of one file are the same if the contents of all choices are the same. */
  content?(named: NamedChoices, settings: Settings): readonly unknown[];
  /** Sentences that say why figures of the same name differ in two analyses. */
  differences?(before: NamedChoices, after: NamedChoices): readonly (string | false)[];
  ofAttribute?: AttributeParts;
  /** The members of a draft and of kept settings. Zod comes as an argument, since it is no part of the first page. */
  draftSchema(schemas: Schemas): SchemasOf<Own>;
  savedSchema?(schemas: Schemas): OptionalSchemasOf<Saved>;
}

/** A difference between a file and the earlier one, or a choice that could not be used. */
export type ReuseNote =
  /** Values that the file lacks, or that are new in it. */
  | { kind: 'missing' | 'new'; header: string; values: readonly string[] }
  /** A column of amounts or dates that the file lacks. */
  | { kind: 'column'; header: string }
  /** Ranges without numbers; names of dates without dates; days outside the dates of the file. */
  | { kind: 'ranges' | 'dates' | 'days'; header: string };

/** The facts about one column of a file. */
export interface ColumnFacts {
  /** The distinct cells. */
  values: readonly string[];
  /** Null if the column has no numbers. */
  numeric: unknown;
  /** The ways in which its dates can be read, the likeliest first. */
  dates: readonly Pick<DateSummary, 'format' | 'earliest' | 'latest'>[];
}

/** Another file, in terms of the columns of the earlier one. */
interface Fit {
  /** The index of an earlier column in the file, by its header; null if the file lacks it. */
  columnOf(column: number): number | null;
  columnAt(column: number): ColumnFacts | undefined;
  note(kind: 'column' | 'ranges' | 'dates' | 'days', column: number): void;
}

/** The parts of a choice that each attribute has for itself. */
interface AttributeParts {
  plan(choices: Choices, column: number): Partial<AttributePlan>;
  unpack(stored: Configuration, header: string): Partial<Attribute>;
  content?(attribute: Attribute): readonly unknown[];
  difference?(before: Attribute, after: Attribute): string | false;
}

export type SchemasOf<Members> = { [Name in keyof Members]-?: z.ZodMiniType<Members[Name]> };

/** Kept settings of earlier releases lack the later choices. */
type OptionalSchemasOf<Members> = { [Name in keyof Members]-?: z.ZodMiniType<Members[Name] | undefined> };

/** Puts the parts of all choices into one object. */
export const merge = <Whole>(parts: readonly (Partial<Whole> | undefined)[]): Whole =>
  // Together the entries of the list have every member.
  Object.assign({}, ...parts) as Whole;

/** A sentence about two lists that differ in more than their order. */
export function differInValues(
  name: string,
  before: readonly string[],
  after: readonly string[],
): string | false {
  const [one, other] = [before, after].map((values) => (values.length === 0 ? 'none' : values.join(', ')));
  const isSame = JSON.stringify(before.toSorted()) === JSON.stringify(after.toSorted());
  return !isSame && `${name}: ${one} before, ${other} after.`;
}

/** The entries sorted by key. The order of typing is no choice, and objects list keys that look like numbers first. */
export const sortEntries = <T>(entries: ReadonlyMap<string, T>): [string, T][] =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
