import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, type ReadOptions } from '#frontend/csv/read-csv.ts';
import { bytesOf, readWithoutWebAssembly, rowsOf } from '#test/support/csv-read.ts';

/** The rows and the lines that are none, which both readers must find alike. */
async function read(text: string, options: ReadOptions = {}) {
  const compiled = await readCsv(bytesOf(text), options, () => {});
  const other = await readWithoutWebAssembly(text, options);
  if (!compiled.ok || !other.ok) throw new Error('not read');
  const rows = rowsOf(compiled.value.table);
  expect(rowsOf(other.value.table)).toEqual(rows);
  expect(other.value.report.noLeads).toEqual(compiled.value.report.noLeads);
  return { rows, ...compiled.value.report.noLeads, report: compiled.value.report };
}

const LEADS = 'Won,Ads,12\nLost,Search,7\nOpen,Ads,9\n';
const HEADER = 'Status,Source,Budget\n';
const ROWS = LEADS.trim()
  .split('\n')
  .map((line) => line.split(','));

describe('a header in the middle', () => {
  test('is left out, wherever and however often it stands', async () => {
    for (const text of [`${HEADER}${HEADER}${LEADS}`, `${HEADER}${LEADS}"Status", Source ,Budget\n`]) {
      expect(await read(text)).toMatchObject({
        rows: ROWS,
        lines: 1,
        kept: false,
        sample: ['Status, Source, Budget'],
      });
    }
    const months = await read(`${HEADER}${LEADS}${HEADER}${LEADS}\n${HEADER}${LEADS}`);
    expect(months).toMatchObject({ rows: [...ROWS, ...ROWS, ...ROWS], lines: 2 });
  });

  test('takes the titles with it that stand above each, as pages of a report have them', async () => {
    const page = (title: string) => `\n${title}\n${HEADER}${LEADS}`;
    const pages = await read(`${HEADER}${LEADS}${page('Page 2')}${page('Page 3,,')}`);
    expect(pages).toMatchObject({ rows: [...ROWS, ...ROWS, ...ROWS], lines: 4 });
    expect(pages.report.shortRowsPadded).toBe(0);
    // A single one may be a lead of which only the first cell is known.
    expect((await read(`${HEADER}${LEADS}${page('Won')}`)).lines).toBe(1);
    expect((await read(`${HEADER}${LEADS}${page('Page 2')}${HEADER}${LEADS}`)).lines).toBe(2);
  });

  test('is kept by choice, and said all the same', async () => {
    const kept = await read(`${HEADER}${LEADS}${HEADER}`, { keepOtherLines: true });
    expect(kept).toMatchObject({ rows: [...ROWS, ['Status', 'Source', 'Budget']], lines: 1, kept: true });
  });

  test('has all its names: a lead with one of them is a lead', async () => {
    expect(await read(`${HEADER}Status,Source,5\n${LEADS}`)).toMatchObject({ lines: 0 });
    // Without a header the first line is a lead that another one may equal.
    expect((await read('Won,Ads,12\nWon,Ads,12\nLost,Ads,3\n')).lines).toBe(0);
  });

  test('is none where leads without a header equal the first one', async () => {
    for (const text of [
      'Google,Won\nGoogle,Won\nMeta,Lost\nGoogle,Won\n',
      `Google,Won\n${'Meta,Lost\nGoogle,Lost\nMeta,Won\n'.repeat(5)}Google,Won\n`,
    ])
      expect((await read(text)).lines).toBe(0);
  });
});

describe('lines below the header', () => {
  test.each([
    ['units', '[text],,[EUR]\n', 1],
    ['units without brackets', ',,EUR\n', 1],
    [
      'question texts and ids of Qualtrics',
      'What is it?,From where?,"How much?"\n"{""ImportId"":""status""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n',
      2,
    ],
    ['kinds of answers of SurveyMonkey', ',Response,Open-Ended Response\n', 1],
  ])('are no leads: %s', async (_, below, lines) => {
    expect(await read(`${HEADER}${below}${LEADS}`)).toMatchObject({ rows: ROWS, lines });
    expect(await read(`${HEADER}\n${below}\n${LEADS}`)).toMatchObject({ rows: ROWS, lines });
    const kept = await read(`${HEADER}${below}${LEADS}`, { keepOtherLines: true });
    expect(kept.rows).toHaveLength(ROWS.length + lines);
  });

  test.each([
    'Won,Response,[EUR]\n',
    'Won,,5\n',
    ',Ads,\n',
    ',Response,7\n',
    ',(none),\n',
    '(not set),(none),\n',
    ',EUR,\n',
  ])('are leads: %s', async (line) => {
    expect(await read(`${HEADER}${line}${LEADS}`)).toMatchObject({ lines: 0 });
  });

  test('are values where they stand below again, and where nothing stands below', async () => {
    expect((await read('Source,Currency,Status\n,EUR,\nAds,EUR,Won\nAds,,Lost\n')).lines).toBe(0);
    expect((await read('Source,Currency\n,EUR\n')).lines).toBe(0);
  });

  test('count as no short row', async () => {
    const { report } = await read('Source,Amount,Term,Status\n,EUR\nAds,1,2,Won\nAds,1.234,2,Won\n');
    expect(report).toMatchObject({ noLeads: { lines: 1 }, shortRowsPadded: 0 });
  });
});

