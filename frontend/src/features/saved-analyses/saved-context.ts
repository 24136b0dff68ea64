import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { unpackLeads } from './wire.ts';
import type { SavedRecord } from './read-record.ts';

/** The names and choices of a saved analysis. */
export function contextOf({
  fileName,
  configuration,
}: Pick<SavedRecord, 'fileName' | 'configuration'>): AnalysisContext {
  // Maps, because a column may be named like an inherited property, such as 'constructor'.
  const bins = new Map(Object.entries(configuration?.binningConfig ?? {}));
  const dates = new Map(Object.entries(configuration?.dateNames ?? {}));
  const names = new Map(Object.entries(configuration?.valueMappings ?? {}));
  const { worth } = configuration ?? {};
  const formats = new Map(Object.entries(configuration?.numberFormats ?? {}));
  return {
    fileName,
    statusColumn: configuration?.statusColumn ?? '',
    qualifiedValues: configuration?.qualifiedValues ?? [],
    attributes: (configuration?.attributeColumns ?? []).map((field) => ({
      field,
      ranges: bins.get(field)?.bins ?? null,
      numberFormat: formats.get(field),
      dates: dates.get(field),
      mapping: new Map(Object.entries(names.get(field) ?? {})),
    })),
    ...(worth && {
      worth: worth.kind === 'column' ? worth : { ...worth, amounts: new Map(Object.entries(worth.amounts)) },
      basis: configuration?.basis,
    }),
    leads: configuration ? unpackLeads(configuration) : undefined,
  };
}
