import * as z from 'zod/mini';
import { fileNameSchema } from '#contract/analyses.ts';
import { attributeColumnsSchema, binningSchema } from '#contract/configuration.ts';
import { MAX_ENTRY_BYTES, MAX_INLINE_DATASET_BYTES } from '#contract/limits.ts';
import { correlationTestSchema, countSchema, metricSchema, percentSchema } from '#contract/metrics.ts';
import { conversionValueSchema, thresholdSchema } from '#contract/preferences.ts';
import { dictionary, list, object, type Shape } from '#worker/streams/json-shape.ts';

/** What each leaf of `POST /api/analyses` must be: the same schemas as the contract's whole. */
export const leafSchemas = {
  fileName: fileNameSchema,
  conversionValue: conversionValueSchema,
  significanceThreshold: thresholdSchema,
  datasetFollows: z.boolean(),
  text: z.string(),
  attributeColumns: attributeColumnsSchema,
  binning: binningSchema,
  metric: metricSchema,
  percent: percentSchema,
  count: countSchema,
  test: correlationTestSchema,
  dataSource: z.literal('csv'),
  ignored: z.unknown(),
};

export type LeafLabel = keyof typeof leafSchemas | 'headers' | 'row';

const leaf = (label: LeafLabel, maxDepth = 0): Shape<LeafLabel> => ({
  kind: 'leaf',
  label,
  maxDepth,
  maxBytes: MAX_ENTRY_BYTES,
});

const cells = (label: 'headers' | 'row'): Shape<LeafLabel> => ({
  kind: 'leaf',
  label,
  maxDepth: 1,
  maxBytes: MAX_INLINE_DATASET_BYTES,
});

const ignored = leaf('ignored', 8);

const configuration = object(
  {
    statusColumn: leaf('text'),
    attributeColumns: leaf('attributeColumns', 1),
    qualifiedValues: list(leaf('text')),
    notQualifiedValues: list(leaf('text')),
    valueMappings: dictionary(dictionary(leaf('text'))),
    binningConfig: dictionary(leaf('binning', 3)),
  },
  ignored,
);

const analysis = object(
  {
    metrics: list(leaf('metric', 1)),
    overallRate: leaf('percent'),
    totalLeads: leaf('count'),
    totalQualified: leaf('count'),
    correlationTests: list(leaf('test', 3)),
    dataSource: leaf('dataSource'),
    headers: cells('headers'),
    rows: list(cells('row')),
  },
  ignored,
);

/** The body of `POST /api/analyses`. */
export const saveShape = object(
  {
    fileName: leaf('fileName'),
    conversionValue: leaf('conversionValue'),
    significanceThreshold: leaf('significanceThreshold'),
    datasetFollows: leaf('datasetFollows'),
    configurationData: configuration,
    analysisData: analysis,
  },
  ignored,
);

/** Members without which there is nothing to save. */
export const REQUIRED_MEMBERS = [
  'fileName',
  'conversionValue',
  'significanceThreshold',
  'configurationData',
  'configurationData.statusColumn',
  'configurationData.attributeColumns',
  'configurationData.qualifiedValues',
  'analysisData',
  'analysisData.metrics',
  'analysisData.overallRate',
  'analysisData.totalLeads',
  'analysisData.totalQualified',
] as const;

/** What the others are where they are absent. */
export const DEFAULT_MEMBERS = {
  configurationData: { notQualifiedValues: [], valueMappings: {}, binningConfig: {} },
  analysisData: { correlationTests: [], dataSource: 'csv' },
} as const;