describe('a line of words below the header', () => {
  const NAMES = 'Start,Q1,Q2,Q3\n';
  const ANSWERS = Array.from(
    { length: 12 },
    (_, at) => `2026-03-${10 + at},${at % 3 ? 'Ads' : 'Search'},${100 + at},${at % 2 ? 'Won' : 'Lost'}\n`,
  ).join('');

  test.each([
    ['texts of questions without ids', 'Start date,Where from?,What budget?,What became of it?\n'],
    ['types of a database', 'timestamp,varchar,decimal,varchar\n'],
    ['dashes', '-----,--,---,------\n'],
    ['dashes with colons', ':----,:---:,---:,---\n'],
  ])('is no lead: %s', async (_, line) => {
    const found = await read(NAMES + line + ANSWERS);
    expect(found).toMatchObject({ lines: 1 });
    expect(found.rows).toHaveLength(12);
  });

  test.each([
    ['a lead with a number', 'unknown,Partner,500,Waiting\n'],
    ['a lead without answers', 'n/a,Partner,n/a,Waiting\n'],
    ['a lead of the same word', 'unknown,Partner,unknown,Waiting\n'],
    ['a lead with a known status', 'unknown,Partner,secret,Lost\n'],
    ['a lead without a source', 'unknown,,secret,Waiting\n'],
    ['a lead with one dash', '-,-,-,-\n'],
    ['a lead with dashes in one column', '--,,,\n'],
    ['a short lead with dashes', '--\n'],
    ['a lead of two signs per cell', '_=,=-,-_,_=\n'],
    ['a lead with dashes and a status', '---,---,---,Won\n'],
  ])('is a lead: %s', async (_, line) => {
    expect((await read(NAMES + line + ANSWERS)).lines).toBe(0);
  });

  test('is a lead where few leads stand below, and where one column has numbers', async () => {
    const line = 'Start date,Where from?,What budget?,What became of it?\n';
    const few = ANSWERS.split('\n').slice(0, 8).join('\n');
    expect((await read(NAMES + line + few)).lines).toBe(0);
    expect((await read(NAMES + line + ANSWERS.replaceAll('2026-03', 'May'))).lines).toBe(0);
  });
});

describe('a second table', () => {
  test('below a title is left out, with its line', async () => {
    for (const end of ['\n', '\r\n']) {
      const text = `${HEADER}${LEADS}\n# Campaigns\nid,name\nx,Spring\ny,Autumn\n`.replaceAll('\n', end);
      expect(await read(text)).toMatchObject({ rows: ROWS, lines: 4, secondTable: 6, kept: false });
    }
  });

  test('of numbers below an empty line is left out, and no row of it counts as short', async () => {
    const { report, ...found } = await read(`${HEADER}${LEADS}\nname,budget\nSpring,100\nAutumn,200\n`);
    expect(found).toMatchObject({ rows: ROWS, lines: 3, secondTable: 6 });
    expect(report.shortRowsPadded).toBe(0);
    const cells = await read(`${HEADER}${LEADS}\nname,budget\n"Spring\nsales",100\nAutumn,200\n`);
    expect(cells).toMatchObject({ lines: 3, secondTable: 6 });
    const kept = await read(`${HEADER}${LEADS}\nname,budget\nSpring,100\n`, { keepOtherLines: true });
    expect(kept).toMatchObject({ lines: 2, kept: true });
    expect(kept.rows).toHaveLength(5);
  });

  test.each([
    ['leads that lack their last cell', 'Won,Ads\nLost,Search\n'],
    ['one short lead', 'Won,Ads\n'],
    ['short leads with numbers', 'Won,5\nLost,6\n'],
    ['short leads of other values below a shorter one', 'Open\nNew,Partner\nLost,Search\n'],
    ['short leads of which one lacks a number', 'New,unknown\nLost,6\n'],
  ])('is not: %s', async (_, rows) => {
    expect(await read(`${HEADER}${LEADS}${rows}`)).toMatchObject({ lines: 0, secondTable: null });
  });
});

