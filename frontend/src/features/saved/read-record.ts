import * as z from 'zod/mini';
import { configurationSchema } from '#contract/answers.ts';
import type { Configuration } from '#contract/configuration.ts';
import {
  countSchema,
  correlationTestSchema,
  leftOutLeadsSchema,
  metricSchema,
  otherStatusesSchema,
  spreadsSchema,
  toEnterSchema,
} from '#contract/metrics.ts';
import { stageFiguresSchema } from '#contract/stages.ts';
import { clampSettings, DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/judge/settings.ts';
import { fetchAnalysis, fetchDataset } from '#frontend/api/analyses.ts';
import { hasFileEnding } from '#frontend/csv/validate-file.ts';
import type { LeadThread } from '#frontend/threads/leads/client.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import { unpackChoices } from '#frontend/choices/saved.ts';
import type { StoredFigures } from './stored-measurement.ts';

/** A saved analysis without its rows. */
export interface SavedRecord {
  fileName: string;
  /** The name that the user gave, else that of the file. */
  name: string;
  note: string;
  /** Null if the stored time is invalid. */
  createdAt: Date | null;
  /** The version and its time in ISO 8601; undefined if they are missing. */
  version: number | undefined;
  updatedAt: string | undefined;
  /** In ISO 8601, the time from which a team lets the rows be deleted; undefined while no end is near. */
  datasetEndsAt: string | undefined;
  settings: Settings;
  /** Null if the choices are missing or malformed. */
  configuration: Configuration | null;
  figures: StoredFigures;
}

const NO_FIGURES = {
  metrics: [],
  totalLeads: 0,
  totalQualified: 0,
  correlationTests: [],
};

/** Replaces missing and malformed members by defaults, so that a damaged record can still be shown. */
const recordSchema = z.object({
  fileName: z.catch(z.string(), ''),
  name: z.catch(z.string(), ''),
  note: z.catch(z.string(), ''),
  createdAt: z.catch(z.string(), ''),
  version: z.catch(z.optional(z.number()), undefined),
  updatedAt: z.catch(z.optional(z.string()), undefined),
  datasetEndsAt: z.catch(z.optional(z.string()), undefined),
  conversionValue: z.catch(z.number(), DEFAULT_SETTINGS.conversionValue),
  significanceThreshold: z.catch(z.number(), DEFAULT_SETTINGS.thresholdPercent),
  configurationData: z.catch(z.nullable(configurationSchema), null),
  analysisData: z.catch(
    z.object({
      metrics: z.catch(z.array(metricSchema), []),
      totalLeads: z.catch(countSchema, 0),
      totalQualified: z.catch(countSchema, 0),
      correlationTests: z.catch(z.array(correlationTestSchema), []),
      leftOutLeads: z.catch(z.optional(leftOutLeadsSchema), undefined),
      otherStatuses: z.catch(z.optional(otherStatusesSchema), undefined),
      toEnter: z.catch(z.optional(z.array(toEnterSchema)), undefined),
      spreads: z.catch(z.optional(z.array(spreadsSchema)), undefined),
      stages: z.catch(z.optional(stageFiguresSchema), undefined),
    }),
    NO_FIGURES,
  ),
});

/** Reads the server's answer for one analysis. Throws if the answer is not an object. */
export function readRecord(answer: unknown): SavedRecord {
  const record = recordSchema.parse(answer);
  const createdAt = new Date(record.createdAt);
  return {
    fileName: record.fileName,
    name: record.name || record.fileName,
    note: record.note,
    createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt,
    version: record.version,
    updatedAt: record.updatedAt,
    datasetEndsAt: record.datasetEndsAt,
    settings: clampSettings({
      conversionValue: record.conversionValue,
      thresholdPercent: record.significanceThreshold,
      currency: record.configurationData?.currency,
    }),
    configuration: record.configurationData,
    figures: record.analysisData,
  };
}

export interface SavedAnalysisParts {
  record: SavedRecord;
  /** The stored rows as a file, and the choices for its columns; null if either is missing or they do not match. */
  dataset: { file: File; choices: SavedChoices } | null;
}

/** Fetches an analysis and its rows. The thread turns the rows into a CSV file. */
export async function openSaved(id: string, thread: LeadThread): Promise<SavedAnalysisParts> {
  const [answer, gzip] = await Promise.all([fetchAnalysis(id), fetchDataset(id)]);
  const dataset = gzip && (await thread.ask('unpackDataset', gzip));
  const record = readRecord(answer);
  const choices = dataset && record.configuration && unpackChoices(record.configuration, dataset.headers);
  return {
    record,
    dataset: choices && { file: asFile(dataset.csv, record.fileName), choices },
  };
}

function asFile(csv: Uint8Array<ArrayBuffer>, fileName: string): File {
  const name = hasFileEnding(fileName) ? fileName : `${fileName}.csv`;
  return new File([csv], name, { type: 'text/csv' });
}
