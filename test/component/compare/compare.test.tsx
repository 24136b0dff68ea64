import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnalysisSummary } from '#contract/answers.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { analyse, judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import { CompareAction, readCurrent } from '#frontend/features/compare/compare-action.tsx';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { CompareSaved } from '#frontend/features/compare/compare-saved.tsx';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { analysesExamples } from '#test/contract/analyses.ts';
import { skipWaits } from '#test/support/clock.ts';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { answerOf, type Answer } from '#test/support/fake-server.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { ShownRoom, UNSAVED } from '#test/support/shown-results.tsx';
import type { ResultsSource } from '#frontend/features/results/results-source.ts';
import { CONTEXT, SETTINGS, summary } from '#test/support/saved-analysis.ts';

vi.mock('#frontend/lib/download.ts', { spy: true });
vi.mock('#frontend/features/compare/compare-action.tsx', { spy: true });

const { user, address, expectMessage, ...room } = installAccountRoom();
beforeEach(() => {
  vi.mocked(downloadText).mockImplementation(() => {});
  vi.mocked(readCurrent).mockReset();
});

/** As after another load of the page: results that another test opened are open no longer. */
const OpenResults = (shown: Pick<ResultsSource, 'measurement' | 'context'>) => (
  <ShownRoom {...shown} analysis={judge(shown.measurement, SETTINGS)}>
    <CompareAction />
  </ShownRoom>
);

const forgetCurrent = () => vi.mocked(readCurrent).mockReturnValue(null);

const FIELDS = ['Source', 'Device'];
/** 200 of 1,000 leads in October; in November Referral falls from 40 to 15 of 100, Email is gone and Chat is new. */
const OCTOBER: Cell[] = [
  [['Referral', 'Mobile'], 100, 40],
  [['Email', 'Desktop'], 200, 40],
  [['Ads', 'Desktop'], 700, 120],
];
const NOVEMBER: Cell[] = [
  [['Referral', 'Mobile'], 100, 15],
  [['Chat', 'Desktop'], 150, 30],
  [['Ads', 'Desktop'], 750, 175],
];

function answerOfCells(cells: readonly Cell[], fileName: string, more: object = {}): Record<string, unknown> {
  const packed = packAnalysis({
    analysis: analyse(tallyOfCells(FIELDS, cells), SETTINGS),
    context: { ...CONTEXT, fileName },
    notQualifiedValues: ['No'],
  });
  return { id: fileName, createdAt: '2026-11-01T10:00:00Z', ...packed, ...more };
}

/** The same with what its plans enter. */
const withFigure = (cells: readonly Cell[], fileName: string, multiplier: number) => {
  const { analysisData, ...rest } = answerOfCells(cells, fileName);
  const toEnter = [
    {
      fieldName: 'Source',
      fieldValue: 'Ads',
      figures: [{ platform: 'google', multiplier }],
      pairRules: 0,
    },
    { fieldName: 'Source', fieldValue: 'Referral', figures: [], pairRules: 2 },
  ];
  return { ...rest, analysisData: { ...(analysisData as object), toEnter } };
};

const october: Record<string, Answer> = {
  'GET /api/analyses/oct?dataset=apart': { body: withFigure(OCTOBER, 'october.csv', 0.75) },
};

const LISTED: AnalysisSummary[] = [
  summary({ id: 'nov', fileName: 'november.csv', createdAt: '2026-12-01T10:00:00Z' }),
  summary({ id: 'sep', fileName: 'september.csv', createdAt: '2026-10-01T10:00:00Z' }),
  summary({ id: 'oct', fileName: 'october.csv', createdAt: '2026-11-01T10:00:00Z' }),
];

const BOTH: Record<string, Answer> = {
  'GET /api/analyses': { body: LISTED },
  'GET /api/analyses/oct?dataset=apart': { body: answerOfCells(OCTOBER, 'october.csv') },
  'GET /api/analyses/nov?dataset=apart': { body: answerOfCells(NOVEMBER, 'november.csv') },
};

