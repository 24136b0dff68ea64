import { expect, test, vi } from 'vitest';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { seedRandom } from '#test/support/random-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

/** An export of a product: its columns before and after the status, the status and what is a conversion in it. */
interface Export {
  before: readonly string[];
  status: string;
  /** With their share among the leads that did not convert. */
  others: readonly string[];
  /** The converted values. */
  good: readonly string[];
  /** The column that tells, and one that does not. */
  source: string;
  noise: string;
}

const EXPORTS: Record<string, Export> = {
  'HubSpot contacts': {
    before: ['Record ID', 'Email', 'Contact owner'],
    status: 'Lifecycle Stage',
    others: ['Subscriber', 'Lead', 'Marketing Qualified Lead', 'Sales Qualified Lead', 'Opportunity'],
    good: ['Customer'],
    source: 'Original Source',
    noise: 'Favourite colour',
  },
  'HubSpot deals': {
    before: ['Deal ID', 'Deal Name'],
    status: 'Deal Stage',
    others: ['appointmentscheduled', 'contractsent', 'closedlost'],
    good: ['closedwon'],
    source: 'Original Traffic Source',
    noise: 'Region',
  },
  'Salesforce leads': {
    before: ['Lead ID', 'Lead Owner', 'Company'],
    status: 'Status',
    others: ['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted'],
    good: ['Closed - Converted'],
    source: 'Lead Source',
    noise: 'Rating',
  },
  'Salesforce opportunities': {
    before: ['Opportunity ID', 'Account Name'],
    status: 'Stage',
    others: ['Prospecting', 'Needs Analysis', 'Closed Lost'],
    good: ['Closed Won'],
    source: 'Type',
    noise: 'Region',
  },
  Pipedrive: {
    before: ['Deal - ID', 'Deal - Title'],
    status: 'Deal - Status',
    others: ['Open', 'Lost'],
    good: ['Won'],
    source: 'Deal - Channel',
    noise: 'Deal - Label',
  },
  'Zoho, with two plausible ends': {
    before: ['Lead Id', 'Lead Owner'],
    status: 'Lead Status',
    others: ['Attempted to Contact', 'Not Qualified', 'Junk Lead'],
    good: ['Qualified', 'Converted'],
    source: 'Channel',
    noise: 'Industry',
  },
  'Google Ads, conversions that come back': {
    before: ['Google Click ID', 'Lead owner'],
    status: 'Conversion Name',
    others: ['Form submitted', 'Call'],
    good: ['Qualified lead', 'Closed deal'],
    source: 'Device',
    noise: 'Colour',
  },
  'a German CRM': {
    before: ['Nummer', 'Lead-Quelle alt'],
    status: 'Status',
    others: ['Offen', 'Verloren', 'Kein Interesse'],
    good: ['Gewonnen'],
    source: 'Quelle',
    noise: 'Farbe',
  },
  'a Spanish CRM': {
    before: ['Número'],
    status: 'Estado',
    others: ['Nuevo', 'Perdido'],
    good: ['Ganado'],
    source: 'Origen',
    noise: 'Color',
  },
  'a course provider': {
    before: ['Prospect ID', 'Lead Number'],
    status: 'Converted',
    others: ['0'],
    good: ['1'],
    source: 'Lead Origin',
    noise: 'Newspaper',
  },
  'a telephone company': {
    before: ['customerID'],
    status: 'Churn',
    others: ['No'],
    good: ['Yes'],
    source: 'Contract',
    noise: 'gender',
  },
  'a lead form of Meta, with an outcome added by hand': {
    before: ['id', 'created_time', 'platform'],
    status: 'is_won',
    others: ['FALSE'],
    good: ['TRUE'],
    source: 'campaign_name',
    noise: 'form_name',
  },
};

const LEADS = 1500;

/** Of leads of the first source 40% convert, of the others 10%. Every lead has an id and the rest of its columns at random. */
function makeFile({ before, status, others, good, source, noise }: Export): File {
  const random = seedRandom(11);
  const pick = (list: readonly string[]) => list[Math.floor(list.length * random())] ?? '';
  const rows = Array.from({ length: LEADS }, (_, lead) => {
    const from = pick(['A', 'B', 'C']);
    const isConverted = random() < (from === 'A' ? 0.4 : 0.1);
    return [
      ...before.map((_header, at) => (at === 0 ? `id-${lead}` : pick(['Ann', 'Bob', 'Cleo', 'Dan']))),
      isConverted ? pick(good) : pick(others),
      from,
      pick(['x', 'y', 'z']),
    ];
  });
  return new File([writeCsv([[...before, status, source, noise], ...rows])], 'leads.csv');
}

test.each(Object.entries(EXPORTS))('from a dropped file to results takes one click: %s', async (_, made) => {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.ask('open', { file: makeFile(made), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const { headers, guessedStatusColumn: statusColumn } = opened.value;
  expect(headers[statusColumn ?? -1]).toBe(made.status);
  const { values } = await thread.ask('describeColumn', { column: statusColumn ?? 0 });
  const proposed = proposeConverted(made.status, values);
  expect(proposed.toSorted()).toEqual(made.good.toSorted());
  const found = await thread.ask(
    'findColumns',
    { statusColumn: statusColumn ?? 0, qualified: new Set(proposed) },
    quietly,
  );
  const suggested = found.columns.filter(({ suggestion }) => suggestion !== null);
  expect(suggested.map(({ column }) => headers[column])).toEqual([made.source]);
  thread.close();
});
