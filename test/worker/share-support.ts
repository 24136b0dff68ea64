import { env } from 'cloudflare:workers';
import type { Metric } from '#contract/metrics.ts';
import type { NewShare, OpenedShare } from '#contract/answers.ts';
import type { SharedFigures } from '#contract/sharing.ts';
import { call, type CallOptions } from './support.ts';

/** The figures of a segment with this many leads, every second of which converted. */
export const segment = (fieldName: string, fieldValue: string, totalLeads: number): Metric => ({
  fieldName,
  fieldValue,
  totalLeads,
  qualifiedLeads: Math.floor(totalLeads / 2),
  conversionRate: 50,
});

/** A test of a value of 'Source' with one of 'Device'. */
export const pairOf = (source: string, device: string, leads: number) => ({
  attributes: [
    { field: 'Source', value: source },
    { field: 'Device', value: device },
  ] as [{ field: string; value: string }, { field: string; value: string }],
  leads,
  qualifiedLeads: 1,
  conversionRate: 50,
  confidence: 16,
  predictedLift: 1,
  actualLift: 1,
  difference: 0,
  pValue: 1,
  isSignificant: false,
});

/** Figures as the client publishes them. */
export function makeFigures(fields: Partial<SharedFigures> = {}): SharedFigures {
  return {
    name: null,
    note: null,
    conversionValue: 100,
    significanceThreshold: 10,
    configurationData: {
      statusColumn: 'Status',
      attributeColumns: ['Source', 'Device'],
      qualifiedValues: ['Qualified'],
    },
    analysisData: {
      metrics: [
        segment('Source', 'Web', 60),
        segment('Source', 'Fair', 40),
        segment('Device', 'Mobile', 100),
      ],
      overallRate: 50,
      totalLeads: 100,
      totalQualified: 50,
      correlationTests: [pairOf('Web', 'Mobile', 60)],
    },
    ...fields,
  };
}

export const withMetrics = (...metrics: Metric[]): SharedFigures => {
  const figures = makeFigures();
  return { ...figures, analysisData: { ...figures.analysisData, metrics, correlationTests: [] } };
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call to the link of an analysis. */
export const callShare = (
  method: Method,
  id: string,
  cookie: string | null,
  body?: unknown,
): Promise<Response> =>
  call(`/api/analyses/${id}/share`, { method, cookie, ...(body !== undefined && { body }) });

export const share = (
  id: string,
  cookie: string | null,
  figures: unknown = makeFigures(),
  isKept = false,
): Promise<Response> => callShare('POST', id, cookie, { isKept, figures });

/** Shares an analysis and gives the token. */
export async function shared(id: string, cookie: string, figures: unknown = makeFigures()): Promise<string> {
  const { token } = await (await share(id, cookie, figures)).json<NewShare>();
  return token;
}

/** Opens a link as a visitor without an account. */
export const open = (token: unknown, options: CallOptions = {}): Promise<Response> =>
  call('/api/shared', { method: 'POST', body: { token }, ...options });

export const readShared = async (token: string): Promise<OpenedShare> => await (await open(token)).json();

/** All that is stored of the links of a user. */
export async function linksOf(userId: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    'SELECT * FROM shared_analyses WHERE user_id = ? ORDER BY analysis_id',
  )
    .bind(userId)
    .all();
  return results;
}