function open(at: string, answers: Record<string, Answer> = {}) {
  return room.open({
    at,
    pages: { '/compare': <CompareSaved />, '/saved': <SavedList /> },
    answers: { ...BOTH, ...answers },
  });
}

const table = (name: string) => screen.findByRole('table', { name });

/** The cells of each row, below the headings. */
async function readTable(name: string): Promise<string[][]> {
  const [, ...rows] = within(await table(name)).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
}

const compared = () => open('/compare?before=oct&after=nov');
const segments = () => readTable('Segments Before and After');

describe('two saved analyses', () => {
  test('are compared from their stored figures alone', async () => {
    const server = compared();
    // 200 and 220 of 1,000: chi-square 1.2056.
    expect(
      await screen.findByRole('heading', {
        name: /^Conversion rose from 20\.0% to 22\.0%; it may be chance\./,
      }),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/^\d of 4 tested values have changed; all else is within.* has p 0\.272\.$/),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/^Of your \d rules, .*changed \(.*Source: Referral from 2\.00x to 0\.68x/),
    ).toBeInTheDocument();
    expect(await readTable('All Leads')).toEqual([
      ['Leads', '1,000', '1,000', '0%'],
      ['Conversions', '200', '220', '+10%'],
      ['Baseline rate', '20.0%', '22.0%', '+2.0 points'],
    ]);
    const rows = await segments();
    const referral = rows.find(([, , name]) => name?.startsWith('Referral'));
    expect(referral?.[0]).toBe('● Changed');
    // 0.4 / 0.2 and 0.15 / 0.22; their ratio is 15/44.
    expect(referral?.slice(3, 9)).toEqual(['Gone', '▲2.00x', '▼0.68x', '-66%', '100', '100']);
    expect(rows.find(([, , name]) => name?.startsWith('Chat'))?.[0]).toBe('○ Not testednew value');
    expect(rows.find(([, , name]) => name?.startsWith('Email'))?.[0]).toBe('○ Not testedno longer there');
    expect(server.calls().filter((call) => call.endsWith('/dataset'))).toEqual([]);
  });

  describe('with the figures that their plans enter', () => {
    test('show them beside each other, and name what has moved', async () => {
      open('/compare?before=oct&after=nov', {
        ...october,
        'GET /api/analyses/nov?dataset=apart': { body: withFigure(NOVEMBER, 'november.csv', 1.05) },
      });
      expect(
        await screen.findByText(
          /To enter anew: Source: Ads from 0\.75x to 1\.05x on Google\. Rules of two conditions are not compared/,
        ),
      ).toBeInTheDocument();
      const headings = within(await table('Segments Before and After')).getAllByRole('columnheader');
      const at = headings.findIndex(({ textContent }) => textContent?.startsWith('To Enter Before'));
      const rows = await segments();
      const figuresOf = (value: string) =>
        rows.find(([, , name]) => name?.startsWith(value))?.slice(at, at + 2);
      expect(figuresOf('Ads')).toEqual(['0.75x Google', '1.05x Google']);
      expect(figuresOf('Referral')).toEqual(['in 2 rules', 'in 2 rules']);
      expect(figuresOf('Chat')).toEqual(['–', '–']);
      await user.click(screen.getByRole('button', { name: 'Download CSV' }));
      expect(vi.mocked(downloadText).mock.calls[0]?.[1]).toContain('To Enter Before,To Enter After');
    });

    test('take those of the rules in use, which were typed, instead of the saved ones', async () => {
      const typed = [
        {
          fieldName: 'Source',
          fieldValue: 'Ads',
          figures: [{ platform: 'meta', multiplier: 0.6 }],
          pairRules: 0,
        },
      ];
      const inUse = {
        version: 0,
        since: '2026-11-02T10:00:00Z',
        by: 'meta',
        newestDay: null,
        judgedAt: null,
      };
      const alerts = { missing: null, isByValue: false, rules: [], alerts: [] };
      const server = open('/compare?before=oct&after=nov', {
        ...october,
        'GET /api/analyses/nov?dataset=apart': { body: withFigure(NOVEMBER, 'november.csv', 0.75) },
        'GET /api/analyses': {
          body: LISTED.map((one) => (one.id === 'sep' ? one : { ...one, source: 'active' })),
        },
        'GET /api/analyses/oct/alerts': { body: { ...alerts, inUse: { ...inUse, toEnter: typed } } },
      });
      expect(
        // The rules in use were pushed to Meta, and say nothing of Google.
        await screen.findByText(
          /To enter anew: Source: Ads from 0\.60x to no rule on Meta\. Rules of two conditions are not compared/,
        ),
      ).toBeInTheDocument();
      expect(await table('Segments Before and After')).toHaveTextContent(/In Use.*0\.60x Meta/);
      expect(screen.queryByText('To Enter Before')).toBeNull();
      // The later one tells what to enter now, whatever is in use.
      expect(server.received('GET /api/analyses/nov/alerts')).toEqual([]);
    });

    test.each<[string, Answer]>([
      [
        'were marked without figures',
        { body: { missing: null, isByValue: false, rules: [], alerts: [], inUse: null } },
      ],
      ['cannot be read just now', { isLost: true }],
    ])('are the saved ones where the rules in use %s', async (_, answer) => {
      open('/compare?before=oct&after=nov', {
        ...october,
        'GET /api/analyses/nov?dataset=apart': { body: withFigure(NOVEMBER, 'november.csv', 1.05) },
        'GET /api/analyses': { body: LISTED.map((one) => ({ ...one, source: 'paused' })) },
        'GET /api/analyses/oct/alerts': answer,
      });
      expect(
        await screen.findByText(/from 0\.75x to 1\.05x on Google\. Rules of two conditions are not compared/),
      ).toBeInTheDocument();
    });

    test('are those of the version in use where its own were not kept', async () => {
      const { analysisData } = withFigure(OCTOBER, 'october.csv', 0.5);
      const inUse = {
        version: 4,
        since: '2026-11-02T10:00:00Z',
        by: 'entered',
        newestDay: null,
        judgedAt: null,
      };
      open('/compare?before=oct&after=nov', {
        ...october,
        'GET /api/analyses/nov?dataset=apart': { body: withFigure(NOVEMBER, 'november.csv', 0.75) },
        'GET /api/analyses': { body: LISTED.map((one) => ({ ...one, source: 'active' })) },
        'GET /api/analyses/oct/alerts': {
          body: { missing: null, isByValue: false, rules: [], alerts: [], inUse },
        },
        'GET /api/analyses/oct/versions/4': {
          body: { number: 4, madeAt: '2026-11-02T10:00:00Z', analysisData },
        },
      });
      expect(
        await screen.findByText(
          /To enter anew: Source: Ads from 0\.50x to 0\.75x on Google\. Rules of two conditions are not compared/,
        ),
      ).toBeInTheDocument();
      expect(await table('Segments Before and After')).toHaveTextContent(/To Enter Before.*0\.50x Google/);
    });

    test('say which of both lacks them, and how it gets them', async () => {
      open('/compare?before=oct&after=nov', october);
      expect(await screen.findByText('The figures to enter are not compared')).toBeInTheDocument();
      expect(
        screen.getByText('After was saved without them. Open it with Edit and choose Update to keep them.'),
      ).toBeInTheDocument();
      expect(screen.queryByText(/To Enter Before/)).toBeNull();
    });
  });

  describe('with the figures of their stages', () => {
    const withStages = (cells: readonly Cell[], fileName: string, stages: StoredStageFigures, more = {}) => {
      const body = answerOfCells(cells, fileName, more);
      return { body: { ...body, analysisData: { ...(body['analysisData'] as object), stages } } };
    };
    const first = STORED_STAGES.stages[0]!;
    /** 8 of 119 are won, where 21 of 119 were; the demo is a call, and nobody knows its value. */
    const LATER: StoredStageFigures = {
      ...STORED_STAGES,
      names: ['Lead', 'Call date', 'Customer'],
      stages: [
        {
          ...first,
          reached: 170,
          chance: { ...first.chance, wins: 8, share: 8 / 119 } as typeof first.chance,
          value: { ...first.value!, amount: 118 },
        },
        ...STORED_STAGES.stages.slice(1),
      ],
    };
    const openWith = (before: StoredStageFigures, after: StoredStageFigures | null, more = {}) =>
      open('/compare?before=oct&after=nov', {
        'GET /api/analyses/oct?dataset=apart': withStages(OCTOBER, 'october.csv', before),
        ...(after && {
          'GET /api/analyses/nov?dataset=apart': withStages(NOVEMBER, 'november.csv', after, more),
        }),
      });
    const stages = () => readTable('Stages Before and After');

    test('show each stage of both', async () => {
      openWith(STORED_STAGES, LATER);
      const rows = await stages();
      // 21 and 8 of 119: chi-square 6.64, p 0.010.
      expect(rows.map(([verdict, name, ...counts]) => [verdict, name, ...counts.slice(0, 2)])).toEqual([
        ['● Changed', 'Lead', '163', '170'],
        ['○ Not tested', 'Call', '–', '83'],
        ['○ Not tested', 'Customer', '21', '21'],
        ['○ Not tested', 'Demo', '83', '–'],
      ]);
      expect(rows[0]?.slice(4, 8)).toEqual(['17.6%12.3% – 28.8%', '6.7%12.3% – 28.8%', '$310.40', '$118.00']);
      expect(rows[1]?.[5]).toMatch(/^25\.3%at least/);
      await user.click(screen.getByRole('button', { name: 'Download CSV' }));
      expect(vi.mocked(downloadText).mock.calls[0]?.[1]).toContain('Reached Before,Reached After');
    });

    test('show no amounts beside those of another currency', async () => {
      const { configurationData } = answerOfCells(NOVEMBER, 'november.csv');
      openWith(STORED_STAGES, LATER, {
        configurationData: { ...(configurationData as object), currency: 'EUR' },
      });
      expect((await stages())[0]?.slice(6, 8)).toEqual(['–', '–']);
    });

    test('show amounts in dollars beside those of an analysis that names no currency', async () => {
      const { configurationData } = answerOfCells(NOVEMBER, 'november.csv');
      openWith(STORED_STAGES, LATER, {
        configurationData: { ...(configurationData as object), currency: 'USD' },
      });
      expect((await stages())[0]?.slice(6, 8)).toEqual(['$310.40', '$118.00']);
    });

    test('are absent where one of both has none', async () => {
      openWith(STORED_STAGES, null);
      await segments();
      expect(screen.queryByRole('table', { name: 'Stages Before and After' })).toBeNull();
    });
  });

  test('split the change of the baseline rate by one attribute at a time', async () => {
    compared();
    const rows = await readTable('Change of the Baseline Rate');
    expect(rows.map(([name]) => name)).toEqual(['Source', 'Device']);
    for (const [, , , sum] of rows) expect(sum).toBe('+2.0');
    // The shares of both devices stay, so all of it is rate.
    expect(rows[1]?.slice(1, 3)).toEqual(['0.0', '+2.0']);
  });

  test('are read anew when one is chosen again, since it may have been updated', async () => {
    const server = open('/compare?before=oct&after=nov', {
      'GET /api/analyses/sep?dataset=apart': { body: answerOfCells(OCTOBER, 'september.csv') },
    });
    const conversions = async () => (await readTable('All Leads'))[1]?.slice(1, 3);
    expect(await conversions()).toEqual(['200', '220']);
    const chooseAfter = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'After' }));
      await user.click(screen.getByRole('option', { name }));
    };
    await chooseAfter('september.csv');
    await waitFor(async () => expect(await conversions()).toEqual(['200', '200']));
    const updated: Cell[] = [[['Ads', 'Desktop'], 1000, 555]];
    server.answer('GET /api/analyses/nov?dataset=apart', { body: answerOfCells(updated, 'november.csv') });
    await chooseAfter('november.csv');
    await waitFor(async () => expect(await conversions()).toEqual(['200', '555']));
  });

  test('change places', async () => {
    compared();
    await table('All Leads');
    await user.click(screen.getByRole('button', { name: 'Swap' }));
    await waitFor(() => expect(address()).toBe('/compare?before=nov&after=oct'));
    expect((await readTable('All Leads'))[2]).toEqual(['Baseline rate', '22.0%', '20.0%', '-2.0 points']);
  });

  test('have a chart with both lifts of each value, and leave as CSV with every figure', async () => {
    compared();
    const chart = await screen.findByRole('figure', { name: 'Lift Before and After' });
    expect(
      within(chart).getByRole('button', {
        name: /^Source: Referral\. Before: lift 2\.00x.* After: lift 0\.68x.*Changed, p <0\.001, [\w. ]+% by chance/,
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const [name, text = ''] = vi.mocked(downloadText).mock.calls[0] ?? [];
    expect(name).toMatch(/^comparison_october_november_\d{4}-\d\d-\d\d\.csv$/);
    const lines = text.split('\r\n');
    expect(lines.slice(1, 3)).toEqual(['Before,october.csv', 'After,november.csv']);
    expect(lines.find((line) => line.startsWith('Baseline rate (%),20,22,'))).toBeDefined();
    const heading = lines.find((line) => line.startsWith('Verdict,'))?.split(',') ?? [];
    const referral = lines.find((line) => line.startsWith('Changed,Source,Referral,'))?.split(',') ?? [];
    expect(Number(referral[heading.indexOf('z')])).toBeLessThan(-4);
    expect(referral[heading.indexOf('Conversions After')]).toBe('15');
    // The lift goes from 2 to 0.6818: the page shows −66%.
    expect(Number(referral[heading.indexOf('Change')])).toBeCloseTo(-65.91, 2);
  });

  test('are not tested where they are the same file with as many rows', async () => {
    open('/compare?before=oct&after=nov', {
      'GET /api/analyses/nov?dataset=apart': { body: answerOfCells(NOVEMBER, 'october.csv') },
    });
    expect(await screen.findByText('Both seem to be the same file')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Conversion rose from 20.0% to 22.0%.' })).toBeInTheDocument();
    expect(screen.getByText(/^Nothing is tested/)).toBeInTheDocument();
    for (const [verdict] of await segments()) expect(verdict).toMatch(/^○ Not tested/);
  });

  test('say what they count differently', async () => {
    const body = answerOfCells(NOVEMBER, 'november.csv');
    const configurationData = { ...(body['configurationData'] as object), qualifiedValues: ['Yes', 'Sold'] };
    open('/compare?before=oct&after=nov', {
      'GET /api/analyses/nov?dataset=apart': { body: { ...body, configurationData } },
    });
    expect(await screen.findByText('Converted values: Yes before, Yes, Sold after.')).toBeInTheDocument();
  });

  test('compare the attributes of both only, and say which are left out', async () => {
    const figures = analyse(
      tallyOfCells(
        ['Source', 'Country'],
        NOVEMBER.map(([[source = ''], ...counts]): Cell => [[source, 'US'], ...counts]),
      ),
      SETTINGS,
    );
    const body = packAnalysis({
      analysis: figures,
      context: {
        ...CONTEXT,
        fileName: 'november.csv',
        attributes: ['Source', 'Country'].map((field) => ({ field, ranges: null, mapping: new Map() })),
      },
      notQualifiedValues: [],
    });
    open('/compare?before=oct&after=nov', { 'GET /api/analyses/nov?dataset=apart': { body } });
    expect(await screen.findByText('Only before: Device. Only after: Country.')).toBeInTheDocument();
    expect((await readTable('Change of the Baseline Rate')).map(([name]) => name)).toEqual(['Source']);
  });
});

test('the analysis of the older file is put on the side Before, whichever is chosen first', async () => {
  open('/compare?after=oct');
  await user.click(await screen.findByRole('combobox', { name: 'Before' }));
  await user.click(screen.getByRole('option', { name: 'november.csv' }));
  await waitFor(() => expect(address()).toBe('/compare?before=oct&after=nov'));
});

describe('without two analyses', () => {
  test('the page asks for the missing one', async () => {
    open('/compare?before=oct');
    expect(await screen.findByText(/^Choose an analysis on both sides/)).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'After' }));
    // The one on the other side cannot be chosen again.
    expect(screen.getByRole('option', { name: 'october.csv' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('option', { name: 'november.csv' }));
    await waitFor(() => expect(address()).toBe('/compare?before=oct&after=nov'));
    await table('All Leads');
  });

  test('the page says how to get some', async () => {
    forgetCurrent();
    open('/compare', { 'GET /api/analyses': { body: [LISTED[0]] } });
    expect(await screen.findByText('A comparison needs two analyses')).toBeInTheDocument();
  });

  test('one that is not there is named, and the other choices stay', async () => {
    open('/compare?before=gone&after=nov', {
      'GET /api/analyses/gone?dataset=apart': { status: 404, body: { message: 'Analysis not found' } },
    });
    expect(await screen.findByText('The analysis chosen as Before is not there')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Before' })).toBeInTheDocument();
  });

  test('one that could not be read is asked for again', async () => {
    const answers: Record<string, Answer> = {
      'GET /api/analyses/oct?dataset=apart': { status: 500, body: { message: 'Internal error' } },
    };
    const server = open('/compare?before=oct&after=nov', answers);
    const again = await screen.findByRole('button', { name: 'Try Again' });
    const calls = () => server.received('GET /api/analyses/oct?dataset=apart').length;
    const before = calls();
    await user.click(again);
    await waitFor(() => expect(calls()).toBe(before + 1));
  });

  test('one without results says so', async () => {
    const body = answerOfCells([], 'october.csv');
    open('/compare?before=oct&after=nov', { 'GET /api/analyses/oct?dataset=apart': { body } });
    expect(
      await screen.findByText('The analysis chosen as Before has no stored results'),
    ).toBeInTheDocument();
  });

  test('results that are no longer open say how to come back', async () => {
    forgetCurrent();
    open('/compare?before=oct&after=current');
    expect(await screen.findByText(/The results are no longer open in this tab/)).toBeInTheDocument();
  });

  test('a visitor without a session is asked to log in', async () => {
    skipWaits();
    open('/compare?before=oct&after=nov', { 'GET /api/auth/user': SIGNED_OUT });
    await expectMessage('Login Required', 'Please log in to compare saved analyses.');
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  test('a session that ends on the way asks to log in', async () => {
    skipWaits();
    open('/compare?before=oct&after=nov', {
      'GET /api/analyses/nov?dataset=apart': { status: 401, body: { message: 'Unauthorized' } },
    });
    await expectMessage('Login Required');
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });
});

describe('the ways to the comparison', () => {
  test('two ticked analyses are compared, the older one as Before', async () => {
    open('/saved');
    await screen.findByText('Tick two analyses to compare them.');
    await user.click(screen.getByRole('checkbox', { name: 'Compare november.csv' }));
    expect(screen.getByText('Tick one more to compare the two.')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Compare october.csv' }));
    expect(screen.getByRole('checkbox', { name: 'Compare september.csv' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('link', { name: 'Compare' }));
    expect(address()).toBe('/compare?before=oct&after=nov');
    await table('All Leads');
  });

  test('a ticked analysis that another tab deletes makes room for another one', async () => {
    const [november] = LISTED;
    const december = summary({ id: 'dec', fileName: 'december.csv', createdAt: '2027-01-01T10:00:00Z' });
    const server = open('/saved', { 'DELETE /api/analyses/sep': answerOf(analysesExamples.deleted) });
    await user.click(await screen.findByRole('checkbox', { name: 'Compare november.csv' }));
    await user.click(screen.getByRole('checkbox', { name: 'Compare october.csv' }));
    server.answer('GET /api/analyses', { body: [december, november] });
    await user.click(screen.getByRole('button', { name: 'Delete september.csv' }));
    await user.click(screen.getByRole('button', { name: 'Delete analysis' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Compare december.csv' }));
    expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
      '/compare?before=nov&after=dec',
    );
  });

  test('the open results are compared with a saved analysis', async () => {
    const measurement = measure(tallyOfCells(FIELDS, NOVEMBER));
    const context = { ...CONTEXT, fileName: 'december.csv' };
    room.open({
      at: '/',
      pages: {
        '/': <OpenResults measurement={measurement} context={context} />,
        '/compare': <CompareSaved />,
      },
      answers: BOTH,
    });
    await user.click(await screen.findByRole('link', { name: 'Compare with a saved analysis' }));
    await user.click(await screen.findByRole('combobox', { name: 'Before' }));
    await user.click(screen.getByRole('option', { name: 'october.csv' }));
    expect((await readTable('All Leads'))[1]).toEqual(['Conversions', '200', '220', '+10%']);
    expect(screen.getByRole('combobox', { name: 'After' }).textContent).toContain(
      'Open results: december.csv',
    );
  });

  /** Opens results of such leads, chooses to compare them, and October as the earlier analysis. */
  async function compareOpen(cells: readonly Cell[], saved: Record<string, Answer>): Promise<void> {
    const measurement = measure(tallyOfCells(FIELDS, cells));
    const context = { ...CONTEXT, fileName: 'december.csv' };
    const open = { measurement, context, settings: SETTINGS };
    room.open({
      at: '/',
      pages: {
        '/': (
          <AnalysisResults
            {...open}
            combinations={null}
            onSettingsChange={() => {}}
            apply={{
              choices: { ...NO_APPLY_CHOICES, kinds: [] },
              onChange: () => {},
              ask: () => new Promise(() => {}),
            }}
            work={UNSAVED}
          />
        ),
        '/compare': <CompareSaved />,
      },
      answers: { ...BOTH, ...saved },
    });
    await user.click((await screen.findAllByRole('link', { name: 'Compare with a saved analysis' }))[0]!);
    await user.click(await screen.findByRole('combobox', { name: 'Before' }));
    await user.click(screen.getByRole('option', { name: 'october.csv' }));
  }
  test('open results without a rule have nothing to enter', async () => {
    await compareOpen(
      [
        [['Referral', 'Mobile'], 500, 100],
        [['Ads', 'Desktop'], 500, 100],
      ],
      october,
    );
    expect(
      await screen.findByText(
        /To enter anew: Source: Ads from 0\.75x to no rule on Google\. Rules of two conditions are not compared/,
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText('The figures to enter are not compared')).toBeNull();
  });

  test('open results whose plans are not made yet say so, and not that they were saved', async () => {
    await compareOpen(NOVEMBER, october);
    expect(await screen.findByText('The figures to enter are not compared')).toBeInTheDocument();
    expect(screen.getByText(/^After are the open results, whose plans were not made/)).toBeInTheDocument();
    expect(screen.queryByText(/was saved without them/)).toBeNull();
  });

  test('visitors without an account see no link to it', async () => {
    const measurement = measure(tallyOfCells(FIELDS, NOVEMBER));
    const server = room.open({
      at: '/',
      pages: { '/': <OpenResults measurement={measurement} context={CONTEXT} /> },
      answers: { 'GET /api/auth/user': SIGNED_OUT },
    });
    await waitFor(() => expect(server.calls()).toHaveLength(1));
    expect(screen.queryByRole('link')).toBeNull();
  });
});
