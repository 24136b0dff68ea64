import { labelOf } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { Shown } from './choice.ts';
import type { Choices, SavedChoices } from './choices.ts';
import type { EarlierFigures } from './earlier-figures.ts';
import { saveChoices } from './list.ts';

/** The settings of an earlier analysis, kept for the next file. */
export interface KeptSettings {
  /** The name of the analysis or of its file. */
  name: string;
  /** The headers of the columns that `choices` and `known` name by index. */
  headers: readonly string[];
  choices: SavedChoices;
  settings: Settings;
  /** The values of a column after renaming. A column of ranges, of dates, or of very many values has no entry. */
  known: ReadonlyMap<number, ReadonlySet<string>>;
  /** The figures of that analysis; absent in settings of earlier releases. */
  earlier?: EarlierFigures | undefined;
}

/** In a column with more values, missing and new values are not reported. */
export const MAX_KNOWN_VALUES = 1000;

/** The entry of a column in `known`; none for a column with very many values. */
export function knownValues(
  column: number,
  values: readonly string[],
): [column: number, values: ReadonlySet<string>][] {
  return values.length > MAX_KNOWN_VALUES ? [] : [[column, new Set(values)]];
}

/** The status column and the attributes of the settings that a file lacks. If it lacks none, the settings fit. */
export function lackedColumns(
  { headers: kept, choices }: KeptSettings,
  headers: readonly string[],
): string[] {
  // The reading of the file makes these.
  const made = (choices.reading?.choiceColumns ?? [])
    .filter(({ column }) => headers.includes(column))
    .flatMap(({ column, choices: names }) => names.map((name) => `${column}: ${name}`));
  return [choices.statusColumn, ...choices.attributeColumns]
    .map((column) => kept[column] ?? '')
    .filter((header) => !headers.includes(header) && !made.includes(header));
}

/** With the visitor's own conversion value where the average deal of the file stands in its place, which the next file does not have. */
const ownSettings = (settings: Settings, own: number | undefined): Settings =>
  own === undefined ? settings : { ...settings, conversionValue: own };

/**
 * The settings of the analysis that is shown, to be kept for the next file.
 *
 * @param statuses all values of the status column
 */
export function settingsToKeep(
  {
    file,
    ownConversionValue,
    ...choices
  }: Choices & {
    file: { fileName: string; headers: readonly string[] } | null;
    ownConversionValue?: number | undefined;
  },
  { measurement, ...shown }: Shown & { measurement: Measurement },
  statuses: readonly string[],
): KeptSettings {
  const { statusColumn, attributes } = shown.plan;
  const ofAttributes = attributes.flatMap(({ column, ranges, dates }, at) =>
    ranges || dates ? [] : knownValues(column, measurement.fields[at]?.values ?? []),
  );
  const ofStatus = statuses.map((value) => labelOf(value, null));
  return {
    name: file?.fileName ?? '',
    headers: file?.headers ?? [],
    settings: ownSettings(choices.settings, ownConversionValue),
    choices: saveChoices(choices, shown),
    known: new Map([...knownValues(statusColumn, ofStatus), ...ofAttributes]),
  };
}

/** Settings that fit a file and are not fetched yet. */
export interface SettingsOffer {
  name: string;
  /** Whether they have figures to compare with. */
  hasFigures: boolean;
  /** Null if the settings cannot be read. Rejects without an answer. */
  load(): Promise<KeptSettings | null>;
}

/**
 * Finds the newest saved analysis with columns that are all among the headers; null without one. It calls `beforeAsking` before it asks
 * the server, and ends where that throws.
 */
export type FindSettings = (
  headers: readonly string[],
  beforeAsking: () => void,
) => Promise<SettingsOffer | null>;
