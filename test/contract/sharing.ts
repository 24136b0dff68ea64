import type { ShareStatus } from '#contract/answers.ts';
import type { SharedFigures } from '#contract/sharing.ts';
import { exampleSave } from './analyses.ts';
import { EXAMPLE_TIME, examples, unauthorized, unavailable } from './example.ts';

/** The token of the examples: the Worker's own is replaced by it before it is compared. */
export const EXAMPLE_TOKEN = 'oZ0m9pRrYbS1cV4nXwq7TfK2uLhE5dJ8gA3iNsC6vBk';

const { statusColumn, attributeColumns, qualifiedValues } = exampleSave.configurationData;
const { metrics, overallRate, totalLeads, totalQualified } = exampleSave.analysisData;

/** The figures of the saved example, with its name and without its note. */
export const exampleFigures: SharedFigures = {
  name: 'leads.csv',
  note: null,
  conversionValue: exampleSave.conversionValue,
  significanceThreshold: exampleSave.significanceThreshold,
  configurationData: { statusColumn, attributeColumns, qualifiedValues },
  analysisData: { metrics, overallRate, totalLeads, totalQualified, correlationTests: [] },
};

const withMetric = (fieldValue: string, leads: number): SharedFigures => ({
  ...exampleFigures,
  analysisData: {
    ...exampleFigures.analysisData,
    metrics: [
      { fieldName: 'Source', fieldValue, totalLeads: leads, qualifiedLeads: 1, conversionRate: 100 / leads },
    ],
  },
});

const details = {
  publishedAt: EXAMPLE_TIME,
  expiresAt: '2027-01-13T15:04:00.000Z',
  opens: 0,
  showsName: true,
  showsNote: false,
};
const state = (more: Partial<typeof details> | { expiresAt: null } = {}): ShareStatus => ({
  share: { ...details, ...more },
});

const path = '/api/analyses/{id}/share';
const create = { method: 'POST', path, body: { isKept: false, figures: exampleFigures } } as const;
const publish = { method: 'PUT', path, body: exampleFigures } as const;
const keep = { method: 'PATCH', path, body: { isKept: true } } as const;
const read = { method: 'GET', path } as const;
const end = { method: 'DELETE', path } as const;
const open = { method: 'POST', path: '/api/shared', body: { token: EXAMPLE_TOKEN } } as const;

const notFound = { status: 404, answer: { message: 'Analysis not found' } } as const;
const notShared = { status: 404, answer: { message: 'This analysis has no link that works.' } } as const;

export const sharingExamples = examples({
  shared: { ...create, status: 201, answer: { token: EXAMPLE_TOKEN, ...state() } },
  sharePersonal: {
    ...create,
    body: { isKept: false, figures: withMetric('ann@example.com', 60) },
    status: 400,
    answer: {
      message:
        'The value "ann@example.com" of "Source" looks like an e-mail address, which a link must not show. Rename it or leave it out, then try again.',
      code: 'PERSONAL_DATA',
    },
  },
  shareSmall: {
    ...create,
    body: { isKept: false, figures: withMetric('Fax', 4) },
    status: 400,
    answer: { message: 'The value "Fax" of "Source" has fewer than 5 leads', code: 'INVALID_INPUT' },
  },
  shareFull: {
    ...create,
    status: 409,
    answer: {
      message: 'You have 20 shared links, which is the most. End one to share another.',
      code: 'SHARE_LIMIT',
    },
  },
  shareTooOften: {
    ...create,
    status: 429,
    answer: {
      message: 'You are changing links very often. Please try again in 1 minute.',
      code: 'TOO_MANY_REQUESTS',
    },
    retryAfter: 60,
  },
  shareOfNobody: { ...create, ...unauthorized },
  shareNotFound: { ...create, ...notFound },
  shareUnavailable: { ...create, ...unavailable },

  published: { ...publish, status: 200, answer: state() },
  publishNotShared: { ...publish, ...notShared },

  kept: { ...keep, status: 200, answer: state({ expiresAt: null }) },
  keepNotShared: { ...keep, ...notShared },

  shareRead: { ...read, status: 200, answer: state({ opens: 1 }) },
  shareReadNone: { ...read, status: 200, answer: { share: null } },
  shareReadNotFound: { ...read, ...notFound },

  shareEnded: { ...end, status: 200, answer: { message: 'The link has ended.' } },

  opened: { ...open, status: 200, answer: { ...exampleFigures, publishedAt: EXAMPLE_TIME } },
  openNotFound: {
    ...open,
    status: 404,
    answer: { message: 'This link does not work. It may have ended, or the address is not complete.' },
  },
  openTooOften: {
    ...open,
    status: 429,
    answer: {
      message: 'Your network has opened very many links. Please try again in 60 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
    retryAfter: 3600,
  },
  openUnavailable: { ...open, ...unavailable },
});
