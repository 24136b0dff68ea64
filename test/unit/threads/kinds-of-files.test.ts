import { expect, test } from 'vitest';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { bundleFiles } from '#frontend/csv/file-bundle.ts';
import { encode } from '#test/support/encoded-files.ts';
import { countAsPage, openAsPage } from '#test/support/read-as-page.ts';
import { writeWorkbook } from '#test/support/xlsx-files.ts';

/*
 * The same 120 leads, written in each way that files of leads are written in. The page must count each alike, and say what it has
 * noticed.
 */

const SOURCES = ['Ads', 'Search', 'Referral'];
const RIGHT = { 'Source: Ads': [60, 6], 'Source: Search': [36, 9], 'Source: Referral': [24, 12] };

interface Lead {
  name: string;
  date: string;
  source: string;
  status: string;
  deal: string;
}

const HEADERS = ['Name', 'Created', 'Source', 'Lead Status', 'Deal'];

/** Sources and outcomes by turns, with 6 of 60, 9 of 36 and 12 of 24 won. */
const LEADS: readonly Lead[] = [
  [60, 6],
  [36, 9],
  [24, 12],
].flatMap(([count = 0, won = 0], source) =>
  Array.from({ length: count }, (_, at) => {
    const number = 100 * source + at;
    const day = `2026-0${1 + (at % 6)}-${String(1 + (number % 28)).padStart(2, '0')}`;
    return {
      name: `Lead ${number}`,
      date: `${day} 10:${String(at % 60).padStart(2, '0')}`,
      source: SOURCES[source]!, // three counts above
      status: at % (count / won) === 0 ? 'Won' : 'Lost',
      deal: `${1000 + 7 * number}`,
    };
  }),
);

const cellsOf = ({ name, date, source, status, deal }: Lead) => [name, date, source, status, deal];
const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Text with a line per lead, perhaps with other headers and other cells. */
function write(
  change: (lead: Lead, at: number) => Partial<Lead> = () => ({}),
  { headers = HEADERS, mark = ',' } = {},
): string {
  const rows = LEADS.map((lead, at) => cellsOf({ ...lead, ...change(lead, at) }));
  return [headers, ...rows].map((cells) => `${cells.map(quoted).join(mark)}\n`).join('');
}

/** Lines put between others: before the line of this index. */
function withLines(lines: Readonly<Record<number, string>>, text = write()): string {
  const written = text.trimEnd().split('\n');
  return written.map((line, at) => `${lines[at] ?? ''}${line}\n`).join('') + (lines[written.length] ?? '');
}

interface Kind {
  file: File;
  options?: ReadOptions;
  /** A finding that the page shows, in part. */
  says?: object;
  /** The names of the sources in the file, where they differ. */
  sources?: readonly string[];
  status?: string;
  won?: readonly string[];
  source?: string;
}

const csv = (content: string | Uint8Array<ArrayBuffer>, name = 'leads.csv') => new File([content], name);
const IN_RUSSIAN: Readonly<Record<string, string>> = {
  Ads: 'Реклама',
  Search: 'Поиск',
  Referral: 'Рекомендация',
};
const IN_JAPANESE: Readonly<Record<string, string>> = { Ads: '広告', Search: '検索', Referral: '紹介' };
const IN_GERMAN: Readonly<Record<string, string>> = {
  Ads: 'Fördermaßnahme',
  Search: 'Büro',
  Referral: 'Straße',
};
const german = write(({ source }) => ({ source: IN_GERMAN[source]! }));
const russian = write(
  ({ source, status }) => ({
    source: IN_RUSSIAN[source]!,
    status: status === 'Won' ? 'Сделка закрыта' : 'Отказ',
  }),
  { headers: ['Имя', 'Дата', 'Источник', 'Статус', 'Сумма'] },
);
const japanese = write(
  ({ source, status }) => ({ source: IN_JAPANESE[source]!, status: status === 'Won' ? '成約' : '失注' }),
  { headers: ['氏名', '作成日', '流入元', '商談状況', '金額'] },
);
const RUSSIAN = {
  sources: Object.values(IN_RUSSIAN),
  status: 'Статус',
  won: ['Сделка закрыта'],
  source: 'Источник',
};
const JAPANESE = { sources: Object.values(IN_JAPANESE), status: '商談状況', won: ['成約'], source: '流入元' };
const GERMAN = { sources: Object.values(IN_GERMAN) };

function utf32(text: string): Uint8Array<ArrayBuffer> {
  const points = Uint32Array.from(['\ufeff', ...text], (character) => character.codePointAt(0)!); // not empty
  return new Uint8Array(points.buffer);
}

