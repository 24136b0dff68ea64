import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// Its code is fetched late.
import '#frontend/features/compare/what-changed-view.tsx';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { analyse, measure } from '#frontend/analysis/judge/analyse.ts';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import { packEarlier } from '#frontend/features/reuse/keep-figures.tsx';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { CONTEXT, SETTINGS } from '#test/support/saved-analysis.ts';
import { UNSAVED } from '#test/support/shown-results.tsx';

const { user, address, ...room } = installAccountRoom();

const FIELDS = ['Source', 'Device'];
/** 200 of 1,000 leads in October, 220 in November. */
const OCTOBER: Cell[] = [
  [['Referral', 'Mobile'], 100, 40],
  [['Ads', 'Desktop'], 900, 160],
];
const NOVEMBER: Cell[] = [
  [['Referral', 'Mobile'], 150, 63],
  [['Ads', 'Desktop'], 850, 157],
];

const google = (fieldValue: string, multiplier: number) => ({
  fieldName: 'Source',
  fieldValue,
  figures: [{ platform: 'google' as const, multiplier }],
  pairRules: 0,
  estimate: 'main-effects' as const,
});

const packed = (multiplier: number) => ({
  analysis: analyse(tallyOfCells(FIELDS, OCTOBER), SETTINGS),
  context: { ...CONTEXT, fileName: 'october.csv' },
  notQualifiedValues: [],
  toEnter: [google('Referral', multiplier)],
});

const earlier = (more: Partial<EarlierFigures> = {}): EarlierFigures => ({
  ...packEarlier({ packed: packed(1.5), saved: null, knownBy: Date.UTC(2026, 10, 1, 12) }),
  ...more,
});

/** The record of October as the server has it, with what its plan enters. */
const october = (multiplier: number): Record<string, Answer> => {
  const { fileName, configuration, figures } = earlier();
  const analysisData = { ...figures, toEnter: [google('Referral', multiplier)] };
  return {
    'GET /api/analyses/oct?dataset=apart': {
      body: {
        id: 'oct',
        fileName,
        createdAt: '2026-11-01T10:00:00Z',
        conversionValue: 100,
        significanceThreshold: 12,
        configurationData: configuration,
        analysisData,
      },
    },
    'GET /api/analyses/oct/alerts': {
      body: { missing: null, isByValue: false, rules: [], alerts: [], inUse: null },
    },
  };
};

/** The plan of November enters Referral at 1.5 on Google. */
const plans = {
  google: { rules: [{ conditions: [{ field: 0, value: 'Referral' }], multiplier: 1.5 }] },
} as unknown as PlatformPlans; // only what is read

function open(
  before: EarlierFigures | undefined,
  answers: Record<string, Answer> = {},
  at = '/#what-changed',
) {
  const tally = tallyOfCells(FIELDS, NOVEMBER);
  return room.open({
    at,
    pages: {
      '/': (
        <AnalysisResults
          page="november.csv"
          measurement={measure(tally)}
          combinations={fitTally(tally)}
          context={{ ...CONTEXT, fileName: 'november.csv' }}
          settings={SETTINGS}
          work={UNSAVED}
          apply={{ choices: { ...NO_APPLY_CHOICES, kinds: [] }, onChange: () => {}, ask: async () => plans }}
          earlier={before}
        />
      ),
      '/compare': <p>Choose two</p>,
    },
    answers,
  });
}

const advice = (words: RegExp) => screen.findByRole('heading', { level: 2, name: words }, { timeout: 5000 });
const KEPT =
  'Compared with the counts of october.csv of Nov 1, 2026 that this browser kept. It kept no lead.';

describe('what has changed since the earlier analysis', () => {
  test('is told from the counts that this browser kept, without an account', async () => {
    const server = open(earlier(), { 'GET /api/auth/user': SIGNED_OUT });
    expect(
      await advice(/^Conversion rose from 20\.0% to 22\.0%; it may be chance\. Keep your rules? as/),
    ).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'What changed' })).toBeInTheDocument();
    expect(screen.getByText(KEPT)).toBeInTheDocument();
    const [, leads] = within(screen.getByRole('table', { name: 'All Leads' })).getAllByRole('row');
    expect([...(leads?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Leads',
      '1,000',
      '1,000',
      '0%',
    ]);
    expect(server.calls().filter((call) => call.includes('/api/analyses'))).toEqual([]);
  });

  test('is told from the saved analysis where there is one, with the figures that it has now', async () => {
    open(earlier({ saved: { id: 'oct', team: null } }), october(1.1));
    expect(await advice(/Change (your rule|1 of your 2 rules): Source: Referral\.$/)).toBeInTheDocument();
    expect(
      screen.getByText('Compared with the saved analysis october.csv of Nov 1, 2026.', { exact: false }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/this browser kept/)).toBeNull();
  });

  test.each<[string, Answer]>([
    ['is gone', { status: 404, body: { message: 'Not found' } }],
    ['cannot be read', { isLost: true }],
  ])('is told from the kept counts where the saved analysis %s', async (_, answer) => {
    open(earlier({ saved: { id: 'oct', team: null } }), {
      ...october(1.1),
      'GET /api/analyses/oct?dataset=apart': answer,
    });
    expect(await advice(/Keep your rules? as/)).toBeInTheDocument();
    expect(
      screen.getByText(/that this browser kept\. It kept no lead\. The saved analysis could not be read/),
    ).toBeInTheDocument();
  });

  test('of another team is told from the kept counts', async () => {
    const server = open(earlier({ saved: { id: 'oct', team: 'other' } }), october(1.1));
    expect(await advice(/Keep your rules? as/)).toBeInTheDocument();
    expect(server.received('GET /api/analyses/oct?dataset=apart')).toEqual([]);
  });

  test('leads back to the results, from where a button leads to it again', async () => {
    open(earlier(), { 'GET /api/auth/user': SIGNED_OUT });
    await advice(/^Conversion rose/);
    await user.click(screen.getByRole('button', { name: 'Back to results' }));
    await screen.findByRole('heading', { name: 'Analysis Complete!' });
    await user.click(screen.getByRole('button', { name: 'What changed' }));
    await waitFor(() => expect(address()).toBe('/#what-changed'));
    expect(await advice(/^Conversion rose/)).toBeInTheDocument();
  });

  test('can be told of another saved analysis by a user', async () => {
    open(earlier());
    await advice(/^Conversion rose/);
    await user.click(await screen.findByRole('link', { name: 'Compare with a saved analysis' }));
    await waitFor(() => expect(address()).toBe('/compare?after=current'));
  });

  test('is not told where nothing was counted', async () => {
    const empty = { metrics: [], totalLeads: 0, totalQualified: 0, correlationTests: [] };
    open(earlier({ figures: empty }), { 'GET /api/auth/user': SIGNED_OUT });
    expect(await screen.findByText('october.csv has no stored results to compare with')).toBeInTheDocument();
  });

  test('is no view without an earlier analysis', async () => {
    open(undefined);
    await screen.findByRole('heading', { name: 'Analysis Complete!' });
    expect(screen.queryByRole('button', { name: 'What changed' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Compare with a saved analysis' })).toBeInTheDocument();
  });
});
