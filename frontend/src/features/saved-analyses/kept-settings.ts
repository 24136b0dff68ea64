import type { AnalysisSummary } from '#contract/answers.ts';
import type { Configuration } from '#contract/configuration.ts';
import { knownValues, type KeptSettings } from '#frontend/thread/work.ts';
import type { SavedRecord } from './read-record.ts';
import { unpackChoices } from './wire.ts';

/** A record with as many segments may have lost some of them when it was saved. */
const MAX_COMPLETE_METRICS = 5000;

/** The settings of a saved analysis for another file; null if the record has no choices that can be read. */
export function keptSettingsOf(record: SavedRecord): KeptSettings | null {
  const { name, settings, configuration } = record;
  if (!configuration) return null;
  const headers = namedColumns(configuration);
  const choices = unpackChoices(configuration, headers);
  return choices && { name, headers, settings, choices, known: knownOf(record, configuration, headers) };
}

/** Whether a file with these headers has the columns of a listed analysis. */
export function holdsColumns(headers: readonly string[], { choices }: AnalysisSummary): boolean {
  if (!choices) return false;
  const columns = [choices.statusColumn, ...choices.attributes.map(({ field }) => field)];
  return columns.every((name) => headers.includes(name));
}

/** All columns that the choices name. */
function namedColumns(configuration: Configuration): string[] {
  const { statusColumn, attributeColumns, binningConfig, valueMappings, worth } = configuration;
  const { numberFormats = {}, dateNames = {}, dateFilter } = configuration;
  const byName = [binningConfig, valueMappings, numberFormats, dateNames].flatMap(Object.keys);
  const amounts = worth?.kind === 'column' ? [worth.column] : [];
  const dates = dateFilter ? [dateFilter.column] : [];
  return [...new Set([statusColumn, ...attributeColumns, ...byName, ...amounts, ...dates])];
}

function knownOf(
  { figures: { metrics } }: SavedRecord,
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
  const complete = metrics.length < MAX_COMPLETE_METRICS ? lists : [];
  return new Map(
    [[statusColumn, statuses] as const, ...complete].flatMap(([name, values]) =>
      values.length > 0 ? knownValues(headers.indexOf(name), values) : [],
    ),
  );
}
