import { describe, expect, test } from 'vitest';
import { findNextStep, type NextStep } from '#frontend/analysis/decision/next-step.ts';
import {
  decide,
  type Decision,
  type DecisionInput,
  type NamedSegment,
} from '#frontend/analysis/decision/decide.ts';
import { analyse, judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { LabelLimit } from '#frontend/analysis/judge/label-limits.ts';
import { countTold, leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import { weighOpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { describeDecision } from '#frontend/features/decision/decision-words.ts';
import { nameLead, nameLeads, listInWords, plain, type Line } from '#frontend/features/decision/line.ts';
import {
  describeFewLeads,
  describeLabelCounts,
  describeLabels,
  describeNextStep,
  describeTakers,
  describeUnchecked,
  describeUnseen,
} from '#frontend/features/decision/support-words.ts';
import { measurementOfCounts, tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { measureDeals, tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { statesAndDevices } from '#test/support/states-and-devices.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const textOf = (line: Line) => line.map(({ text }) => text).join('');

function analyseCells(fields: readonly string[], cells: readonly Cell[]): Analysis {
  return analyse(tallyOfCells(fields, cells), SETTINGS);
}

interface Asked extends Partial<DecisionInput> {
  meanDeal?: number | null;
}

function say(analysis: Analysis, { meanDeal = null, ...rest }: Asked = {}): string[] {
  return describeDecision(decide({ analysis, byValue: null, ...rest }), analysis, meanDeal).lines.map(textOf);
}

const SOURCES: readonly Cell[] = [
  [['Referral'], 300, 80],
  [['Paid Social'], 1000, 61],
  [['Organic Search'], 1700, 216],
];

describe('solid differences', () => {
  test('are named with their rates and the average, then with what a lead of each is worth', () => {
    // 357 of 3,000 leads convert: 11.9%, $11.90 each. By a program in Python (methods K): spread 0.8683, rates 0.2629 and 0.0621.
    expect(say(analyseCells(['Source'], SOURCES))).toEqual([
      'Referral leads convert at 26.7%, Paid Social leads at 6.1%. The average is 11.9%.',
      'At $100 per conversion a Referral lead is worth about $26, a Paid Social lead $6.20.',
    ]);
  });

  test('of one side say so', () => {
    const [rates] = say(
      analyseCells(
        ['Source'],
        [
          [['Organic'], 200, 80],
          ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((value): Cell => [[value], 200, 40]),
        ],
      ),
    );
    expect(rates).toBe('Organic leads convert at 40.0%. The average is 21.8%; nothing is clearly below it.');
  });

  test('are worded by what the attribute is', () => {
    const named = (field: string, value: string) =>
      say(
        analyseCells(
          [field],
          [
            [[value], 500, 150],
            [['other'], 500, 50],
          ],
        ),
      ).map((line) => line.replace(/^At \$100 per conversion /, '').split(/ convert| is worth/)[0]);
    expect(named('Lead Origin', 'API')).toEqual(['API leads', 'an API lead']);
    expect(named('Device', 'Mobile')).toEqual(['Mobile leads (Device)', 'a Mobile lead (Device)']);
    expect(named('Source', 'Other')).toEqual(['Leads where Source is Other', 'a lead where Source is Other']);
    expect(named('Source', '(Blank)')).toEqual(['Leads without Source', 'a lead without Source']);
    expect(named('Age', '(Out of range)')).toEqual([
      'Leads with Age out of range',
      'a lead with Age out of range',
    ]);
  });

  test('without a conversion are none of their leads', () => {
    const [rates] = say(
      analyseCells(
        ['Source'],
        [
          [['Referral'], 500, 200],
          [['Ads'], 500, 50],
          [['Spam'], 200, 0],
        ],
      ),
    );
    expect(rates).toBe('Referral leads convert at 40.0%, none of 200 Spam leads. The average is 20.8%.');
  });

  test('by value are what leads are worth, and a source that turns is named', () => {
    const deals = [
      ...dealsOf('LinkedIn', 800, { every: 8, amount: 400 }),
      ...dealsOf('Ads', 3000, { every: 5, amount: 100 }),
    ];
    const { byValue } = measureDeals(['Source'], deals);
    const estimates = estimateCombinations(fitTally(tallyOfDeals(['Source'], deals)));
    const analysis = judge(byValue!, SETTINGS, estimates); // the deals have amounts
    const lines = say(analysis, { byValue: analysis });
    expect(lines).toEqual([
      'With your amounts a LinkedIn lead is worth about $49, an Ads lead $21, the average lead $27.',
      // 100 of 800 and 700 of 3,800 convert; the amounts are 400 to 406 and 100 to 106.
      'LinkedIn leads convert at 12.5%, less than the average of 18.4%, but bring larger deals: $50.37 per lead, against $26.87.',
    ]);
  });
});

function dealsOf(
  source: string,
  leads: number,
  { every, amount }: { every: number; amount: number },
): Deal[] {
  return Array.from({ length: leads }, (_, lead) => {
    const converted = lead % every === 0;
    return { values: [source], converted, amount: converted ? amount + (lead % 7) : 0 };
  });
}

test('without a solid difference it is said what would show the clearest one', () => {
  const measurement = measurementOfCounts([
    {
      name: 'Source',
      values: [
        ['Fair', 40, 12],
        ['A', 480, 94],
        ['B', 480, 94],
      ],
    },
  ]);
  expect(say(judge(measurement, SETTINGS))).toEqual([
    'No clear difference yet. The clearest so far: Fair leads convert at 30.0%, against 20.0% overall.',
    'If the difference is as large as it looks, about 4,000 more leads would show it.',
  ]);
  const flat = analyseCells(
    ['Source'],
    [
      [['A'], 500, 100],
      [['B'], 500, 101],
    ],
  );
  expect(say(flat)).toEqual(['No segment is more than 10% above or below average.']);
  const leads = Array.from({ length: 100 }, (_, i): Cell => [[`lead-${i}@example.com`], 1, i % 2]);
  expect(say(analyseCells(['E-mail'], leads)).at(-1)).toBe(
    'E-mail has a different value for almost every lead, so there is nothing to compare.',
  );
});

test('open leads, the outcome itself and leads without an outcome are said first', () => {
  const analysis = analyseCells(['Source'], SOURCES);
  const open = weighOpenStatuses(
    [
      { value: 'New', leads: 1200 },
      { value: 'Open', leads: 400 },
    ],
    { leads: 3000, conversions: 357 },
  );
  expect(say(analysis, { open })).toEqual([
    'Most leads are not decided yet: 1,600 of 3,000 are New or Open.',
    'Without them 25.5% convert, instead of 11.9%. Leave them out first, and then look at the differences.',
  ]);
  const steps = analyseCells(
    ['Step', 'Source'],
    [
      [['Signed', 'Referral'], 100, 100],
      [['Signed', 'Ads'], 50, 50],
      [['Called', 'Referral'], 300, 100],
      [['Called', 'Ads'], 1000, 50],
    ],
  );
  expect(say(steps)).toEqual([
    'All of the 150 leads with Signed in Step converted, so Step looks like the outcome itself. Use an attribute that is known before.',
    'Referral leads convert at 50.0%, Ads leads at 9.5%. The average is 20.7%.',
  ]);
  expect(say(analyseCells(['Source'], [[['A'], 50, 0]]))).toEqual([
    'No lead counts as converted, so there is nothing to compare.',
  ]);
});

test('the miss on unseen leads is said where chance does not explain it', () => {
  expect(textOf(describeUnseen({ offBy: 0.091, byChance: 0.08, isChance: true }))).toBe(
    'Checked on leads that it had not seen: off no more than chance explains.',
  );
  expect(textOf(describeUnseen({ offBy: 0.23, byChance: 0.05, isChance: false }))).toBe(
    'Checked on leads that it had not seen: off by 23% where chance explains 5%: take these amounts as rough.',
  );
  expect(textOf(describeUnchecked({ state: 'running', progress: null }))).toBe(
    'Being checked on leads that it has not seen, which takes a moment…',
  );
  expect(
    textOf(
      describeUnchecked({
        state: 'done',
        result: { kind: 'too-few-conversions', conversions: 41, needed: 200 },
      }),
    ),
  ).toBe('Checking on leads that it had not seen takes 200 conversions or more.');
});

describe('platforms', () => {
  type Takes = readonly [field: string, count: number, google: number, meta: number, microsoft: number];
  const said = (...fields: Takes[]) =>
    textOf(
      describeTakers(
        fields.map(([name, count, google, meta, microsoft]) => ({
          fieldName: name,
          count,
          takers: [
            { id: 'google', takes: google },
            { id: 'meta', takes: Math.max(meta, 0) },
            { id: 'microsoft', takes: microsoft },
          ],
          unanswered: meta < 0 ? ['meta'] : [],
          isOnForms: true,
        })),
      ),
    ).trim();

  test('are named with the rules that they can use, and attributes that need a value per lead', () => {
    expect(said(['Device', 2, 2, 2, 2], ['Source', 3, 0, 0, 0])).toBe(
      'Google, Meta and Microsoft can use the two Device rules. Source needs a value per lead.',
    );
    expect(said(['Source', 1, 0, 0, 0], ['Company Size', 2, 0, 0, 0])).toBe(
      'Source and Company Size need a value per lead.',
    );
    expect(said(['Device', 1, 1, 0, 1])).toBe('Google and Microsoft can use the Device rule.');
    expect(said(['State', 12, 11, 1, 0])).toBe(
      'Google can use 11 of the 12 State rules. Meta can use one of the 12 State rules.',
    );
    expect(said(['Device', 2, 2, 2, 0], ['State', 3, 3, 3, 0], ['Age', 10, 10, 10, 0])).toBe(
      'Google and Meta can use the two Device rules, the three State rules and the ten Age rules.',
    );
  });

  test('that wait for the kind of offer are not named, and their attribute needs nothing yet', () => {
    expect(said(['Age', 2, 0, -1, 0])).toBe('');
    expect(said(['State', 2, 2, -1, 2])).toBe('Google and Microsoft can use the two State rules.');
  });
});

test('a file of 16,000 leads by state, device and source is told in three sentences and one button', () => {
  const rows = statesAndDevices().trim().split('\n').slice(1);
  const counts = new Map<string, [leads: number, conversions: number]>();
  for (const row of rows) {
    const [status, ...values] = row.split(',');
    const [leads, conversions] = counts.get(values.join(',')) ?? [0, 0];
    counts.set(values.join(','), [leads + 1, conversions + Number(status === 'Qualified')]);
  }
  const cells = Array.from(counts, ([values, [leads, won]]): Cell => [values.split(','), leads, won]);
  const analysis = analyseCells(['State', 'Device', 'Source'], cells);
  const decision = decide({ analysis, byValue: null, apply: { kinds: [], isSpecialOffer: null } });
  expect(describeDecision(decision, analysis, null).lines.map(textOf)).toMatchInlineSnapshot(`
    [
      "Referral leads convert at 43.6%, FL leads (State) at 4.7%. The average is 26.0%.",
      "At $100 per conversion a Referral lead is worth about $44, a FL lead (State) $4.80.",
    ]
  `);
  expect(
    decision.pattern === 'solid' && decision.takers && textOf(describeTakers(decision.takers)),
  ).toMatchInlineSnapshot(
    `"Google and Microsoft can use the five State rules and the two Device rules. Meta can use the two Device rules. Source needs a value per lead."`,
  );
  expect(describeNextStep(findNextStep(decision, { reach: null, plans: null }), 0)).toBe('Use these values');
  expect(textOf(describeLabelCounts(analysis, false))).toBe('9 differences are clear');
});

test('below 1,000 leads the first screen says that only large differences can be found', () => {
  const word = (totalLeads: number) => {
    const line = describeFewLeads({ totalLeads });
    return line && textOf(line);
  };
  expect(word(999)).toBe('With 999 leads, only differences of about 2x can be found.');
  expect(word(1000)).toBeNull();
});

test('the numbers of labels are one sentence', () => {
  const word = (labelCounts: Partial<Analysis['labelCounts']>, told: number | null) =>
    textOf(describeLabels({ Use: 0, Test: 0, Unclear: 0, 'No difference': 0, ...labelCounts }, told));
  expect(word({ Use: 7, Test: 4, Unclear: 6 }, 4)).toBe(
    '7 differences are clear. More leads would decide 4; 2 are near average',
  );
  expect(word({ Use: 1, Test: 1, Unclear: 1 }, 1)).toBe('1 difference is clear. More leads would decide 1');
  expect(word({ Test: 2, Unclear: 1 }, 0)).toBe('2 differences are worth a test. 1 is near average');
  expect(word({ Unclear: 3 }, 2)).toBe('More leads would decide 2; 1 is near average');
  expect(word({ Use: 2, Unclear: 3000 }, null)).toBe(
    '2 differences are clear. 3,000 need more leads or are near average',
  );
});

test('those count as decided by more leads whose number is known', () => {
  const measurement = measurementOfCounts([
    {
      name: 'Source',
      values: [
        ['Fair', 40, 12],
        ['Even', 480, 96],
        ['Lift 1.1 never tells', 480, 92],
      ],
    },
  ]);
  const analysis = judge(measurement, SETTINGS);
  const numbers = analysis.segments.map((segment) => leadsToTell(segment, analysis));
  expect(analysis.labelCounts.Unclear).toBeGreaterThan(0);
  expect(countTold(analysis)).toBe(
    analysis.segments.filter(({ label }, at) => label === 'Unclear' && numbers[at] !== null).length,
  );
  expect(textOf(describeLabelCounts(analysis, false))).toContain(
    `More leads would decide ${countTold(analysis)}`,
  );
  const many = measurementOfCounts([
    { name: 'Source', values: Array.from({ length: 201 }, (_, at) => [`v${at}`, 10, 2] as const) },
  ]);
  expect(countTold(judge(many, SETTINGS))).toBeNull();
});

/** The segment of a value. */
function segmentOf(analysis: Analysis, value: string): JudgedSegment {
  const segment = analysis.segments.find((one) => one.value === value);
  if (!segment) throw new Error(`${value} is no value`);
  return segment;
}

const wordsOf = (decision: Decision, analysis: Analysis) =>
  describeDecision(decision, analysis, null).lines.map(textOf);
const besideOf = (decision: Decision, analysis: Analysis) =>
  describeDecision(decision, analysis, null).beside.map(textOf);

describe('a decision in words', () => {
  const analysis = analyseCells(['Source'], SOURCES);
  const named = (value: string, worth: number | null = null): NamedSegment => ({
    segment: segmentOf(analysis, value),
    worth,
  });
  const solid = { pattern: 'solid', raise: null, cut: null, count: 1, turned: null, takers: null } as const;

  test('says why there is nothing to compare', () => {
    const said = (reason: 'all-converted' | 'all-alike') => wordsOf({ pattern: 'nothing', reason }, analysis);
    expect(said('all-converted')).toEqual([
      'Every lead converted, so no segment can differ from the average.',
    ]);
    expect(said('all-alike')).toEqual(['All leads are worth the same, so there is nothing to compare.']);
  });

  test('names three open statuses and counts the others', () => {
    const said = (...statuses: string[]) => {
      const open = { statuses, leads: 2000, without: { leads: 1000, conversions: 357 } };
      return wordsOf({ pattern: 'most-open', open }, analysis)[0];
    };
    const begin = 'Most leads are not decided yet: 2,000 of 3,000 are';
    expect(said('New')).toBe(`${begin} New.`);
    expect(said('New', 'Open', 'Waiting')).toBe(`${begin} New, Open or Waiting.`);
    expect(said('New', 'Open', 'Waiting', 'Called')).toBe(`${begin} New, Open, Waiting and 1 more.`);
  });

  test('says of a value without a conversion that none of its leads converted', () => {
    const spam = analyseCells(['Source'], [...SOURCES, [['Spam'], 4000, 0]]);
    const segment = segmentOf(spam, 'Spam');
    const none = { raise: null, cut: null };
    expect(wordsOf({ pattern: 'like-outcome', segment, others: none }, spam)).toEqual([
      'None of the 4,000 leads with Spam in Source converted, so Source looks like the outcome itself. Use an attribute that is known before.',
    ]);
  });

  test('names a raise or a cut alone, and what is known of its worth', () => {
    expect(wordsOf({ ...solid, cut: named('Paid Social') }, analysis)).toEqual([
      'Paid Social leads convert at 6.1%. The average is 11.9%; nothing is clearly above it.',
    ]);
    expect(wordsOf({ ...solid, raise: named('Referral', 31), cut: named('Paid Social') }, analysis)[1]).toBe(
      'At $100 per conversion a Referral lead is worth about $31 (drawn to the average).',
    );
    expect(
      wordsOf({ ...solid, raise: named('Referral'), cut: named('Paid Social', 1284) }, analysis)[1],
    ).toBe('At $100 per conversion a Paid Social lead is worth about $1,300 (drawn to the average).');
  });

  test('says beside the chart which of both counts a source turns in, as rates and the worth stand above the button', () => {
    const deals = (source: string, amount: number) => [
      ...dealsOf('Fair', 500, { every: 4, amount: 100 }),
      ...dealsOf(source, 3000, { every: 20, amount }),
    ];
    const said = (all: Deal[]) => {
      const measured = measureDeals(['Source'], all);
      const byValue = judge(measured.byValue!, SETTINGS); // the deals have amounts
      const byConversions = judge(measured, SETTINGS);
      const decision = decide({ analysis: byConversions, byValue });
      if (decision.pattern !== 'solid') throw new Error(decision.pattern);
      const worth = (one: NamedSegment | null) => one && { ...one, worth: 12 };
      const full = { ...decision, raise: worth(decision.raise), cut: worth(decision.cut) };
      expect(wordsOf(full, byConversions)).toHaveLength(2);
      return besideOf(full, byConversions)[0];
    };
    // 125 of 500 and 150 of 3,000: 7.9% in all. 3,000 leads bring 150 deals of 1,000 to 1,006, 500 leads 125 of 100 to 106.
    expect(said(deals('LinkedIn', 1000))).toMatch(
      /^Fair leads convert at 25\.0%, more than the average of 7\.9%, but bring smaller deals: \$2[56]\.\d\d per lead, against \$4[67]\.\d\d\.$/,
    );
  });

  test('says what keeps the clearest difference from being solid', () => {
    const said = (limit: LabelLimit | null, moreLeads: number | null = null) =>
      wordsOf(
        {
          pattern: 'nothing-solid',
          clearest: { segment: segmentOf(analysis, 'Referral'), moreLeads, limit },
          unfit: [
            { field: 'Created', unfit: 'dates' },
            { field: 'Pages', unfit: 'numbers' },
          ],
        },
        analysis,
      );
    expect(said('split')).toEqual([
      'No clear difference yet. The clearest so far: Referral leads convert at 26.7%, against 11.9% overall.',
      'The outcome chose its ranges, so later leads may differ less: take it as a test.',
      'Created holds dates, and each date is its own segment.',
    ]);
    const clearest = { segment: segmentOf(analysis, 'Referral'), moreLeads: null, limit: 'split' } as const;
    const unfit = [
      { field: 'Created', unfit: 'dates' },
      { field: 'Pages', unfit: 'numbers' },
    ] as const;
    expect(besideOf({ pattern: 'nothing-solid', clearest, unfit }, analysis)).toEqual([
      'Pages holds numbers that are read as text, and each is its own segment.',
    ]);
    expect(said('duplicates')[1]).toMatch(/^Over 5% of the leads are duplicates/);
    expect(said('stored')[1]).toBe('It was labelled Test when it was saved.');
    expect(said('few-amounts')[1]).toBe('By value it takes 5 conversions with amounts.');
    expect(said('few-values')[1]).toBe('Too few other values to say whether it holds.');
    expect(said('younger')[1]).toBe(
      'Its leads are younger; among leads of the same age the difference may be chance.',
    );
    expect(said('older')[1]).toBe(
      'Its leads are older; among leads of the same age the difference may be chance.',
    );
    expect(said(null)[1]).toBe('More leads alone would hardly show it.');
    expect(said(null, 1)[1]).toBe(
      'If the difference is as large as it looks, about 1 more lead would show it.',
    );
  });

  test('by value says what leads are worth, and names a deal that holds most of the value', () => {
    const deals = [
      ...dealsOf('Fair', 300, { every: 10, amount: 100 }),
      ...dealsOf('Ads', 3000, { every: 5, amount: 100 }),
    ];
    deals[0] = { values: ['Fair'], converted: true, amount: 90_000 };
    const { byValue } = measureDeals(['Source'], deals);
    const valued = judge(byValue!, SETTINGS); // the deals have amounts
    const fair = segmentOf(valued, 'Fair');
    const lines = wordsOf({ ...solid, raise: { segment: fair, worth: null } }, valued);
    // Without an estimate it is what they have brought: 90,000 and 29 deals of 100 to 106, of 300 leads.
    const sum = deals.slice(0, 300).reduce((total, { amount }) => total + amount, 0);
    const all = deals.reduce((total, { amount }) => total + amount, 0);
    expect(lines).toEqual([
      `A Fair lead has brought $${Math.round(sum / 300)}, the average lead $${(all / 3300).toFixed(2)}.`,
      'Fair: One deal holds over half of the value.',
    ]);
    const clearest = { segment: fair, moreLeads: null, limit: null };
    expect(wordsOf({ pattern: 'nothing-solid', clearest, unfit: [] }, valued)[0]).toMatch(
      /The clearest so far: Fair leads are worth \$\d+, against \$\d+\.\d\d overall\.$/,
    );
  });
});

describe('the name of leads', () => {
  const namesOf = (fields: string[], values: string[], isWithin = false) => {
    const analysis = analyseCells(fields, [
      [values, 50, 20],
      [fields.map((_, at) => `other ${at}`), 50, 10],
    ]);
    const segment = segmentOf(analysis, values[0] ?? '');
    return [nameLeads(segment, analysis, isWithin), nameLead(segment, analysis, isWithin)].map(textOf);
  };

  test.each([
    'Source',
    'Lead Origin',
    'Channel',
    'UTM medium',
    'Campaign',
    'COUNTRY',
    'Region',
    'City',
    'Referer',
    'Referrer',
  ])('is short where %s says where they come from', (field) => {
    expect(namesOf([field], ['Web'])).toEqual(['Web leads', 'A Web lead']);
  });

  test('names the attribute where it is no origin, and where another attribute has the value too', () => {
    expect(namesOf(['Resource'], ['Web'])).toEqual(['Web leads (Resource)', 'A Web lead (Resource)']);
    expect(namesOf(['Source', 'Country'], ['Web', 'Web'])).toEqual([
      'Web leads (Source)',
      'A Web lead (Source)',
    ]);
    expect(namesOf(['Source', 'Country'], ['Web', 'DE'])[0]).toBe('Web leads');
  });

  test.each(['1000+', '> 50', 'Yes', 'no', 'TRUE'])(
    'is a clause where “%s leads” would be misread',
    (value) => {
      expect(namesOf(['Source'], [value])).toEqual([
        `Leads where Source is ${value}`,
        `A lead where Source is ${value}`,
      ]);
    },
  );

  test('begins with a name that only begins like yes or no', () => {
    expect(namesOf(['Source'], ['Nordic'])[0]).toBe('Nordic leads');
  });

  test('is in small letters within a sentence', () => {
    expect(namesOf(['Device'], ['Phone'], true)).toEqual(['Phone leads (Device)', 'a Phone lead (Device)']);
    expect(namesOf(['Source'], ['Email'], true)).toEqual(['Email leads', 'an Email lead']);
    expect(namesOf(['Source'], ['Ünal'], true)[1]).toBe('a Ünal lead');
    expect(namesOf(['Source'], ['Bing'], true)[1]).toBe('a Bing lead');
  });
});

test('a list has commas, and a word before its last item', () => {
  const said = (...names: string[]) =>
    textOf(
      listInWords(
        names.map((name) => [plain(name)]),
        'and',
      ),
    );
  expect([said(), said('A'), said('A', 'B'), said('A', 'B', 'C')]).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C',
  ]);
});

test('without a check on unseen leads the reason is said', () => {
  const said = (...asked: Parameters<typeof describeUnchecked>) => textOf(describeUnchecked(...asked));
  expect(said({ state: 'idle' })).toBe(said({ state: 'running', progress: null }));
  expect(said({ state: 'cancelled' })).toBe(
    'Not checked on leads that it had not seen: the check was cancelled.',
  );
  expect(said({ state: 'failed', error: null })).toBe(
    'Not checked on leads that it had not seen: the check failed.',
  );
  expect(
    said({ state: 'done', result: { kind: 'nothing-happened', basis: 'conversions', leads: 100 } }),
  ).toBe('Not checked on leads that it had not seen: none of them has converted.');
});

test('the button names the next thing to do', () => {
  const said = (next: NextStep) => describeNextStep(next, 0);
  const rules = { step: 'rules', platform: 'google', rules: 2, share: 0.62 } as const;
  const upload = { step: 'upload', format: 'google-data-manager', taken: 1620, leads: 1834 } as const;
  expect(said(upload)).toBe('Upload 1,620 of 1,834 values to Google Ads');
  expect(said({ ...upload, format: 'microsoft' })).toBe('Upload 1,620 of 1,834 values to Microsoft');
  expect(said({ ...upload, format: 'linkedin', taken: 1, leads: 1 })).toBe('Upload 1 of 1 value to LinkedIn');
  expect(said(rules)).toBe('Enter 2 rules on Google (explain 62%)');
  expect(said({ ...rules, rules: 1, platform: 'meta' })).toBe('Enter 1 rule on Meta (explains 62%)');
  expect(said({ step: 'form' })).toBe('Look the value up in your form');
  expect(said({ step: 'add-to-export', gap: 'identifier' })).toBe('Add the click ID to your export');
  expect(said({ step: 'add-to-export', gap: 'time' })).toBe('Add the time of the lead to your export');
  expect(said({ step: 'choose-way' })).toBe('Use these values');
  expect(describeNextStep({ step: 'leave-out-open' }, 1)).toBe('Leave out 1 open lead');
  expect(describeNextStep({ step: 'leave-out-open' }, 1600)).toBe('Leave out 1,600 open leads');
  expect(said({ step: 'choose-converted' })).toBe('Choose what counts as converted');
  expect(said({ step: 'choose-columns' })).toBe('Choose other attributes');
});