/** Bytes with one that is no character of UTF-8. */
function damaged(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  bytes[bytes.lastIndexOf('L'.charCodeAt(0))] = 0xff;
  return bytes;
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const halfOf = (text: string, which: 0 | 1) => {
  const lines = text.trimEnd().split('\n');
  const half = which === 0 ? lines.slice(0, 61) : lines.slice(61);
  return half.map((line) => `${line}\n`).join('');
};

const KINDS: Readonly<Record<string, Kind>> = {
  'as it should be': { file: csv(write()) },
  'a status in other words': {
    file: csv(write(({ status }) => ({ status: status === 'Won' ? 'Vendido' : 'Não vendido' }))),
    won: ['Vendido'],
  },
  'two systems wrote yes and no': {
    file: csv(
      write(({ status }, at) => ({
        status: (status === 'Won' ? ['TRUE', 'true', 'Yes', '1'] : ['FALSE', 'false', 'No', '0'])[
          (at / 2) & 3
        ]!, // four
      })),
    ),
    won: ['TRUE', 'true', 'Yes', '1'],
  },
  'phone numbers rounded by Excel': {
    file: csv(
      write((_, at) => ({ name: `4.915${10 + (at % 9)}E+12` }), {
        headers: ['Phone', ...HEADERS.slice(1)],
      }),
    ),
    says: { fault: 'rounded', leads: 120 },
  },
  'Windows-1252': { file: csv(encode(german, 'windows-1252')), ...GERMAN },
  'Windows-1251': { file: csv(encode(russian, 'windows-1251')), ...RUSSIAN },
  'KOI8-R': { file: csv(encode(russian, 'koi8-r')), ...RUSSIAN },
  Shift_JIS: { file: csv(encode(japanese, 'shift_jis')), ...JAPANESE },
  'EUC-JP': { file: csv(encode(japanese, 'euc-jp')), ...JAPANESE },
  'Mac Roman': { file: csv(encode(german.replaceAll('\n', '\r'), 'macintosh')), ...GERMAN },
  'UTF-16 without a mark': { file: csv(encode(russian, 'utf-16be').slice(2)), ...RUSSIAN },
  'UTF-32': { file: csv(utf32(russian)), ...RUSSIAN },
  'one bad byte': {
    file: csv(damaged(german)),
    ...GERMAN,
    says: { encoding: 'utf-8', damagedCharacters: 1 },
  },
  'put together from two encodings': {
    file: csv(joined(new TextEncoder().encode(halfOf(german, 0)), encode(halfOf(german, 1), 'windows-1252'))),
    ...GERMAN,
    says: { otherLines: { encoding: 'windows-1252', lines: 60 } },
  },
  'a header repeated in the middle': {
    file: csv(withLines({ 50: `${HEADERS.join()}\n`, 90: `${HEADERS.join()}\n` })),
    says: { noLeads: { lines: 2 } },
  },
  'a second table at the end': {
    file: csv(withLines({ 121: '\nCampaign,Cost\nBrand,120.50\nGeneric,340.00\nVideo,99.90\n' })),
    says: { noLeads: { secondTable: 123 } },
  },
  'headings of groups with their counts': {
    file: csv(withLines({ 1: 'Ads (60),,,,\n', 61: 'Search (36),,,,\n', 97: 'Referral (24),,,,\n' })),
    says: { noLeads: { lines: 3 } },
  },
  'totals of groups in a sheet of Excel': {
    file: csv(
      writeWorkbook({
        sheets: [
          {
            rows: [
              HEADERS,
              ...SOURCES.flatMap((source) => [
                ...LEADS.filter((lead) => lead.source === source).map(cellsOf),
                ['', '', `${source} Ergebnis`, '', '1234'],
              ]),
              ['', '', 'Gesamtergebnis', '', '3702'],
            ],
          },
        ],
      }),
      'leads.xlsx',
    ),
    says: { noLeads: { lines: 4 } },
  },
  'texts and ids of questions': {
    file: csv(
      withLines({
        1: `Your name?,When?,Where from?,Status?,Deal?\n${[1, 2, 3, 4, 5].map((at) => quoted(`{"ImportId":"QID${at}"}`)).join()}\n`,
      }),
    ),
    says: { noLeads: { lines: 2 } },
  },
  'a line of units': {
    file: csv(withLines({ 1: 'text,date,text,text,EUR\n' })),
    says: { noLeads: { lines: 1 } },
  },
  'quotes after a backslash': {
    file: csv(
      write()
        .split('\n')
        .map((line, at) =>
          at > 0 && at % 5 === 0 ? line.replace(/^Lead (\d+)/, '"Lead \\"x\\", $1"') : line,
        )
        .join('\n'),
    ),
    says: { backslashQuotes: 48 },
  },
  'text marks of a spreadsheet': {
    file: csv(write(({ name, source }) => ({ name: `'${name}`, source: `="${source}"` }))),
    says: { kind: 'text', leads: 120 },
  },
  'invisible characters': {
    file: csv(
      write(({ source, status }, at) => ({
        source: at % 3 === 0 ? `${source}\u200b` : source,
        status: at % 4 === 0 ? `\u00a0${status}` : status,
      })),
    ),
    says: { kind: 'invisible' },
  },
  'footnote marks': {
    file: csv(write(({ deal }, at) => ({ deal: at % 8 === 0 ? `${deal}*` : deal }))),
    says: { kind: 'footnote', leads: 15 },
  },
  'codes for unknown': {
    file: csv(write(({ deal }, at) => ({ deal: at % 10 === 0 ? '-99' : deal }))),
    says: { kind: 'codes', values: ['-99'], leads: 12 },
  },
  'ranges turned into dates': {
    file: csv(write((_, at) => ({ deal: ['10-Jan', 'Nov-50', '51-200', '201-500'][at % 4]! }))), // four
    says: { kind: 'turned', leads: 60 },
  },
  'several choices in a cell': {
    file: csv(write((_, at) => ({ name: ['SEO', 'SEO; Email', 'Email; Social', 'Social; SEO'][at % 4]! }))), // four
    says: { kind: 'choices', separator: ';' },
  },
  'Buddhist years': {
    file: csv(write(({ date }) => ({ date: date.replace(/^2026-(\d+)-(\d+).*/, '$2/$1/2569') }))),
    says: { earliest: '2026-01-01', latest: '2026-06-28' },
  },
  'months of Russian': {
    file: csv(
      write(({ date }) => ({
        date: new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(date.slice(0, 10)),
        ),
      })),
    ),
    says: { earliest: '2026-01-01', latest: '2026-06-28' },
  },
  'tabs under the name .tsv': { file: csv(write(undefined, { mark: '\t' }), 'leads.tsv') },
  'semicolons under the name .txt': { file: csv(write(undefined, { mark: ';' }), 'leads.txt') },
  'two files of the same columns': {
    file: bundleFiles([csv(halfOf(write(), 0)), csv(`${HEADERS.join()}\n${halfOf(write(), 1)}`, 'more.csv')]),
  },
  'a web page': {
    file: csv(
      `<html><table>${[HEADERS, ...LEADS.map(cellsOf)].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></html>`,
      'leads.xls',
    ),
  },
  'a workbook': {
    file: csv(writeWorkbook({ sheets: [{ rows: [HEADERS, ...LEADS.map(cellsOf)] }] }), 'leads.xlsx'),
  },
};

