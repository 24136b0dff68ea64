import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { app } from '#worker/app.ts';
import type { Env } from '#worker/env.ts';
import { ORIGIN, call } from './support.ts';

/** A save as the client sends it, without dataset. */
export function makeSave(fields: Partial<SaveAnalysis> = {}): SaveAnalysis {
  return {
    fileName: 'leads.csv',
    conversionValue: 249.5,
    significanceThreshold: 10,
    configurationData: {
      statusColumn: 'Status',
      attributeColumns: ['Source', 'Age'],
      qualifiedValues: ['Qualified'],
      notQualifiedValues: ['Lost', '(Blank)'],
      valueMappings: { Source: { fb: 'Facebook' } },
      binningConfig: {
        Age: {
          type: 'numeric',
          bins: [
            { min: 18, max: 40, label: 'Low' },
            { min: 40.01, max: null, label: 'High' },
          ],
        },
      },
    },
    analysisData: {
      metrics: [
        {
          fieldName: 'Source',
          fieldValue: 'Facebook',
          totalLeads: 60,
          qualifiedLeads: 30,
          conversionRate: 50,
        },
        { fieldName: 'Source', fieldValue: 'Google', totalLeads: 40, qualifiedLeads: 4, conversionRate: 10 },
      ],
      overallRate: 34,
      totalLeads: 100,
      totalQualified: 34,
      correlationTests: [
        {
          attributes: [
            { field: 'Source', value: 'Facebook' },
            { field: 'Age', value: 'Low' },
          ],
          leads: 30,
          qualifiedLeads: 20,
          conversionRate: 66.66666666666667,
          confidence: 16,
          predictedLift: 1.25,
          actualLift: 1.9607843137254903,
          difference: 71.07843137254903,
          chiSquare: 4.2,
          pValue: 0.04,
          isSignificant: true,
        },
      ],
      dataSource: 'csv',
    },
    ...fields,
  };
}

/** The labels of a record with the file name of `makeSave`, and without name or note. */
export const UNNAMED = { name: 'leads.csv', note: '' };

export interface SaveOptions {
  cookie?: string | null;
  headers?: Record<string, string>;
}

export const save = (body: unknown, options: SaveOptions): Promise<Response> =>
  call('/api/analyses', { method: 'POST', body, ...options });

/** Saves and gives the id. */
export async function saved(cookie: string, fields: Partial<SaveAnalysis> = {}): Promise<string> {
  const response = await save(makeSave(fields), { cookie });
  const { id } = await response.json<{ id: string }>();
  return id;
}

export const read = (id: string, cookie: string | null): Promise<Response> =>
  call(`/api/analyses/${id}`, { cookie });

export async function list(cookie: string): Promise<{ id: string }[]> {
  return await (await call('/api/analyses', { cookie })).json();
}

export const gzip = (text: string | Uint8Array): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

export const toLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

/** A dataset as the client sends it. */
export function datasetRequest(id: string, body: BodyInit, cookie: string | null): Request {
  return new Request(`${ORIGIN}/api/analyses/${id}/dataset`, {
    method: 'PUT',
    body,
    headers: { Origin: ORIGIN, 'Content-Type': 'application/gzip', ...(cookie && { Cookie: cookie }) },
  });
}

export const sendDataset = (id: string, body: BodyInit, cookie: string | null): Promise<Response> =>
  exports.default.fetch(datasetRequest(id, body, cookie));

/** Sends in this very context, where a stream is read when the Worker reads it, with other bindings where a test needs them. */
export const sendHere = async (request: Request, bindings: Partial<Env> = {}): Promise<Response> =>
  await app.fetch(request, { ...env, ...bindings }, createExecutionContext());

/** The text in a compressed answer. */
export const gunzip = (response: Response): Promise<string> =>
  new Response(response.body?.pipeThrough(new DecompressionStream('gzip'))).text();

/** Lines of random cells, which hardly compress: about as many bytes of gzip as asked for. */
export function makeIncompressible(bytes: number): string {
  const cells = Array.from({ length: Math.ceil(bytes / 30_000) }, () =>
    crypto.getRandomValues(new Uint8Array(30_000)).toBase64(),
  );
  return toLines([['a', 'b'], ...cells.map((cell, index) => [String(index), cell])]);
}
