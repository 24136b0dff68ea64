import { useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { measure, type Measurement, type Settings } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { settleCurrency, type SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { DEAL_FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { finishedCheck } from '#test/support/finished-check.ts';
import { tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  columnOf,
  CONTEXT,
  copiedRows,
  openTab,
  openView,
  showMethods,
  printReport,
  rowsOf,
  textsOf,
  pickExport,
  openMoreControls,
} from './results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

/** The leads of the unit tests; a deal of 40,000 in Rare. */
const TALLY = tallyOfDeals(DEAL_FIELDS, dealsOf(40_000));
const { valued: _, worth: __, ...BY_CONVERSIONS } = TALLY;

function renderDeals(
  part: Partial<Measurement> = {},
  currency?: Settings['currency'],
  amountCurrency: SettledCurrency | null = null,
  worth: AnalysisContext['worth'] = { kind: 'column', column: 'Amount' },
) {
  const measurement = {
    ...measure(TALLY),
    worth: { empty: 23, unreadable: 0, negative: 0, otherCurrency: 0 },
    ...part,
  };
  const combinations = { value: fitTally(TALLY), conversions: fitTally(BY_CONVERSIONS) };
  function Room() {
    const [basis, setBasis] = useState<Basis>('conversions');
    const [settings, setSettings] = useState<Settings>({
      conversionValue: 100,
      thresholdPercent: 10,
      currency,
    });
    return (
      <AnalysisResults
        context={{ ...CONTEXT, worth }}
        measurement={measurement}
        combinations={combinations[basis]}
        checkUnseen={() => Promise.resolve(finishedCheck({ basis, actual: 12_345 }))}
        basis={basis}
        onBasisChange={setBasis}
        settings={settings}
        onSettingsChange={setSettings}
        amountCurrency={amountCurrency}
      />
    );
  }
  const user = userEvent.setup();
  return {
    user,
    ...render(<Room />),
    byValue: async () => {
      await openMoreControls(user);
      await user.click(screen.getByRole('button', { name: 'By value' }));
    },
  };
}

describe('without amounts', () => {
  test('there is no switch and no word of value', async () => {
    const { user } = renderDeals({ byValue: null, worth: null });
    await openMoreControls(user);
    expect(screen.queryByRole('button', { name: 'By value' })).toBeNull();
    expect(screen.getByLabelText('Conversion Value ($)')).toBeInTheDocument();
  });

  test('the reason is told where an amount is negative', () => {
    renderDeals({ byValue: null, worth: { empty: 0, unreadable: 0, negative: 2, otherCurrency: 0 } });
    expect(screen.getByRole('alert').textContent).toContain(
      'No results by value2 leads have a negative amount',
    );
    expect(screen.queryByRole('button', { name: 'By value' })).toBeNull();
  });
});

describe('the switch', () => {
  test('starts by conversions, with the specified figures', async () => {
    const { user } = renderDeals();
    expect(screen.getByRole('button', { name: 'By conversions' }).getAttribute('aria-pressed')).toBe('true');
    await openTab(user, 'Segment Details');
    const [titles] = textsOf(screen.getByRole('table', { name: 'Statistically Significant Segments' }));
    expect(titles).toContain('Lift vs Baseline');
    expect(titles).not.toContain('Value Lift');
  });

  test('by value the conversion value stays, is not used, and the value per lead stands beside it', async () => {
    const { byValue } = renderDeals();
    expect(screen.getByLabelText('Conversion Value ($)')).toBeEnabled();
    expect(screen.queryByText('not used by value')).toBeNull();
    await byValue();
    expect(screen.getByLabelText('Conversion Value ($)')).toBeDisabled();
    expect(screen.getByLabelText('Conversion Value ($)')).toHaveAccessibleDescription('not used by value');
    // 283,980 of 1,200 leads.
    expect(screen.getByText('Value per lead overall').nextElementSibling?.textContent).toContain('$236.65');
    expect(screen.getByRole('heading', { name: 'Practical Value Rules' })).toBeInTheDocument();
  });

  test('by conversions the conversion value is said to be the average deal where it is', async () => {
    // 283,980 in all; 23 conversions have no amount.
    const meanDeal = Math.round(283_980 / (measure(TALLY).totalConversions - 23));
    const { user } = renderDeals();
    const field = screen.getByLabelText('Conversion Value ($)');
    expect(screen.queryByText('your average deal')).toBeNull();
    await user.clear(field);
    await user.type(field, String(meanDeal));
    expect(field).toHaveAccessibleDescription('your average deal');
    await user.clear(field);
    await user.type(field, String(meanDeal + 1));
    expect(screen.queryByText('your average deal')).toBeNull();
  });

  test('amounts per status are no deals, so that no value is their average', async () => {
    const { user } = renderDeals({}, undefined, null, {
      kind: 'per-status',
      amounts: new Map([['Yes', 10]]),
    });
    const field = screen.getByLabelText('Conversion Value ($)');
    await user.clear(field);
    await user.type(field, String(Math.round(283_980 / (measure(TALLY).totalConversions - 23))));
    expect(screen.queryByText('your average deal')).toBeNull();
  });

  test('counts amounts that are worth 0 in a notice', () => {
    renderDeals({ worth: { empty: 23, unreadable: 1, negative: 0, otherCurrency: 0 } });
    expect(
      screen.getByText(
        "23 converted leads have no amount or 0, and 1 converted lead has an amount that can't be read: they are worth 0.",
      ),
    ).toBeInTheDocument();
  });
});

describe('by value', () => {
  test('segments have conversions, values per conversion and per lead, and value lifts', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    await openTab(user, 'Segment Details');
    const table = screen.getByRole('table', { name: 'Statistically Significant Segments' });
    const [titles] = textsOf(table);
    expect(titles).toEqual([
      'Label',
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence sample size',
      'P-Value',
      'Value per Conversion',
      'Value per Lead',
      'Value Lift',
      'Adjusted Value Lift',
      'Lead Value ($)',
    ]);
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((name) => name.lastElementChild?.textContent),
    ).toEqual(['Rare', 'Referral', 'Ads']);
    expect(columnOf(table, 'Value per Conversion')).toEqual(['$5,566.25', '$914.31', '$457.54']);
    expect(columnOf(table, 'Value per Lead')).toEqual(['$1,855.42', '$407.43', '$128.80']);
    expect(columnOf(table, 'Value Lift')).toEqual(['▲7.84xcapped 1.36x', '▲1.72x', '▼0.54x']);
    // 236.65 x 1.6139
    expect(columnOf(table, 'Lead Value ($)')[1]).toBe('$381.94');
  });

  test('columns of amounts are as wide as their largest amount, and no wider than needed for small ones', async () => {
    const widthsOf = async (giant: number) => {
      const measurement = measure(tallyOfDeals(DEAL_FIELDS, dealsOf(giant)));
      const { unmount } = render(
        <AnalysisResults
          context={CONTEXT}
          measurement={measurement}
          basis="value"
          settings={{ conversionValue: 100, thresholdPercent: 10 }}
        />,
      );
      await openTab(userEvent.setup(), 'Segment Details');
      const table = screen.getByRole('table', { name: /Segments/ });
      const { length } = columnOf(table, 'Value per Conversion')[0] ?? '';
      const widths = [...table.querySelectorAll('col')].map((col) => col.style.getPropertyValue('--wide'));
      unmount();
      // Beside its lift and the lead value stand the two amounts.
      return {
        length,
        widths: [widths[7], widths[8], widths[11]].map((width) => Number.parseInt(width ?? '')),
      };
    };
    expect(await widthsOf(40_000)).toMatchObject({ widths: [104, 92, 92] });
    const { length, widths } = await widthsOf(3_000_000_000_000);
    expect(length).toBe('$375,000,000,000.00'.length);
    // Without a canvas a character counts as 0.55 of 14 pixels; the gap to the next column is 16 wide.
    expect(widths[0]).toBe(Math.ceil(length * 0.55 * 14) + 16);
    for (const width of widths) expect(width).toBeGreaterThan(150);
  });

  test('one large deal is marked, with the lift of capped amounts, and too few conversions have no interval', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    const sentence =
      'One deal holds over half of the value. With amounts capped at $2,792.10, the 99th percentile of the file, the value lift is 1.36x.';
    const rules = screen.getByRole('table', { name: 'Practical Value Rules' });
    expect(within(rules).getAllByText('capped 1.36x')).toHaveLength(1);
    const mark = within(rules).getByRole('button', { name: /One large deal/ });
    await user.hover(mark);
    expect((await screen.findAllByText(sentence, { exact: false })).length).toBeGreaterThan(0);
    expect(
      within(rules).getByRole('button', {
        name: /^Multiplier \d\.\d\dx, too few conversions for a range after shrinking/,
      }),
    ).toBeInTheDocument();
  });

  test('several large deals are counted, in the mark and in files', async () => {
    // The largest 1% of 250 conversions are two. They hold 40,000 of 42,480.
    const deal = (source: string, amount: number, converted = true): Deal => ({
      values: [source],
      converted,
      amount,
    });
    const own = Array.from({ length: 250 }, (_, at) => deal('Fair', at < 2 ? 20_000 : 10));
    const others = Array.from({ length: 1000 }, (_, at) => deal('Web', at < 250 ? 20 : 0, at < 250));
    const measurement = measure(tallyOfDeals(['Source'], [...own, ...others]));
    const settings = { conversionValue: 100, thresholdPercent: 10 };
    render(<AnalysisResults context={CONTEXT} measurement={measurement} basis="value" settings={settings} />);
    const [rules] = screen.getAllByRole('table');
    const mark = within(rules!).getByRole('button', { name: '2 large deals' }); // the rules come first
    const user = userEvent.setup();
    await user.hover(mark);
    expect((await screen.findAllByText(/^The 2 largest deals hold over half of the value\./)).length).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const [titles = [], ...rows] = await rowsOf(downloads[0]);
    const countOf = (name: string) =>
      rows.find(([, value]) => value === name)?.[titles.indexOf('Large Deals')];
    expect([countOf('Fair'), countOf('Web')]).toEqual(['2', '0']);
  });

  test('the first sentences tell what leads are worth', async () => {
    const { byValue } = renderDeals();
    await byValue();
    expect(screen.getByRole('region', { name: 'What to Do' }).textContent).toMatch(
      /^What to Do ?With your amounts a Referral lead is worth about \$\d{3}.*, the average lead \$240\./,
    );
  });

  test('files keep the specified columns, with those of value behind', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    await openTab(user, 'Segment Details');
    await user.click(screen.getByRole('button', { name: 'Download Analysis Results' }));
    const [titles = [], ...rows] = await rowsOf(downloads[0]);
    expect(titles.slice(0, 10)).toEqual([
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence',
      'P-Value',
      'Conversion Rate',
      'Lift vs Baseline',
      'Adjusted Lift',
      'Lead Value ($)',
    ]);
    const further = [
      'Value ($)',
      'Average Value per Conversion ($)',
      'Value per Lead ($)',
      'Value Lift',
      'Large Deals',
      'Value Lift With Capped Amounts',
      'Notes',
    ];
    expect(titles.slice(-7)).toEqual(further);
    const rare = rows.find(([, value]) => value === 'Rare') ?? [];
    expect(rare[titles.indexOf('Value Lift 95% Low')]).toBe('too few conversions');
    expect(rare.slice(-7, -4).map(Number)).toEqual([44_530, 5566.25, 44_530 / 24]);
    expect(rare[titles.indexOf('Large Deals')]).toBe('1');
    expect(rows.find(([, value]) => value === 'Referral')?.[titles.indexOf('Large Deals')]).toBe('0');
  });

  test('Copy holds the columns that the page shows, with their amounts', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    await openTab(user, 'Segment Details');
    await user.click(screen.getAllByRole('button', { name: 'Copy' })[0]!); // the significant ones come first
    const [titles = [], ...rows] = await copiedRows();
    expect(titles).toEqual([
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence',
      'P-Value',
      'Value per Conversion ($)',
      'Value per Lead ($)',
      'Value Lift',
      'Adjusted Value Lift',
      'Lead Value ($)',
      'Label',
      'Notes',
    ]);
    // 285 leads, 127 of them converted, are worth 116,118; a lead is worth 236.65 on average.
    expect(rows.find(([, value]) => value === 'Referral')?.slice(6, 11)).toEqual([
      '914.31',
      '407.43',
      '1.72',
      '1.61',
      '381.94',
    ]);
  });

  test('the full export says that its figures are those of value', async () => {
    const { user, byValue } = renderDeals();
    await pickExport(user, 'Export All');
    await byValue();
    await pickExport(user, 'Export All');
    const [before, after] = await Promise.all(downloads.map(rowsOf));
    const valueOf = (rows: string[][] | undefined, name: string) =>
      rows?.find(([first]) => first === name)?.[1];
    expect(valueOf(before, 'Basis')).toBeUndefined();
    expect(Number(valueOf(before, 'Baseline Lead Value ($)'))).toBeCloseTo(38_300 / 1200, 9);
    expect(valueOf(after, 'Basis')).toBe('Value');
    expect(Number(valueOf(after, 'Baseline Lead Value ($)'))).toBeCloseTo(283_980 / 1200, 9);
  });

  test('the calculator multiplies the value per lead overall', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    await openTab(user, 'Lead Calculator');
    const pick = async (label: string, name: RegExp) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(screen.getByRole('option', { name }));
    };
    await pick('Source', /^Referral/);
    await pick('Device', /^Desktop/);
    // 236.65 x 1.6139 x 1.1480
    expect(screen.getByText(/\$236.65 × 1.61x × 1.15x/).textContent).toContain('= $438');
    expect(screen.getByText(/is the average lead: the value per lead overall/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Advanced' }));
    // 107 leads of that kind are worth 76,779: 718 each.
    expect(screen.getByText('Actual (107 leads)').nextElementSibling?.textContent).toContain('$718');
    expect(screen.queryByText(/impossible/)).toBeNull();
    // The actual figure is money: the interval is not its own, but that of the rate.
    expect(screen.getByText(/^95% interval of the conversion rate: \d/)).toBeInTheDocument();
    expect(screen.getAllByText(/^The best estimate is the actual value of these leads/)).not.toHaveLength(0);
    expect(screen.queryByText(/actual rate/)).toBeNull();
  });

  test('the check on unseen leads speaks of value', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    await openView(user, 'How this was checked');
    await showMethods(user);
    expect(await screen.findByRole('heading', { name: 'Predicted and Actual Value' })).toBeInTheDocument();
    expect(screen.getByText(/100 unseen leads each, worth \$12,345 on average/)).toBeInTheDocument();
    const methods = screen.getByRole('table', { name: 'Predicted and Actual Value' });
    expect(columnOf(methods, 'Predicted ($)')[0]).toBe('$43');
    expect(columnOf(methods, 'Actual ($)')[0]).toBe('$12,345');
    const tenths = screen.getByRole('table', { name: 'Value by Tenth' });
    expect(columnOf(tenths, 'Suggested: Actual ($)')).toEqual(
      Array.from({ length: 10 }, (_, at) => `$${at}`),
    );
    // The axes and the figures of the dots: the tenth tenth predicts 8.1 for 10 leads, of which 9 came.
    const chart = screen.getByRole('img', { name: /Predicted against actual value per lead/ });
    expect(within(chart).getByText('Suggested, tenth 10: $0.81 predicted, $0.90 actual')).toBeInTheDocument();
    expect([...chart.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('$0.80');
  });

  test('the check has the currency of the analysis, in its file and on paper too', async () => {
    const { user, byValue } = renderDeals({}, 'EUR');
    await byValue();
    await openView(user, 'How this was checked');
    await showMethods(user);
    expect(await screen.findByText(/100 unseen leads each, worth €12,345 on average/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const rows = await rowsOf(downloads[0]);
    expect(rows.find(([name]) => name === 'Method')?.slice(0, 3)).toEqual([
      'Method',
      'Predicted (EUR)',
      'Actual (EUR)',
    ]);
    expect(rows.find(([name]) => name === 'Balanced')?.slice(0, 3)).toEqual(['Balanced', '50.6', '12345']);
    const page = await printReport(user);
    expect(page.textContent).toContain('100 unseen leads each, worth €12,345 on average');
    expect(page.textContent).toContain('Actual (EUR)');
  });

  test('the report has the figures and the method of value', async () => {
    const { user, byValue } = renderDeals();
    await byValue();
    const page = await printReport(user);
    expect(page.textContent).toContain('Value per lead overall$236.65');
    expect(page.textContent).toContain(
      'value lift = value per lead of the segment / value per lead of all leads',
    );
    expect(page.textContent).toContain('One deal holds over half of the value.');
  });
});

describe('the currency of the amounts', () => {
  const named = (rows: [mark: string, rows: number][], column: string | null = 'Currency') => ({
    column,
    named: rows.map(([mark, count]) => ({ mark, rows: count })),
    unnamed: 0,
    header: null,
  });
  const ONE = settleCurrency(named([['EUR', 2600]]), undefined);
  const SEVERAL = settleCurrency(
    named([
      ['EUR', 1900],
      ['USD', 700],
    ]),
    'EUR',
  );
  const MIXED = { worth: { empty: 0, unreadable: 0, negative: 0, otherCurrency: 300 } };
  const picker = () => screen.getByRole<HTMLButtonElement>('combobox', { name: 'Currency' });

  test('is fixed where the rows name it, with its source', async () => {
    const { user } = renderDeals({}, 'EUR', ONE);
    await openMoreControls(user);
    expect(picker().disabled).toBe(true);
    expect(
      screen.getByText(/^Currency: EUR, from the column “Currency”\. Change it in step 2\.$/),
    ).toBeInTheDocument();
  });

  test('can be changed where a heading or nobody names it', async () => {
    const heading = settleCurrency({ column: null, named: [], unnamed: 9, header: 'EUR' }, undefined);
    const { user, unmount } = renderDeals({}, 'EUR', heading);
    await openMoreControls(user);
    expect(picker().disabled).toBe(false);
    expect(screen.getByText('Currency: EUR, from the heading of the amounts.')).toBeInTheDocument();
    unmount();
    renderDeals({}, 'EUR', settleCurrency({ column: null, named: [], unnamed: 9, header: null }, 'EUR'));
    await openMoreControls(user);
    expect(picker().disabled).toBe(false);
    expect(screen.queryByText(/^Currency: /)).toBeNull();
  });

  test('leads of another one are counted with what they do to the figures', () => {
    renderDeals(MIXED, 'EUR', SEVERAL);
    const title = screen.getByText('Results by value are those of amounts in EUR');
    expect(title.parentElement?.textContent).toContain(
      '300 converted leads have an amount in another currency or in none. Nothing is converted: by value they are worth 0, so segments with many of them look worse than they are. By conversions they count.',
    );
  });

  test.each([
    [
      'several',
      /several currencies, which are never added up. Choose in step 2/,
      named([
        ['EUR', 9],
        ['USD', 9],
      ]),
    ],
    [
      'a sign',
      /the sign \$, which stands for several currencies. Choose theirs in step 2/,
      named([['$', 9]], null),
    ],
  ])('there are no figures by value while the question of %s is open', (_, words, findings) => {
    renderDeals({ byValue: null, worth: null }, undefined, settleCurrency(findings, undefined));
    expect(screen.getByText('No results by value')).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'By value' })).toBeNull();
  });

  const SOURCE = ['Currency', 'EUR, as you chose'];
  const OTHERS = ['Amounts in Another Currency', '300', 'converted leads that are worth 0'];

  test('goes with all downloads by value', async () => {
    const { user, byValue } = renderDeals(MIXED, 'EUR', SEVERAL);
    await pickExport(user, 'Export All');
    const byConversions = await rowsOf(downloads[0]);
    expect(byConversions).toContainEqual(SOURCE);
    expect(byConversions).not.toContainEqual(OTHERS);
    await byValue();
    await pickExport(user, 'Export All');
    expect(await rowsOf(downloads[1])).toEqual(expect.arrayContaining([SOURCE, OTHERS]));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect((await rowsOf(downloads[2])).slice(-2)).toEqual([SOURCE, OTHERS]);
    await openTab(user, 'Segment Details');
    await user.click(screen.getByRole('button', { name: 'Download Analysis Results' }));
    expect((await rowsOf(downloads[3])).slice(-2)).toEqual([SOURCE, OTHERS]);
    await openView(user, 'How this was checked');
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }, { timeout: 10_000 }));
    expect(await rowsOf(downloads[4])).toEqual(expect.arrayContaining([SOURCE, OTHERS]));
  });

  test('the file of one table has no such rows where all amounts are of one currency', async () => {
    const { user, byValue } = renderDeals({}, 'EUR', ONE);
    await byValue();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect((await rowsOf(downloads[0])).flat()).not.toContain('Currency');
  });

  test('goes with the report', async () => {
    const { user, byValue } = renderDeals(MIXED, 'EUR', SEVERAL);
    await byValue();
    const page = await printReport(user);
    const textOf = (name: string) => within(page).getByText(name).nextElementSibling?.textContent;
    expect(textOf('Currency')).toBe('EUR, as you chose');
    expect(textOf('In another currency')).toContain('300 converted leads, worth 0 here');
  });
});