test.each(Object.entries(KINDS))('%s', async (_, kind) => {
  const { sources = SOURCES, status = 'Lead Status', won = ['Won'], source = 'Source' } = kind;
  const file = await openAsPage(kind.file, kind.options);
  const { thread, opened } = file;
  expect(opened.rowCount).toBe(LEADS.length);
  const counted = await countAsPage(file, { status, won, attributes: [source] });
  const right = Object.values(RIGHT).map((counts, at) => [`${source}: ${sources[at]}`, counts]);
  expect(counted).toEqual(Object.fromEntries(right));

  const column = opened.headers.indexOf(status);
  expect(opened.guessedStatusColumn).toBe(column);
  const { values } = await thread.ask('describeColumn', { column });
  expect(proposeConverted(status, values.filter(Boolean)).toSorted()).toEqual(won.toSorted());

  if (!kind.says) return;
  const [dates] = await thread.ask('describeDates', 1);
  const dayOf = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : null);
  const { columns } = await thread.ask('checkFile', undefined);
  const said = [
    opened.report,
    ...(await thread.ask('checkCells', undefined)),
    ...columns,
    ...(dates ? [{ earliest: dayOf(dates.earliest), latest: dayOf(dates.latest) }] : []),
  ];
  expect(said).toContainEqual(expect.objectContaining(deeply(kind.says)));
});

/** Objects inside an object are compared as it is: by the fields that are named. */
function deeply(part: object): object {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'object' && !Array.isArray(value) ? expect.objectContaining(value) : value,
    ]),
  );
}

test('the old binary form of Excel is refused with its cause', async () => {
  const bytes = new Uint8Array(600);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  await expect(openAsPage(csv(bytes, 'leads.xls'))).rejects.toThrow();
});
