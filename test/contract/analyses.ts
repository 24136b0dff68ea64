import type { SaveAnalysis } from '#contract/analyses.ts';
import type { AnalysisSummary, SavedAnalysis } from '#contract/answers.ts';
import { EXAMPLE_ID, EXAMPLE_TIME, examples, unauthorized, unavailable } from './example.ts';

const metric = (fieldName: string, fieldValue: string, leads: number, qualified: number) => ({
  fieldName,
  fieldValue,
  totalLeads: leads,
  qualifiedLeads: qualified,
  conversionRate: (100 * qualified) / leads,
});

const referral = metric('Source', 'Referral', 60, 45);
const search = metric('Source', 'Search', 140, 39);
const mobile = metric('Device', 'Mobile', 120, 42);
const desktop = metric('Device', 'Desktop', 80, 42);

/** 200 leads, 84 of them qualified. */
const totals = { overallRate: 42, totalLeads: 200, totalQualified: 84 };

export const exampleSave = {
  fileName: 'leads.csv',
  conversionValue: 100,
  significanceThreshold: 10,
  configurationData: {
    statusColumn: 'Lead Status',
    attributeColumns: ['Source', 'Device'],
    qualifiedValues: ['Qualified'],
    notQualifiedValues: ['Lost', '(Blank)'],
    valueMappings: { Source: { google: 'Search', bing: 'Search' } },
    binningConfig: {},
  },
  analysisData: {
    metrics: [search, referral, mobile, desktop],
    ...totals,
    correlationTests: [],
    dataSource: 'csv',
  },
} satisfies SaveAnalysis;

const headers = ['Lead Status', 'Source', 'Device'];
const rows = [
  ['Qualified', 'google', 'Mobile'],
  ['', 'Referral', 'Desktop'],
];

const record = {
  id: EXAMPLE_ID,
  name: exampleSave.fileName,
  note: '',
  fileName: exampleSave.fileName,
  createdAt: EXAMPLE_TIME,
  version: 1,
  updatedAt: EXAMPLE_TIME,
  conversionValue: exampleSave.conversionValue,
  significanceThreshold: exampleSave.significanceThreshold,
};

const summary: AnalysisSummary = {
  ...record,
  isShared: false,
  source: null,
  alerts: { open: 0, unseen: 0 },
  analysisData: { ...totals, metrics: [referral, desktop] },
  choices: {
    statusColumn: 'Lead Status',
    qualifiedValues: { first: ['Qualified'], count: 1 },
    attributes: [
      { field: 'Source', ranges: null },
      { field: 'Device', ranges: null },
    ],
  },
};

const bare: SavedAnalysis = {
  ...record,
  configurationData: exampleSave.configurationData,
  analysisData: exampleSave.analysisData,
};

const list = { method: 'GET', path: '/api/analyses' } as const;
const save = { method: 'POST', path: '/api/analyses', body: exampleSave } as const;
const read = { method: 'GET', path: '/api/analyses/{id}' } as const;
const replace = { method: 'PUT', path: '/api/analyses/{id}', body: exampleSave } as const;
const sendDataset = { method: 'PUT', path: '/api/analyses/{id}/dataset' } as const;
const label = {
  method: 'PATCH',
  path: '/api/analyses/{id}',
  body: { name: ' October, all regions ', note: 'Without the trade fair.' },
} as const;
const remove = { method: 'DELETE', path: '/api/analyses/{id}' } as const;

/** The answer of a save about the version that it made. */
const savedAs = (version: number) => ({ id: EXAMPLE_ID, version, updatedAt: EXAMPLE_TIME });

const notFound = { status: 404, answer: { message: 'Analysis not found' } } as const;
const full = {
  status: 409,
  answer: {
    message: 'You keep 100 analyses, which is the most. Delete one to save another.',
    code: 'ANALYSIS_LIMIT',
  },
} as const;

