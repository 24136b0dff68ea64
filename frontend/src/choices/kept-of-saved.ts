import type { Configuration } from '#contract/configuration.ts';
import type { Metric } from '#contract/metrics.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { knownValues, type KeptSettings } from './kept-settings.ts';
import { headersIn, unpackChoices } from './saved.ts';

/** The part of a saved analysis that settings for another file are made of. */
export interface SavedSettings {
  name: string;
  settings: Settings;
  /** Null if the choices are missing or malformed. */
  configuration: Configuration | null;
  figures: { metrics: readonly Pick<Metric, 'fieldName' | 'fieldValue'>[] };
}

/** A record that is too large is cut to this many segments. An opened analysis is computed from its rows. */
export const SAVED_METRICS = 5000;

/** The settings of a saved analysis for another file; null if the record has no choices that can be read. */
export function keptSettingsOf(record: SavedSettings): KeptSettings | null {
  const { name, settings, configuration } = record;
  if (!configuration) return null;
  const headers = headersIn(configuration);
  const choices = unpackChoices(configuration, headers);
  return choices && { name, headers, settings, choices, known: knownOf(record, configuration, headers) };
}

function knownOf(
  { figures: { metrics } }: SavedSettings,
  configuration: Configuration,
  headers: readonly string[],
): KeptSettings['known'] {
  const { statusColumn, qualifiedValues, notQualifiedValues, binningConfig, dateNames = {} } = configuration;
  const statuses = notQualifiedValues.length > 0 ? [...qualifiedValues, ...notQualifiedValues] : [];
  const hasRanges = (field: string) => Object.hasOwn(binningConfig, field) || Object.hasOwn(dateNames, field);
  const lists = configuration.attributeColumns
    .filter((field) => !hasRanges(field))
    .map((field): [string, string[]] => [
      field,
      metrics.filter(({ fieldName }) => fieldName === field).map(({ fieldValue }) => fieldValue),
    ]);
  // A record with this many segments may have lost others when it was saved.
  const complete = metrics.length < SAVED_METRICS ? lists : [];
  return new Map(
    [[statusColumn, statuses] as const, ...complete].flatMap(([name, values]) =>
      values.length > 0 ? knownValues(headers.indexOf(name), values) : [],
    ),
  );
}
