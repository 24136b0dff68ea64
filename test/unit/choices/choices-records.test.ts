import { describe, expect, test, vi } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { withCurrency } from '#frontend/choices/amounts.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { lackedColumns, settingsToKeep, type KeptSettings } from '#frontend/choices/kept-settings.ts';
import { choicesOf, contextOf, planOf } from '#frontend/choices/list.ts';
import { contentOf, storedContextOf, unpackChoices } from '#frontend/choices/saved.ts';
import { listChoices } from '#frontend/features/saved/choices-text.tsx';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { packDraft, packSettings } from '#frontend/features/wizard/pack-work.ts';
import { readDraft, readSettings } from '#frontend/features/wizard/stored-work.ts';
import { beginWork } from '#frontend/features/wizard/reduce-work.ts';
import type { WorkflowEvent, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { portPair } from '#test/support/port-pair.ts';

// A file in `records` changes only when a choice gets another meaning: what earlier releases stored would be read wrongly.

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function open(rows: readonly (readonly string[])[]) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const csv = rows.map((cells) => `${cells.join(',')}\n`).join('');
  const opened = await thread.ask('open', { file: new File([csv], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, file: opened.value };
}

type Opened = Awaited<ReturnType<typeof open>>;

const HEADERS = ['Status', 'Source', 'Visits', 'Deal', 'Created', 'Cur', '__proto__', '10'];

/** 48 leads of March and April 2026. */
const LEADS = Array.from({ length: 48 }, (_, lead) => [
  ['Won', 'Lost', 'Open', '', 'Qualified', 'Spam'][lead % 6] ?? '',
  ['Google', 'Bing', 'ads', ''][(lead * 5) % 4] ?? '',
  String(lead % 9),
  lead % 6 === 0 ? String(100 + lead) : '',
  `2026-0${3 + (lead % 2)}-${String(1 + (lead % 28)).padStart(2, '0')}`,
  lead % 3 === 0 ? 'EUR' : 'GBP',
  lead % 2 ? 'constructor' : 'few',
  String(lead % 3),
]);

/** The leads with their columns in another order or under other names. */
const arrange = (columns: Readonly<Record<string, string>>) => [
  Object.keys(columns),
  ...LEADS.map((cells) => Object.values(columns).map((header) => cells[HEADERS.indexOf(header)] ?? '')),
];

const column = (header: string) => HEADERS.indexOf(header);
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const first = await open([HEADERS, ...LEADS]);
const opened = opening(first.file, 7);
const chosen = (header: string, slot: 0 | 1 | 2 = 0): WorkflowEvent => ({
  type: 'attributeChosen',
  slot,
  column: column(header),
});
const status = (header = 'Status'): WorkflowEvent => ({ type: 'statusChosen', column: column(header) });
const won: WorkflowEvent = { type: 'qualifiedChanged', values: ['Won', BLANK_LABEL], isQualified: true };
const renamed = (header: string, value: string, name: string): WorkflowEvent => ({
  type: 'valuesMapped',
  column: column(header),
  values: [value],
  replacement: name,
});
const VISITS: WorkflowEvent = {
  type: 'rangesChanged',
  column: column('Visits'),
  ranges: [
    { min: 0, max: 4.5, label: 'few' },
    { min: 5, max: null, label: '' },
  ],
};
const byDeal: WorkflowEvent = { type: 'valueColumnChosen', column: column('Deal') };

/** The choices of visitors, from the least to the most. */
const WORKS: Readonly<Record<string, readonly WorkflowEvent[]>> = {
  'no columns': [],
  'one attribute': [status(), chosen('Source')],
  conversions: [
    status(),
    won,
    chosen('Source'),
    chosen('Visits', 2),
    VISITS,
    renamed('Source', 'ads', ' Ads '),
    renamed('Source', BLANK_LABEL, 'none'),
    renamed('Cur', 'GBP', 'Pounds'),
    { type: 'numberFormatChosen', column: column('Visits'), format: 'decimal-comma' },
    {
      type: 'chosen',
      choices: { settings: { conversionValue: 250.5, thresholdPercent: 12 } },
      keepsResults: true,
    },
    { type: 'currencyChosen', currency: 'NOK' },
    { type: 'columnsHidden', columns: [column('10')], isHidden: true },
  ],
  'dates and left-out statuses': [
    status('Source'),
    { type: 'leftOutChanged', values: ['Bing'], isLeftOut: true },
    status(),
    won,
    { type: 'leftOutChanged', values: ['Spam', 'Open'], isLeftOut: true },
    chosen('Created'),
    chosen('Source', 1),
    { type: 'datesNamed', column: column('Created'), dates: { preset: 'weekday', format: 'iso' } },
    {
      type: 'dateFilterChanged',
      change: { from: day('2026-03-02'), to: day('2026-04-20'), youngerThanDays: 3, dateFormat: 'iso' },
    },
    {
      type: 'chosen',
      choices: {
        conditionKinds: new Map([[column('Source'), 'audience']]),
        apply: {
          includesTests: true,
          conversionAction: 'converted-leads',
          isSpecialOffer: true,
          isRescaled: false,
        },
      },
      keepsResults: true,
    },
    { type: 'chosen', choices: { basis: 'conversions' }, keepsResults: true },
  ],
  'a column of amounts': [
    status(),
    won,
    chosen('__proto__'),
    chosen('10', 1),
    renamed('__proto__', 'constructor', '__proto__'),
    { type: 'currencyChosen', currency: 'USD' },
    byDeal,
    { type: 'currencyColumnChosen', column: column('Cur') },
    { type: 'currencyChosen', currency: 'EUR' },
    { type: 'numberFormatChosen', column: column('Deal'), format: 'comma-grouped', ranges: null },
  ],
  'amounts without a column of currencies': [
    status(),
    won,
    chosen('Source'),
    { type: 'statusAmountsSwitched', isOn: true },
    { type: 'statusAmountTyped', status: 'Won', amount: 9 },
    byDeal,
    { type: 'currencyColumnChosen', column: null },
    { type: 'chosen', choices: { basis: 'conversions' }, keepsResults: true },
  ],
  stages: [
    status(),
    won,
    chosen('Source'),
    {
      type: 'chosen',
      choices: {
        stages: {
          sends: 'increase',
          openByChance: true,
          plan: {
            shape: {
              kind: 'columns',
              stages: [
                { column: 'Created', holds: 'dates' },
                { column: '10', holds: 'flags' },
              ],
            },
            statusColumn: 'Status',
            won: ['Won', BLANK_LABEL],
            open: ['Open', 'Qualified'],
            wonColumn: 'Created',
            isWonByColumn: false,
            lostColumn: null,
          },
          amount: 1900,
          share: 0.25,
          margin: 0.4,
          actions: [
            { stage: 'Lead', action: 'Form lead' },
            { stage: '__proto__', action: 'Odd' },
          ],
        },
      },
      keepsResults: true,
    },
  ],
  'amounts of statuses': [
    status(),
    won,
    chosen('Source'),
    { type: 'statusAmountsSwitched', isOn: true },
    { type: 'statusAmountTyped', status: 'Won', amount: 12.5 },
    { type: 'statusAmountTyped', status: BLANK_LABEL, amount: 3 },
    { type: 'statusAmountTyped', status: '10', amount: 0 },
    { type: 'dateFilterChanged', change: { dateColumn: null } },
    { type: 'currencyChosen', currency: 'JPY' },
  ],
};

const after = (...events: readonly WorkflowEvent[]): WorkflowState =>
  change(openWork(null), opened, ...events);

/** One line; members by name, since their order says nothing, and maps and sets in their own order. */
function write(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (item instanceof Map) return { map: [...(item as Map<unknown, unknown>)] };
    if (item instanceof Set) return { set: [...(item as Set<unknown>)] };
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const writeDraft = (read: ReturnType<typeof readDraft>) =>
  write(read && { choices: read.choices, place: read.at });

const record = (parts: Readonly<Record<string, string>>) =>
  Object.entries(parts)
    .map(([name, text]) => `${name}\n${text}\n`)
    .join('\n');

function restOf(state: WorkflowState) {
  const { file: _, ...choices } = state;
  return choices;
}

/** How many leads count, how many convert, and what they are worth together. */
async function measure({ thread }: Opened, plan: ReturnType<typeof planOf>): Promise<string> {
  if (!plan) return 'none';
  const { totalLeads, totalConversions, byValue, leftOut } = await thread.ask('measure', plan);
  return write([totalLeads, totalConversions, byValue?.value?.total ?? null, leftOut ?? null]);
}

/** The results of choices. */
async function showResults(state: WorkflowState) {
  const plan = planOf(state);
  if (!plan) return null;
  const statuses = (await first.thread.ask('describeColumn', { column: plan.statusColumn })).values;
  const converted = statuses
    .map((value) => value || BLANK_LABEL)
    .filter((value) => plan.qualified.has(value));
  const measurement = await first.thread.ask('measure', plan);
  const context = contextOf(state, { plan, converted });
  const notQualifiedValues = statuses
    .map((value) => value || BLANK_LABEL)
    .filter((v) => !plan.qualified.has(v));
  const packed = packAnalysis({ analysis: judge(measurement, state.settings), context, notQualifiedValues });
  return { plan, context, packed, kept: settingsToKeep(state, { plan, measurement, converted }, statuses) };
}

/** The work that reuses kept settings in a file, as the wizard does it. */
async function reuseIn({ thread, file }: Opened, kept: KeptSettings): Promise<Record<string, string>> {
  const { headers } = file;
  const lacked = lackedColumns(kept, headers);
  if (lacked.length > 0) return { lacks: write(lacked) };
  const asked = columnsToFit(kept, headers);
  const details = await Promise.all(asked.map((each) => thread.ask('describeColumn', each)));
  const fitted = fitSettings(kept, headers, new Map(details.map((detail) => [detail.index, detail])));
  const { name, notes, settings } = fitted;
  const choices = choicesOf(fitted.choices, settings);
  const reused = { type: 'settingsReused', openedAt: 7, name, notes, choices } as const;
  const state = change(openWork(null), { ...opened, file }, reused);
  return {
    asks: write(asked),
    fitted: write(fitted),
    choices: write(restOf(state)),
    plan: write(planOf(state)),
    measured: await measure({ thread, file }, planOf(state)),
  };
}

const OTHER_FILES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'moved columns': arrange({
    10: '10',
    Cur: 'Cur',
    Deal: 'Deal',
    New: 'Visits',
    Source: 'Source',
    Visits: 'Visits',
    Status: 'Status',
    Created: 'Created',
    ['__proto__']: '__proto__',
  }),
  'other columns under the names of those before': arrange({
    Status: 'Source',
    Source: 'Status',
    Visits: 'Cur',
    Created: 'Visits',
    10: 'Deal',
    ['__proto__']: 'Cur',
  }),
  'a renamed column': arrange({ Status: 'Status', Origin: 'Source', Visits: 'Visits', 10: '10' }),
  'later days': [
    HEADERS,
    ...LEADS.map((cells) => cells.with(4, cells[4]?.replace(/^2026-0\d-(\d\d)/, '$1.09.2026') ?? '')),
  ],
};
const others = await Promise.all(
  Object.entries(OTHER_FILES).map(async ([name, rows]) => [name, await open(rows)] as const),
);

/** The choices as the Worker stores them: it writes their members in its own order. */
const asStored = (packed: object) =>
  JSON.stringify(saveAnalysisSchema.parse(JSON.parse(JSON.stringify(packed))).configurationData);

const asSaved = (packed: object, settings = {}) =>
  readRecord({ ...(JSON.parse(JSON.stringify(packed)) as object), ...settings });

/** Everything that is made of a stored record. */
async function readBack(record: ReturnType<typeof readRecord>, headers: readonly string[]) {
  const { configuration, settings } = record;
  const context: AnalysisContext = storedContextOf(record);
  const choices = configuration && unpackChoices(configuration, headers);
  const work = choices && withCurrency(choices, settings);
  const restored = work && beginWork(choicesOf(work, settings), { readOptions: { delimiter: ',' } });
  const state = restored && { ...restored, file: first.file };
  return {
    context: write(context),
    content: contentOf({ context, settings }),
    listed: write(listChoices(context)),
    choices: write(choices),
    'with currency': write(work),
    'in the wizard': write(restored),
    'its plan': write(state && planOf(state)),
    'measured by the wizard': state ? await measure(first, planOf(state)) : 'none',
    'measured by the page': work
      ? await measure(first, planOf({ ...choicesOf(work, settings), file: { headers } }))
      : 'none',
    kept: write(keptSettingsOf(record)),
  };
}

test("kept settings have the visitor's own conversion value, not the mean deal of this file", async () => {
  const work = Object.values(WORKS)
    .map((events) => after(...events))
    .find((state) => planOf(state) !== null);
  if (!work) throw new Error('no work has results');
  const settings = { ...work.settings, conversionValue: 4804 };
  const keep = async (state: WorkflowState) => (await showResults(state))?.kept.settings;
  expect(await keep({ ...work, settings, ownConversionValue: 250 })).toEqual({
    ...settings,
    conversionValue: 250,
  });
  expect(await keep({ ...work, settings })).toEqual(settings);
});

describe('the choices of a work are written as before', () => {
  test.each(Object.entries(WORKS))('%s', async (name, events) => {
    const state = after(...events);
    const draft = packDraft(state, { step: 3, position: 1 });
    const shown = await showResults(state);
    const parts: Record<string, string> = {
      choices: write(restOf(state)),
      draft: write(draft),
      'draft read': writeDraft(readDraft(structuredClone(draft), first.file)),
      plan: write(planOf(state)),
      measured: await measure(first, planOf(state)),
    };
    if (shown) {
      const { context, packed, kept } = shown;
      Object.assign(parts, {
        context: write(context),
        content: contentOf({ context, settings: state.settings }),
        listed: write(listChoices(context)),
        configuration: asStored(packed),
        settings: write(packSettings(kept)),
        'settings read': write(readSettings(structuredClone(packSettings(kept)))),
      });
      for (const [what, text] of Object.entries(await readBack(asSaved(packed), HEADERS)))
        parts[`saved and opened: ${what}`] = text;
    }
    await expect(record(parts)).toMatchFileSnapshot(`records/${name}.txt`);
  });
});

describe('kept settings are fitted to other files as before', () => {
  const withColumns = Object.entries(WORKS).filter(([, events]) => events.length > 0);
  test.each(withColumns)('%s', async (name, events) => {
    const shown = await showResults(after(...events));
    if (!shown) throw new Error('The work has no columns');
    const saved = keptSettingsOf(asSaved(shown.packed));
    const parts: Record<string, string> = {};
    for (const [where, file] of others) {
      const reused = { kept: await reuseIn(file, shown.kept), saved: saved && (await reuseIn(file, saved)) };
      for (const [origin, made] of Object.entries(reused))
        for (const [what, text] of Object.entries(made ?? {})) parts[`${where}, ${origin}: ${what}`] = text;
    }
    await expect(record(parts)).toMatchFileSnapshot(`records/reuse ${name}.txt`);
  });
});

/** The drafts that earlier releases stored: the first one, one of the second version and one of the third. */
const DRAFTS: Readonly<Record<string, object>> = {
  1: {
    step: 3,
    readOptions: { delimiter: ';' },
    statusColumn: 0,
    isStatusGuessed: true,
    attributeColumns: [1, 2, null],
    ranges: new Map([[2, [{ min: 0, max: null, label: 'all' }]]]),
    qualified: new Map([[0, new Set(['Won'])]]),
    mappings: new Map([[1, new Map([['ads', 'Ads']])]]),
    valuesPosition: 1,
    settings: { conversionValue: 100, thresholdPercent: 10 },
  },
  2: {
    step: 4,
    openedAt: 5,
    readOptions: { leaveOut: ['testLeads'] },
    statusColumn: 0,
    isStatusGuessed: false,
    attributeColumns: [1, null, null],
    ranges: new Map(),
    numberFormats: new Map([[2, 'plain']]),
    qualified: new Map([[0, new Set(['Won'])]]),
    leftOutStatuses: new Map([[0, new Set(['Spam'])]]),
    dateFilter: { dateColumn: 4, dateFormat: null, from: null, to: 0, youngerThanDays: null },
    mappings: new Map(),
    valueColumn: 3,
    statusAmounts: new Map([[0, new Map([['Won', 5]])]]),
    basis: 'value',
    valuesPosition: 0,
    hiddenColumns: new Set([7]),
    hasResults: true,
    settings: { conversionValue: 30, thresholdPercent: 5 },
    apply: { includesTests: true },
    save: { saved: { id: 'one', content: '[]', isGone: false }, attempt: null },
  },
  3: {
    ...packDraft(after(...(WORKS['a column of amounts'] ?? [])), { step: 2, position: 0 }).choices,
    reuse: { kind: 'used', name: 'October', notes: [{ kind: 'days', header: 'Created' }], before: null },
  },
};

const CONFIGURATION = {
  statusColumn: 'Status',
  attributeColumns: ['Source', 'Visits'],
  qualifiedValues: ['Won', 'Sold'],
};

/** Choices as earlier releases saved them, and some that are damaged. */
const CONFIGURATIONS: Readonly<Record<string, object>> = {
  'the first release': {
    ...CONFIGURATION,
    notQualifiedValues: ['Lost'],
    valueMappings: { Source: { ads: 'Ads' }, Gone: { a: 'b' } },
    binningConfig: { Visits: { type: 'numeric', bins: [{ min: 0, max: null, label: 'all' }] } },
  },
  'with a currency': { ...CONFIGURATION, currency: 'EUR', numberFormats: { Visits: 'plain', Gone: 'plain' } },
  'with amounts': {
    ...CONFIGURATION,
    worth: {
      kind: 'column',
      column: 'Deal',
      numberFormat: 'plain',
      currency: { column: 'Gone', code: 'GBP' },
    },
    basis: 'value',
    currency: 'GBP',
  },
  'with amounts per status': {
    ...CONFIGURATION,
    worth: { kind: 'per-status', amounts: { 10: 1, Won: 2, __proto: 3 } },
    basis: 'conversions',
    conversionAction: 'every-lead',
  },
  'with dates': {
    ...CONFIGURATION,
    dateNames: { Source: { preset: 'month', format: 'iso' }, Gone: { preset: 'hour', format: 'iso' } },
    leftOutStatuses: ['Spam', 'Open'],
    dateFilter: { column: 'Created', format: null, from: '2026-03-01', to: null, youngerThanDays: 1 },
  },
  'with columns that are gone': {
    ...CONFIGURATION,
    worth: { kind: 'column', column: 'Gone' },
    basis: 'value',
    dateFilter: { column: 'Gone', format: 'iso', from: null, to: null, youngerThanDays: 2 },
  },
  'with a basis but no amounts, and no ranges': {
    ...CONFIGURATION,
    basis: 'value',
    binningConfig: { Visits: { type: 'numeric', bins: [] } },
    leftOutStatuses: [],
  },
  'with an attribute that is gone': { ...CONFIGURATION, attributeColumns: ['Gone'] },
  'with one column twice': { ...CONFIGURATION, attributeColumns: ['Source', 'Source'] },
  damaged: { ...CONFIGURATION, basis: 'both' },
};

const KEPT_CHOICES: SavedChoices = {
  statusColumn: 0,
  attributeColumns: [1],
  qualified: new Set(['Won']),
  ranges: new Map(),
  mappings: new Map(),
};
const METRIC = {
  fieldName: 'Source',
  fieldValue: 'Bing',
  totalLeads: 2,
  qualifiedLeads: 1,
  conversionRate: 50,
};

describe('what earlier releases stored is read as before', () => {
  test.each(Object.entries(DRAFTS))('a draft of version %s', async (version, choices) => {
    const read = readDraft({ version: Number(version), headers: HEADERS, choices }, first.file);
    expect(read).not.toBeNull();
    const state = read && { ...read.choices, file: first.file };
    const parts = { read: writeDraft(read), plan: write(state && planOf(state)) };
    await expect(record(parts)).toMatchFileSnapshot(`records/draft ${version}.txt`);
  });

  test.each(Object.entries(CONFIGURATIONS))('a saved analysis: %s', async (name, configurationData) => {
    const answer = {
      fileName: 'old.csv',
      conversionValue: 30,
      significanceThreshold: 5,
      configurationData,
      analysisData: { totalLeads: 2, totalQualified: 1, metrics: [METRIC] },
    };
    await expect(record(await readBack(readRecord(answer), HEADERS))).toMatchFileSnapshot(
      `records/saved ${name}.txt`,
    );
  });

  test('kept settings of the first release', async () => {
    const kept = {
      name: 'old.csv',
      headers: HEADERS.slice(0, 2),
      choices: KEPT_CHOICES,
      settings: DEFAULT_SETTINGS,
      known: new Map([[1, new Set(['Bing', 'Gone'])]]),
    };
    const read = readSettings({ version: 1, kept });
    if (!read) throw new Error('They cannot be read');
    const parts = { read: write(read), ...(await reuseIn(first, read)) };
    await expect(record(parts)).toMatchFileSnapshot('records/kept settings of the first release.txt');
  });
});