export const analysesExamples = examples({
  list: { ...list, status: 200, answer: [summary] },
  emptyList: { ...list, status: 200, answer: [] },
  listOfNobody: { ...list, ...unauthorized },
  listUnavailable: { ...list, ...unavailable },

  saved: { ...save, status: 201, answer: savedAs(1) },
  savedInline: {
    ...save,
    body: { ...exampleSave, analysisData: { ...exampleSave.analysisData, headers, rows } },
    status: 201,
    answer: savedAs(1),
  },
  savedWaiting: {
    ...save,
    body: { ...exampleSave, datasetFollows: true },
    status: 201,
    answer: savedAs(1),
  },
  saveOfNobody: { ...save, ...unauthorized },
  saveInvalid: {
    ...save,
    body: { ...exampleSave, fileName: '' },
    status: 400,
    answer: { message: 'fileName: fileName must not be empty', code: 'INVALID_INPUT' },
  },
  saveFull: { ...save, ...full },
  saveTooOften: {
    ...save,
    status: 429,
    answer: {
      message: 'You are saving very often. Please try again in 1 minute.',
      code: 'TOO_MANY_REQUESTS',
    },
    retryAfter: 60,
  },
  saveUnavailable: { ...save, ...unavailable },

  saveServiceFull: {
    ...save,
    status: 507,
    answer: {
      message: 'This site has no room for more saved analyses right now. Keep the results with Export All.',
      code: 'SERVICE_FULL',
    },
  },
  saveAnnouncedTooLarge: {
    ...save,
    body: { ...exampleSave, datasetFollows: true, datasetBytes: 20_000_000 },
    status: 409,
    answer: {
      message: 'Your saved analyses take up all of your 25 MB. Delete one to save another.',
      code: 'STORAGE_LIMIT',
    },
  },

  replaced: { ...replace, status: 200, answer: savedAs(2) },
  replaceChanged: {
    ...replace,
    status: 412,
    answer: {
      message: 'This analysis was changed in the meantime, in another tab or on another device.',
      code: 'CHANGED',
      current: { version: 3, updatedAt: EXAMPLE_TIME },
    },
  },
  replaceOfNobody: { ...replace, ...unauthorized },
  replaceNotFound: { ...replace, ...notFound },

  labelled: {
    ...label,
    status: 200,
    answer: { ...savedAs(2), name: 'October, all regions', note: 'Without the trade fair.' },
  },
  renamedToFile: {
    ...label,
    body: { name: null },
    status: 200,
    answer: { ...savedAs(2), name: 'leads.csv', note: '' },
  },
  labelInvalid: {
    ...label,
    body: { name: ' ' },
    status: 400,
    answer: { message: 'Please enter a name', code: 'INVALID_INPUT' },
  },
  labelOfNobody: { ...label, ...unauthorized },
  labelNotFound: { ...label, ...notFound },
  labelUnavailable: { ...label, ...unavailable },

  datasetSaved: { ...sendDataset, status: 200, answer: savedAs(2) },
  datasetOfNobody: { ...sendDataset, ...unauthorized },
  datasetNotFound: { ...sendDataset, ...notFound },
  datasetInvalid: {
    ...sendDataset,
    status: 400,
    answer: { message: 'Line 2 of the dataset has 1 cells instead of 3.', code: 'INVALID_INPUT' },
  },
  datasetTooLarge: {
    ...sendDataset,
    status: 413,
    answer: {
      message:
        'This dataset is too large to save: more than 48 MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.',
      code: 'TOO_LARGE',
    },
  },
  datasetNoRoom: {
    ...sendDataset,
    status: 409,
    answer: {
      message: 'Your saved analyses take up all of your 25 MB. Delete one to save another.',
      code: 'STORAGE_LIMIT',
    },
  },

  analysis: {
    ...read,
    status: 200,
    // Its dataset came with a call of its own.
    answer: {
      ...bare,
      version: 2,
      analysisData: { ...bare.analysisData, headers, rows },
    } satisfies SavedAnalysis,
  },
  analysisWithoutDataset: { ...read, status: 200, answer: bare },
  analysisOfNobody: { ...read, ...unauthorized },
  analysisNotFound: { ...read, ...notFound },
  analysisUnavailable: { ...read, ...unavailable },

  deleted: { ...remove, status: 200, answer: { message: 'The analysis has been deleted.' } },
  deleteOfNobody: { ...remove, ...unauthorized },
  deleteNotFound: { ...remove, ...notFound },
  deleteUnavailable: { ...remove, ...unavailable },
});
