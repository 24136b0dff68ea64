import type { Configuration } from '#contract/configuration.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { merge, type Attribute } from './choice.ts';
import type { NamedChoices, SavedChoices } from './choices.ts';
import { CHOICES } from './list.ts';

/** The choices as a saved analysis has them, columns by name. */
export function packChoices(
  context: NamedChoices,
  settings: Settings,
): Omit<Configuration, 'notQualifiedValues'> {
  return merge(CHOICES.map((choice) => choice.pack?.(context, settings)));
}

/** The names and choices of a saved analysis. */
export function storedContextOf({
  fileName,
  configuration,
}: {
  fileName: string;
  configuration: Configuration | null;
}): NamedChoices {
  if (!configuration) return { fileName, statusColumn: '', qualifiedValues: [], attributes: [] };
  return {
    ...merge<NamedChoices>(CHOICES.map((choice) => choice.unpack?.(configuration))),
    fileName,
    attributes: configuration.attributeColumns.map((field) => ({
      ...merge<Attribute>(CHOICES.map(({ ofAttribute }) => ofAttribute?.unpack(configuration, field))),
      field,
    })),
  };
}

/**
 * Finds the columns of the stored names in a file. Null if a column is missing or used twice.
 *
 * @param headers of the file
 */
export function unpackChoices(stored: Configuration, headers: readonly string[]): SavedChoices | null {
  const columns = [stored.statusColumn, ...stored.attributeColumns];
  const isFound = columns.every((name) => headers.includes(name));
  if (!isFound || new Set(columns).size < columns.length) return null;
  const columnOf = (header: string) => {
    const column = headers.indexOf(header);
    return column === -1 ? null : column;
  };
  return merge(CHOICES.map((choice) => choice.find?.(stored, columnOf)));
}

/** All columns that stored choices name: the chosen ones, those of attributes, then the others. */
export function headersIn(stored: Configuration): string[] {
  const [columns, ...others] = CHOICES;
  const isOfAttribute = (choice: (typeof others)[number]) => choice.ofAttribute !== undefined;
  const inOrder = [
    columns,
    ...others.filter(isOfAttribute),
    ...others.filter((each) => !isOfAttribute(each)),
  ];
  return [...new Set(inOrder.flatMap((choice) => choice.headersIn?.(stored) ?? []))];
}

/**
 * All choices of a saved analysis as one text. Two analyses of one file with the same text are the same. Later choices are
 * named only if the visitor made them, so that analyses of earlier releases keep their text.
 */
export function contentOf({ context, settings }: { context: NamedChoices; settings: Settings }): string {
  const [columns, ...others] = CHOICES;
  const attributes = context.attributes.map((attribute) => [
    attribute.field,
    ...others.flatMap(({ ofAttribute }) => ofAttribute?.content?.(attribute) ?? []),
  ]);
  return JSON.stringify([
    ...(columns.content?.(context, settings) ?? []),
    attributes,
    ...others.flatMap((choice) => choice.content?.(context, settings) ?? []),
  ]);
}

/** The differences between two analyses that change the meaning of their figures, as sentences. */
export function listDifferences(before: NamedChoices, after: NamedChoices): string[] {
  const ofAttributes = after.attributes.map((attribute) => {
    const earlier = before.attributes.find(({ field }) => field === attribute.field);
    return earlier && firstDifference(earlier, attribute);
  });
  return [...CHOICES.flatMap((choice) => choice.differences?.(before, after) ?? []), ...ofAttributes].filter(
    (sentence) => typeof sentence === 'string',
  );
}

function firstDifference(before: Attribute, after: Attribute): string | undefined {
  return CHOICES.map(({ ofAttribute }) => ofAttribute?.difference?.(before, after)).find(
    (sentence) => typeof sentence === 'string',
  );
}
