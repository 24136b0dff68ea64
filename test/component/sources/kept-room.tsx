import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Alert, Alerts } from '#contract/alerts.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import type { AnalysisVersion, InboxSource, VersionFigures } from '#contract/sources.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { SavedAnalysisPage } from '#frontend/pages/saved-analysis.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { CONTEXT, savedAnswer, savedCalls, SETTINGS } from '#test/support/saved-analysis.ts';

const { user, ...room } = installAccountRoom();
export { user };

/** Opens other pages for the signed-in user. */
export const openPages = (at: string, pages: Record<string, ReactNode>, answers: Record<string, Answer>) =>
  room.open({ at, pages, answers });
/** Sets the connections that the document offers. */
export const offer = (kinds: string): void => document.documentElement.setAttribute(OFFERS_ATTRIBUTE, kinds);

beforeEach(() => {
  stubBrowserThread();
  offer('sheets inbox');
});
afterEach(() => document.documentElement.removeAttribute(OFFERS_ATTRIBUTE));

export const ALERTS = 'GET /api/analyses/worked/alerts';
export const SOURCE = 'GET /api/analyses/worked/source';
export const VERSIONS = 'GET /api/analyses/worked/versions';
export const START = 'PUT /api/analyses/worked/source';
export const TOKEN = 'POST /api/analyses/worked/source/token';
export const END = 'DELETE /api/analyses/worked/source';

export const source = (more: Partial<InboxSource> = {}): InboxSource => ({
  kind: 'inbox',
  id: 'box-1',
  state: 'active',
  createdAt: new Date(2026, 10, 20, 9, 0).toISOString(),
  lastRunAt: null,
  lastError: null,
  ...more,
});

const FIELDS = ['Source', 'Device'];
/** Lifts of 2 and of 0.5 in 200 of 1,000 leads; both are solid. */
export const FIRST: Cell[] = [
  [['Referral', 'Mobile'], 200, 80],
  [['Ads', 'Desktop'], 300, 30],
  [['Web', 'Desktop'], 500, 90],
];
/** Referral stands with 1.5, Ads converts as all leads do, Chat is new and converts best. */
export const SECOND: Cell[] = [
  [['Referral', 'Mobile'], 220, 82],
  [['Ads', 'Desktop'], 320, 80],
  [['Web', 'Desktop'], 530, 88],
  [['Chat', 'Mobile'], 130, 60],
];

const dataOf = (cells: readonly Cell[]): VersionFigures['analysisData'] => {
  const packed = packAnalysis({
    analysis: analyse(tallyOfCells(FIELDS, cells), SETTINGS),
    context: CONTEXT,
    notQualifiedValues: ['No'],
  });
  // A run knows neither labels nor q-values.
  const metrics = packed.analysisData.metrics.map(({ label: _label, q: _q, ...metric }) => metric);
  return { ...packed.analysisData, metrics, correlationTests: [], dataSource: 'csv' };
};

export function version(number: number, cells: readonly Cell[], more: Partial<AnalysisVersion> = {}) {
  const { metrics, totalLeads, totalQualified } = dataOf(cells);
  const listed: AnalysisVersion = {
    number,
    madeAt: new Date(2026, 10, 20 + number, 15, 4).toISOString(),
    leads: totalLeads,
    converted: totalQualified,
    newValues: [],
    enteredAt: null,
    metrics,
    ...more,
  };
  return listed;
}

const NEW_VALUES = [{ field: 'Source', first: ['Chat'], count: 3 }];
export const TWO = [version(2, SECOND, { newValues: NEW_VALUES }), version(1, FIRST)];

export const figures = (number: number, cells: readonly Cell[]): Record<string, Answer> => ({
  [`${VERSIONS}/${number}`]: {
    body: { number, madeAt: new Date(2026, 10, 20 + number).toISOString(), analysisData: dataOf(cells) },
  },
});

/** No file was counted yet. */
export const NOT_COUNTED: Alerts = {
  missing: 'not-counted',
  isByValue: false,
  inUse: null,
  rules: [],
  alerts: [],
  next: null,
};

/** Opens the page of a saved analysis without a source, unless `answers` say otherwise. */
export async function open(answers: Record<string, Answer> = {}) {
  const server = room.open({
    at: '/saved/worked',
    pages: { '/saved/:id': <SavedAnalysisPage id="worked" /> },
    answers: {
      ...savedCalls('worked', { body: savedAnswer() }),
      [SOURCE]: { body: { source: null } },
      [VERSIONS]: { body: { versions: [] } },
      [ALERTS]: { body: NOT_COUNTED },
      ...figures(1, FIRST),
      ...figures(2, SECOND),
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'worked.csv' });
  return server;
}

export const kept = (
  more: Partial<InboxSource> = {},
  versions: AnalysisVersion[] = TWO,
): Record<string, Answer> => ({
  [SOURCE]: { body: { source: source({ lastRunAt: TWO[0]?.madeAt ?? null, ...more }) } },
  [VERSIONS]: { body: { versions } },
});

/** A part of the page by its heading or label. */
export const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
export const press = (name: string) => user.click(screen.getByRole('button', { name }));
export const tableRows = async (name: string | RegExp) => {
  const [, ...rows] = within(await screen.findByRole('table', { name })).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
};
export const compared = (both: string) => screen.findByRole('heading', { name: `Watched rules, ${both}` });
export const choose = async (dropdown: string, option: RegExp) => {
  await user.click(screen.getByRole('combobox', { name: dropdown }));
  await user.click(screen.getByRole('option', { name: option }));
};

/** A lift of 2 (1.59 to 2.48, the example of the formula) that has fallen to 1. */
export const alert = (more: Partial<Alert> = {}): Alert => ({
  field: 'Source',
  value: 'Referral',
  side: 'raise',
  version: 2,
  madeAt: new Date(2026, 10, 22, 15, 4).toISOString(),
  seenAt: null,
  reference: { leads: 100, converted: 40, totalLeads: 1000, totalConverted: 200 },
  latest: {
    first: '2026-11-14',
    last: '2026-11-20',
    leads: 60,
    converted: 12,
    totalLeads: 300,
    totalConverted: 60,
  },
  p: 0.00001,
  q: 0.00002,
  ...more,
});
