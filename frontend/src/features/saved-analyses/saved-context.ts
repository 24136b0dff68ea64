import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { SavedRecord } from './read-record.ts';

/** The names and choices of a saved analysis. */
export function contextOf({
  fileName,
  configuration,
}: Pick<SavedRecord, 'fileName' | 'configuration'>): AnalysisContext {
  // Maps, because a column may be named like an inherited property, such as 'constructor'.
  const bins = new Map(Object.entries(configuration?.binningConfig ?? {}));
  const names = new Map(Object.entries(configuration?.valueMappings ?? {}));
  return {
    fileName,
    statusColumn: configuration?.statusColumn ?? '',
    qualifiedValues: configuration?.qualifiedValues ?? [],
    attributes: (configuration?.attributeColumns ?? []).map((field) => ({
      field,
      ranges: bins.get(field)?.bins ?? null,
      mapping: new Map(Object.entries(names.get(field) ?? {})),
    })),
  };
}