describe('a second table as wide as the first, or wider', () => {
  const MANY = LEADS.repeat(3);
  const MANY_ROWS = [...ROWS, ...ROWS, ...ROWS];

  test.each([
    ['below an empty line', '\nCampaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n', 3, 12],
    [
      'below lines of delimiters, as sheets have them',
      ',,\n"","",""\nCampaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n',
      3,
      13,
    ],
    ['below a comment', '# Campaigns\nCampaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n', 4, 11],
    [
      'below a comment in quotes',
      '"// Campaigns"\nCampaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n',
      4,
      11,
    ],
    ['below a title', '\nCampaigns\nCampaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n', 4, 12],
    ['that is wider', '\nCampaign,Owner,Since,Budget\nSpring,Ann,May,5\nAutumn,Ben,June,6\n', 3, 12],
    ['with cells of two lines', '\nCampaign,Owner,Since\n"Spring\nSales",Ann,May\nAutumn,Ben,June\n', 3, 12],
  ])('%s is left out, and named with its line', async (_, rows, lines, secondTable) => {
    const { report, ...found } = await read(`${HEADER}${MANY}${rows}`);
    expect(found).toMatchObject({ rows: MANY_ROWS, lines, secondTable, kept: false });
    expect(report).toMatchObject({ shortRowsPadded: 0, longRowsCut: 0 });
    const kept = await read(`${HEADER}${MANY}${rows}`, { keepOtherLines: true });
    expect(kept).toMatchObject({ lines, secondTable, kept: true });
    expect(kept.rows).toHaveLength(MANY_ROWS.length + lines);
  });

  test.each([
    ['leads below an empty line', '\nWon,Partner,8\nLost,Search,7\nWon,Ads,4\n'],
    ['a lead of new texts above known ones', '\nNew,Partner,unknown\nLost,Search,7\nWon,Ads,4\n'],
    ['one lead of new texts', '\nNew,Partner,unknown\n'],
    ['two leads of new texts', '\nNew,Partner,unknown\nHeld,Fair,\n'],
    ['leads of new texts and numbers as before', '\nNew,Partner,unknown\nHeld,Fair,4\nWon,Ads,5\n'],
    ['leads that share a status only', '\nNew,Partner,unknown\nWon,Fair,4\nLost,Street,5\n'],
    ['leads that nothing parts from others', 'Campaign,Owner,Since\nSpring,Ann,May\nAutumn,Ben,June\n'],
    ['leads under a title of their own', '\nWest\nWon,Ads,3\nLost,Search,5\n'],
    ['mostly blank leads', '\n,,5\n,,6\n,,7\n'],
    ['a lead from the source Total', '\nWon,Total,5\nLost,Total,6\nWon,Ads,3\n'],
  ])('is not: %s', async (_, rows) => {
    expect(await read(`${HEADER}${MANY}${rows}`)).toMatchObject({ secondTable: null });
  });

  test('is found as a reader finds it that splits at the empty line', async () => {
    const word = fc.constantFrom('Ads', 'Search', 'Fair', 'Mail');
    const status = fc.constantFrom('Won', 'Lost');
    const lead = fc.tuple(status, word, fc.nat(99).map(String));
    const campaign = fc.tuple(
      fc.constantFrom('Spring', 'Summer'),
      fc.constantFrom('Ann', 'Ben'),
      fc.nat(9).map((n) => `Q${n}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(lead, { minLength: 12, maxLength: 30 }),
        fc.array(campaign, { minLength: 2, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        async (leads, campaigns, end) => {
          const table = (rows: string[][]) => rows.map((row) => row.join(',') + end).join('');
          const text =
            table([HEADER.trim().split(','), ...leads]) +
            end +
            table([['Campaign', 'Owner', 'Quarter'], ...campaigns]);
          const [naive = ''] = text.split(end + end);
          expect(await read(text)).toMatchObject({
            rows: naive
              .split(end)
              .slice(1)
              .map((line) => line.split(',')),
            lines: campaigns.length + 1,
            secondTable: leads.length + 3,
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('headings of groups above their records', () => {
  const GROUPED = 'Opportunity,Status,Revenue\n';
  const group = (name: string, leads: number, sum = '900.00') =>
    `${name} (${leads}),,${sum}\n` +
    Array.from({ length: leads }, (_, at) => `    Lead ${at},Won,${at}\n`).join('');

  test.each([
    ['of Odoo', group('Website', 2) + group('Fair', 3), 2, 5],
    ['one alone', group('Website', 4), 1, 4],
    ['with sums of a currency', group('Website', 2, '"€ 1,200.50"') + group('Fair', 1, 'EUR 5'), 2, 3],
    ['without sums', group('Website', 2, '') + group('None', 1, ''), 2, 3],
    [
      'in groups',
      `Germany (3),,9\n${group('Website', 2)}${group('Fair', 1)}France (1),,3\n${group('Fair', 1)}`,
      5,
      4,
    ],
    ['of fewer cells', group('Website', 2).replace(',,900.00', '') + group('Fair', 1), 2, 3],
  ])('are left out: %s', async (_, rows, lines, leads) => {
    const { report, ...found } = await read(GROUPED + rows);
    expect(found).toMatchObject({ lines, kept: false });
    expect(found.rows).toHaveLength(leads);
    expect(report.shortRowsPadded).toBe(0);
    const kept = await read(GROUPED + rows, { keepOtherLines: true });
    expect(kept).toMatchObject({ lines, kept: true });
    expect(kept.rows).toHaveLength(lines + leads);
  });

  test.each([
    ['a lead whose name ends in a number', 'Widget (2),Won,5\nGadget,Lost,4\nThing,Won,3\n'],
    ['the same with blanks', 'Widget (2),,5\nGadget,Lost,4\n'],
    ['a group of another size', group('Website', 2) + 'Lead,Lost,4\n' + group('Fair', 2)],
    ['names with numbers throughout', 'Widget (2),,5\nGadget (1),,4\nThing (3),,3\n'],
    ['a year', 'Conference (2026),,5\nLead,Won,4\n'],
    ['a lead before the first heading', `Lead,Won,3\n${group('Website', 2)}`],
    ['an empty group', `Website (0),,5\n${group('Fair', 2)}`],
    ['a text where sums stand', 'Website (1),,unknown\nLead,Won,4\n'],
    ['a filled line', 'Website (1),9,5\nLead,Won,4\n'],
    ['blank leads', ',,5\n,Won,\nLead,,4\n'],
  ])('are not: %s', async (_, rows) => {
    expect((await read(GROUPED + rows)).lines).toBe(0);
  });

  test('are those that a reader finds that knows the groups', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, async (counts) => {
        const found = await read(GROUPED + counts.map((count, at) => group(`G${at}`, count)).join(''));
        expect(found.lines).toBe(counts.length);
        expect(found.rows).toEqual(
          counts.flatMap((count) =>
            Array.from({ length: count }, (_, at) => [`Lead ${at}`, 'Won', String(at)]),
          ),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('headings and totals of groups without counts', () => {
  const OUTLINE = 'Group,Name,Status,Revenue\n';
  const leadsOf = (group: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${group},Lead ${at},Won,${at}\n`).join('');
  const outline = (end: string) => `Ads${end}${leadsOf('', 3)}Fair${end}${leadsOf('', 2)}`;
  const totals = (label: (group: string) => string) =>
    ['Ads', 'Web shop'].map((group, at) => `${leadsOf(group, at + 2)}${label(group)},,,${at}\n`).join('');

  test.each([
    ['an outline', outline(',,,\n'), 2, 5],
    ['an outline with sums', outline(',,,"€ 1,200.50"\n'), 2, 5],
    ['an outline of fewer cells', outline('\n'), 2, 5],
    ['totals of Excel', totals((group) => `${group} Total`), 2, 5],
    ['totals and the total of all', `${totals((group) => `${group} Ergebnis`)}Gesamtergebnis,,,1\n`, 3, 5],
    ['totals with the word in front', `${totals((group) => `Total ${group}`)}Total général,,,1\n`, 3, 5],
    [
      'totals of groups in groups',
      `DE,Ads,Won,1\nDE,Ads,Won,2\n,Ads Total,,3\nDE,Web,Lost,1\n,Web Total,,1\nDE Total,,,4\nFR,Ads,Won,1\n,Ads Total,,1\nFR Total,,,1\n`,
      5,
      4,
    ],
    ['totals in a column of their own', totals((group) => `,${group} Count`).replaceAll(',,,', ',,'), 2, 5],
  ])('are left out: %s', async (_, rows, lines, leads) => {
    const { report, ...found } = await read(OUTLINE + rows);
    expect(found).toMatchObject({ lines, kept: false });
    expect(found.rows).toHaveLength(leads);
    expect(found.rows.every(([, , status]) => status !== '')).toBe(true);
    expect(report.shortRowsPadded).toBe(0);
    const kept = await read(OUTLINE + rows, { keepOtherLines: true });
    expect(kept).toMatchObject({ lines, kept: true });
    expect(kept.rows).toHaveLength(lines + leads);
  });

  test('totals are left out that have the word of the last line', async () => {
    const total = (word: string) => `${word},,,5\n`;
    const rows = `${leadsOf('Ads', 2)}${total('Subtotal')}${leadsOf('Web', 2)}${total('Subtotal')}`;
    const found = await read(`${OUTLINE}${rows}`);
    expect([found.rows.length, found.lines]).toEqual([4, 1]);
    expect((await read(`${OUTLINE}${rows}${total('Grand Total')}`)).rows).toHaveLength(4);
    // Leads of a company called Total.
    const leads = `${leadsOf('Ads', 2)}Total,Lead,Won,5\nTotal,,,\n${leadsOf('Web', 2)}`;
    expect((await read(`${OUTLINE}${leads}${total('Grand Total')}`)).rows).toHaveLength(6);
    expect((await read(`${OUTLINE}${leadsOf('Ads', 2)}${total('Total')}${leadsOf('Web', 2)}`)).lines).toBe(0);
  });

  test.each([
    ['one heading alone', `Ads,,,\n${leadsOf('', 4)}`],
    ['leads of which one has a name only', `${leadsOf('Ads', 3)}Fair,,,\n${leadsOf('Fair', 3)}`],
    ['a first lead with a name only', `Fair,,,\n${leadsOf('Fair', 3)}Web,,,\n${leadsOf('Web', 3)}`],
    ['an outline with a lead that has all cells', `${outline(',,,\n')}Web,Lead,Won,1\n`],
    ['an outline with a blank lead', `${outline(',,,\n')},,,5\n`],
    ['two headings in a row', `Ads,,,\n${leadsOf('', 4)}Fair,,,\nWeb,,,\n${leadsOf('', 4)}`],
    ['a heading at the end', `${outline(',,,\n')}Web,,,\n`],
    ['headings with texts', outline(',,Won,\n')],
    ['addresses or phone numbers alone', 'a@b.com,,,\n,555 01,Won,\nb@b.com,,,\n,555 02,Lost,\n'],
    ['the total of one group', `${leadsOf('Ads', 3)}Ads Total,,,3\n`],
    ['totals with other words', `${leadsOf('Ads', 3)}Ads Total,,,3\n${leadsOf('Web', 3)}Web Shop,,,4\n`],
    ['blank leads of longer names', `${leadsOf('Ads', 3)}Ads 2,,,3\n${leadsOf('Web', 3)}Web 2,Lead,Won,4\n`],
    ['numbered leads', `${leadsOf('Ads', 3)}Ads 2,,,3\n${leadsOf('Web', 3)}Web 2,,,4\n`],
    [
      'longer names of the lead above',
      `${leadsOf('Ads', 3)}Acme,Bo,Lost,1\nAcme Ltd,,,3\n${leadsOf('Web', 3)}Beta,Bo,Lost,1\nBeta Ltd,,,4\n`,
    ],
    ['totals of other groups', `${leadsOf('Ads', 3)}Web Total,,,3\n${leadsOf('Web', 3)}Ads Total,,,4\n`],
    ['names that begin alike', `${leadsOf('Ad', 3)}Ads Total,,,3\n${leadsOf('We', 3)}Web Total,,,4\n`],
    ['leads without figures', `${leadsOf('Ads', 3)}Ads Total,,,\n${leadsOf('Web', 3)}Web Total,,,\n`],
  ])('are not: %s', async (_, rows) => {
    expect((await read(OUTLINE + rows)).lines).toBe(0);
  });
});

test('a repeated header that lacks cells of the first one counts as no short row', async () => {
  const { rows, lines, report } = await read(
    'Status,Source,\nWon,Ads,1\nLost,Ads,2\nStatus,Source\nWon,Search,3\n',
  );
  expect({ leads: rows.length, lines, short: report.shortRowsPadded }).toEqual({
    leads: 3,
    lines: 1,
    short: 0,
  });
});

test("a lead whose e-mail column says 'email' is a lead", async () => {
  expect(
    (await read(`Email,Source,Status\nemail,Ads,Won\nann@example.com,Ads,Lost\nemail,Source,Won\n`)).lines,
  ).toBe(0);
});
