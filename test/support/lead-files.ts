/** A made-up file: header and one cell per lead. */
export type LeadFile = Readonly<Record<string, readonly string[]>>;

export const CLEAN_LEADS = 200;

const SOURCES = ['Google Ads', 'Facebook Ads', 'Referral', 'LinkedIn Ads'];
const COUNTRIES = ['Germany', 'France', 'Spain'];

const each = (cell: (lead: number) => string): string[] =>
  Array.from({ length: CLEAN_LEADS }, (_, lead) => cell(lead));

/** 200 leads, 80 of them qualified, with nothing to find before the analysis. */
export const CLEAN_FILE: LeadFile = {
  'Lead Status': each((lead) => (lead % 5 < 2 ? 'Qualified' : 'Lost')),
  Source: each((lead) => SOURCES[(lead + Math.floor(lead / 7)) % SOURCES.length] ?? ''),
  Country: each((lead) => COUNTRIES[Math.floor(lead / 11) % COUNTRIES.length] ?? ''),
};

/** The clean file with one more column, or another one in the place of a column. */
export function withColumn(header: string, cell: (lead: number) => string, file = CLEAN_FILE): LeadFile {
  return { ...file, [header]: each(cell) };
}

export function csvOf(file: LeadFile): string {
  const rows = Object.values(file)[0] ?? [];
  const lines = rows.map((_, lead) => Object.values(file).map((cells) => quote(cells[lead] ?? '')));
  return [Object.keys(file).map(quote), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

const answers = (lead: number, question: string, answer: string) =>
  lead === 3 || lead === 90 ? `<test lead: dummy data for ${question}>` : answer;

/** Two of Meta's planted rows among the leads, in columns in which nearly every cell differs and in ordinary ones. */
export const WITH_TEST_LEADS: LeadFile = {
  ...withColumn('full_name', (lead) => answers(lead, 'full_name', `Ann ${lead}`)),
  phone_number: each((lead) => `p:${answers(lead, 'phone_number', `+49${1000 + lead}`)}`),
  budget: each((lead) => answers(lead, 'budget', lead % 2 === 0 ? 'high' : 'low')),
};

/** Leads 150 to 154 have the address of an earlier lead; leads without an address repeat nothing. */
export const WITH_DUPLICATES: LeadFile = withColumn('Email', (lead) =>
  lead >= 190 ? '' : `user${lead >= 150 && lead < 155 ? lead - 100 : lead}@example.com`,
);

/** The same duplicates, and three test leads at other places. */
export const WITH_BOTH_KINDS: LeadFile = withColumn('Email', (lead) =>
  [7, 8, 120].includes(lead) ? 'test@fb.com' : (WITH_DUPLICATES['Email']?.[lead] ?? ''),
);
