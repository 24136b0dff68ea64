import { describe, expect, test } from 'vitest';
import { findSharingProblem, type SharedFigures } from '#contract/sharing.ts';
import { exampleFigures } from '../../../contract/sharing.ts';

type Results = SharedFigures['analysisData'];
type Pair = Results['correlationTests'][number];

const metric = (fieldName: string, fieldValue: string, totalLeads: number) => ({
  fieldName,
  fieldValue,
  totalLeads,
  qualifiedLeads: 2,
  conversionRate: 50,
});

function pair(leads: number, ...values: readonly [field: string, value: string][]): Pair {
  const [a = ['', ''], b = ['', '']] = values;
  const figures = { conversionRate: 50, confidence: 95, predictedLift: 1, actualLift: 2, difference: -1.5 };
  const attributes: Pair['attributes'] = [
    { field: a[0], value: a[1] },
    { field: b[0], value: b[1] },
  ];
  return { attributes, leads, qualifiedLeads: 2, ...figures, pValue: 0.01, isSignificant: true };
}

/** The figures of 200 leads, all of whose values and pairs may be shown, with these in place of their own. */
function figuresOf({
  analysisData,
  ...more
}: Partial<Omit<SharedFigures, 'analysisData'>> & { analysisData?: Partial<Results> }) {
  const metrics = [
    metric('Source', 'Web', 120),
    metric('Source', 'Fair', 80),
    metric('Device', 'Phone', 90),
    metric('Device', 'Desktop', 110),
  ];
  const results = { ...exampleFigures.analysisData, totalQualified: 84, metrics };
  return { ...exampleFigures, ...more, analysisData: { ...results, ...analysisData } };
}

const EMAIL = 'ann@example.com';

describe('a text that looks like an address is named with its place', () => {
  const { configurationData } = exampleFigures;
  const withPair = (...values: [string, string][]) => ({ correlationTests: [pair(60, ...values)] });
  test.each<[string, Parameters<typeof figuresOf>[0]]>([
    ['The name', { name: EMAIL }],
    ['The note', { note: `Ask ${EMAIL}` }],
    [`The column "${EMAIL}"`, { configurationData: { ...configurationData, statusColumn: EMAIL } }],
    [
      `The column "${EMAIL}"`,
      { configurationData: { ...configurationData, attributeColumns: ['Source', EMAIL] } },
    ],
    [
      `The converted value "${EMAIL}"`,
      { configurationData: { ...configurationData, qualifiedValues: ['Won', EMAIL] } },
    ],
    [`The column "${EMAIL}"`, { analysisData: { metrics: [metric(EMAIL, 'Web', 200)] } }],
    [`The value "${EMAIL}" of "Source"`, { analysisData: { metrics: [metric('Source', EMAIL, 200)] } }],
    [`The column "${EMAIL}"`, { analysisData: withPair(['Source', 'Web'], [EMAIL, 'Phone']) }],
    [`The value "${EMAIL}" of "Device"`, { analysisData: withPair(['Source', 'Web'], ['Device', EMAIL]) }],
  ])('%s', (place, more) => {
    expect(findSharingProblem(figuresOf(more))).toEqual({
      code: 'PERSONAL_DATA',
      message: `${place} looks like an e-mail address, which a link must not show. Rename it or leave it out, then try again.`,
    });
  });

  test('and so is a telephone number', () => {
    expect(findSharingProblem(figuresOf({ name: '+49 30 1234567' }))?.message).toMatch(
      /^The name looks like a telephone number, which/,
    );
  });
});

test('figures without any of this may be shared, with a name and a note or without', () => {
  expect(findSharingProblem(figuresOf({}))).toBeNull();
  expect(findSharingProblem(figuresOf({ name: null, note: null }))).toBeNull();
  expect(findSharingProblem(figuresOf({ name: 'October', note: 'All regions' }))).toBeNull();
});

describe('figures that would tell of a small group are refused, and say which', () => {
  const of = (analysisData: Partial<Results>) => {
    const problem = findSharingProblem(figuresOf({ analysisData }));
    if (problem) expect(problem.code).toBe('INVALID_INPUT');
    return problem && problem.message;
  };
  const devices = [metric('Device', 'Phone', 90), metric('Device', 'Desktop', 110)];
  const web = ['Source', 'Web'] as [string, string];
  const fair = ['Source', 'Fair'] as [string, string];
  const phone = ['Device', 'Phone'] as [string, string];

  test('a value of 4 leads, and not one of 5', () => {
    const source = (leads: number) => [metric('Source', 'Web', 200 - leads), metric('Source', 'Fax', leads)];
    expect(of({ metrics: source(5) })).toBeNull();
    expect(of({ metrics: source(4) })).toBe('The value "Fax" of "Source" has fewer than 5 leads');
  });

  test('a column whose values leave 1 to 4 leads of all, or have more than all', () => {
    const leaving = (leads: number) => [
      ...devices,
      metric('Source', 'Web', 100),
      metric('Source', 'Fair', 100 - leads),
    ];
    const words = 'The values of "Source" do not add up to all leads';
    expect([0, 5].map((leads) => of({ metrics: leaving(leads) }))).toEqual([null, null]);
    expect([1, 4, -1].map((leads) => of({ metrics: leaving(leads) }))).toEqual([words, words, words]);
  });

  test('a pair of 4 leads, and not one of 5', () => {
    expect(of({ correlationTests: [pair(5, fair, phone)] })).toBeNull();
    expect(of({ correlationTests: [pair(4, fair, phone)] })).toBe('A pair of values has fewer than 5 leads');
  });

  test('a pair of which one value is not shown, or is one of another column', () => {
    for (const other of [
      ['Device', 'Tablet'],
      ['Source', 'Phone'],
    ] as [string, string][]) {
      const words = 'A pair has a value that is not among the values';
      expect(of({ correlationTests: [pair(60, web, other)] })).toBe(words);
      expect(of({ correlationTests: [pair(60, other, phone)] })).toBe(words);
    }
  });

  test('a pair that leaves 4 leads of one of its values', () => {
    const correlationTests = [pair(86, web, phone), pair(30, web, ['Device', 'Desktop'])];
    expect(of({ correlationTests })).toBe(
      'The pair of "Web" of "Source" and "Phone" of "Device" tells that a group has fewer than 5 leads',
    );
    expect(of({ correlationTests: [pair(85, web, phone)] })).toBeNull();
  });
});
