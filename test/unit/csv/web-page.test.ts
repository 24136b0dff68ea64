import { describe, expect, test } from 'vitest';
import { readFile } from '#frontend/csv/read-file.ts';
import { describeIntake, problemText } from '#frontend/features/open-file/intake-text.ts';
import { bytesOf } from '#test/support/csv-read.ts';
import { encode } from '#test/support/encoded-files.ts';
import { openPacked } from '#test/support/read-packed.ts';
import { openedFile } from '#test/support/opened-file.ts';
import { zipFiles } from '#test/support/xlsx-files.ts';

const read = async (page: string | Uint8Array) => {
  const { headers, rows } = await openPacked(bytesOf(page));
  return [headers, ...rows].map((cells) => cells.join('|'));
};
const refusal = async (page: string) => {
  const found = await readFile(bytesOf(page), {}, () => {});
  return found.ok ? null : found.error;
};
const tr = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const LEADS = `${tr(['Status', 'Source'], 'th')}${tr(['Won', 'Ads'])}${tr(['Lost', 'Search'])}`;
const PLAIN = ['Status|Source', 'Won|Ads', 'Lost|Search'];

describe('the one table of a web page is read', () => {
  test.each([
    ['a document', `<html><head><title>Leads</title></head><body><table>${LEADS}</table></body></html>`],
    ['a table alone', `<table>${LEADS}</table>`],
    [
      'behind white space, a doctype and comments',
      `\r\n \t<!DOCTYPE html>\n<!-- made by x -->\n<TABLE BORDER=1>${LEADS.toUpperCase().replace(/STATUS|SOURCE|WON|ADS|LOST|SEARCH/g, (word) => word[0] + word.slice(1).toLowerCase())}</TABLE>`,
    ],
    [
      'as XHTML',
      `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><table>${LEADS}</table></html>`,
    ],
    [
      'with head, body and foot',
      `<table><thead>${tr(['Status', 'Source'], 'th')}</thead><tbody>${tr(['Won', 'Ads'])}</tbody><tfoot>${tr(['Lost', 'Search'])}</tfoot></table>`,
    ],
    ['without end tags', '<table><tr><th>Status<th>Source<tr><td>Won<td>Ads<tr><td>Lost<td>Search'],
    [
      'with tags in cells',
      `<table>${tr(['<b>Status</b>', '<font color="a>b"><i>Source</i></font>'])}${tr(['<a href="x">W<u>on</u></a>', '<span>Ads</span>'])}${tr(['Lost', '<p>Search</p>'])}</table>`,
    ],
    [
      'with scripts and styles, which are not run',
      `<style>td{}</style><table><script>document.write("<tr><td>x</td></tr>")</script>${LEADS}</table><script>"<table>"</script>`,
    ],
    [
      'within a layout of tables',
      `<table><tr><td>Menu</td><td><table>${LEADS}</table></td></tr><tr><td>a</td><td>b</td></tr></table>`,
    ],
    [
      'beside a table of one row or one column',
      `<div><table>${tr(['a', 'b'])}</table><table>${tr(['a'])}${tr(['b'])}</table><table>${LEADS}</table></div>`,
    ],
    ['below a title', `<table><tr><th colspan="2">Report</th></tr>${LEADS}</table>`],
    [
      'with white space of the source',
      `<table>\n  <tr>\n    <th>  Status\n </th>\n<th>Source</th></tr>\n${tr(['Won', '&nbsp;Ads'])}\n${tr(['Lost', 'Sea\u00adrch'])}</table>`,
    ],
  ])('%s', async (_, page) => {
    expect(await read(page)).toEqual(PLAIN);
  });

  test('with its encoding: by its bytes, its mark, or as the page says', async () => {
    const page = (charset: string) =>
      `<html><meta charset=${charset}><table>${tr(['Status', 'Stadt'])}${tr(['Won', 'Łódź'])}</table></html>`;
    const expected = ['Status|Stadt', 'Won|Łódź'];
    expect(await read(page('utf-8'))).toEqual(expected);
    expect(await read(page('iso-8859-1'))).toEqual(expected); // its bytes are UTF-8
    expect(await read(encode(page('utf-16'), 'utf-16le'))).toEqual(expected);
    expect(await read(encode(page('windows-1250'), 'windows-1250'))).toEqual(expected);
    expect(await read(encode(page('iso-8859-2'), 'iso-8859-2'))).toEqual(expected);
  });

  test('with entities as characters', async () => {
    const cells = [
      '&lt;b&gt; &amp;amp; &quot;',
      'M&uuml;nchen &Eacute;t&#233; &#xE9; &#146;&euro;&hellip;',
      '&unknown; AT&T a&nbsp;b',
      '&#0;&#xD800;&#9999999;',
    ];
    expect(await read(`<table>${tr(['A', 'B', 'C', 'D'])}${tr(cells)}</table>`)).toEqual([
      'A|B|C|D',
      '<b> &amp; "|München Été é ’€…|&unknown; AT&T a b|\ufffd\ufffd\ufffd',
    ]);
  });

  test('a cell over several rows stands in each, and one over several columns in the first', async () => {
    const rows = `${tr(['A', 'B', 'C', 'D'])}<tr><td rowspan=2>a</td><td colspan=2>b</td><td>c</td></tr>${tr(['d', 'e', 'f'])}<tr><td>g</td><td rowspan='0'>h</td><td>i</td><td>j</td></tr>${tr(['k', 'l', 'm'])}`;
    expect(await read(`<table>${rows}</table>`)).toEqual([
      'A|B|C|D',
      'a|b||c',
      'a|d|e|f',
      'g|h|i|j',
      'k|h|l|m',
    ]);
  });

  test('rows of names are one header', async () => {
    const head =
      '<tr><th rowspan=2>Status</th><th colspan=2>Campaign</th></tr><tr><th>Name</th><th>Budget</th></tr>';
    expect(await read(`<table>${head}${tr(['Won', 'Brand', '5'])}</table>`)).toEqual([
      'Status|Campaign Name|Campaign Budget',
      'Won|Brand|5',
    ]);
    const all = [
      ['Status', 'Source'],
      ['Won', 'Ads'],
      ['Lost', 'Ads'],
      ['Won', 'Web'],
    ]
      .map((cells) => tr(cells, 'th'))
      .join('');
    expect(await read(`<table>${all}</table>`)).toEqual(['Status|Source', 'Won|Ads', 'Lost|Ads', 'Won|Web']);
  });

  test('line breaks and a small table stay in their cell', async () => {
    const rows = `${tr(['Status', 'Note'])}${tr(['Won', 'a<br>b<div>c</div>'])}${tr(['Lost', `x<table>${tr(['y', 'z'])}</table>`])}`;
    expect(await read(`<table>${rows}</table>`)).toEqual(['Status|Note', 'Won|a\nb\nc', 'Lost|x y z']);
  });

  test('in a zip, and its line says so', async () => {
    const { headers, rows, report } = await openPacked(zipFiles({ 'leads.xls': `<table>${LEADS}</table>` }));
    expect([headers, ...rows]).toEqual(PLAIN.map((line) => line.split('|')));
    expect(report.unpacked).toMatchObject({ entry: 'leads.xls', isPage: true });
    expect(describeIntake(openedFile(headers, { rowCount: 2, report }))).toBe(
      '2 leads, 2 columns, table of a web page, leads.xls in the zip',
    );
  });

  test('spans that ask for too much are refused, and damaged tags take no time', async () => {
    const wide = `<table>${'<tr><td colspan=1000>a<td colspan=1000>b</tr>'.repeat(4000)}</table>`;
    expect(await refusal(wide)).toEqual({ reason: 'too-large-unpacked', limitMib: 48 });
    const before = performance.now();
    for (const part of ['<a', '<a "', '<!--', '<b> ', '<td rowspan=0>', '&amp'])
      await refusal(`<table>${LEADS}<tr><td>${part.repeat(100_000)}`);
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

describe('refused is', () => {
  test.each([
    [
      'a page without a table',
      '<!doctype html><html><body><p>Please log in, then go on.</p></body></html>',
      { reason: 'web-page', tables: 0 },
    ],
    [
      'a page of two tables',
      `<html><table>${LEADS}</table><table>${LEADS}</table></html>`,
      { reason: 'web-page', tables: 2 },
    ],
    [
      'a table of one row',
      `<table>${tr(['Status', 'Source'], 'th')}</table>`,
      { reason: 'web-page', tables: 0 },
    ],
    [
      'a page as one file',
      'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html>',
      { reason: 'web-archive' },
    ],
    [
      'a spreadsheet as XML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x"></Workbook>',
      { reason: 'old-excel' },
    ],
  ])('%s', async (_, page, problem) => {
    expect(await refusal(page)).toEqual(problem);
  });

  test('with the reason', () => {
    expect(problemText({ reason: 'web-page', tables: 0 })).toBe(
      'This is a web page without a table of leads. Export the leads as .csv or .xlsx, then open that.',
    );
    expect(problemText({ reason: 'web-page', tables: 2 })).toBe(
      'This is a web page with 2 tables, and only a page with one is read. Export the leads as .csv or .xlsx, then open that.',
    );
  });
});

describe('no web page is', () => {
  test.each([
    ['a CSV whose first cell has a tag', '<b>,Status\na,Won\nb,Lost\n', ['<b>|Status', 'a|Won', 'b|Lost']],
    ['a CSV whose first name is a tag of a document', '<html>,Status\na,Won\n', ['<html>|Status', 'a|Won']],
    [
      'a CSV with a page in its cells',
      `Status,<Note>\nWon,"<table>${tr(['a', 'b']).repeat(2)}</table>"\n`,
      ['Status|<Note>', `Won|<table>${tr(['a', 'b']).repeat(2)}</table>`],
    ],
    [
      'a CSV that begins with a comment of HTML',
      '<!-- exported -->\nStatus,Source\nWon,Ads\nLost,Web\n',
      ['Status|Source', 'Won|Ads', 'Lost|Web'],
    ],
    ['a CSV with a less-than sign', '<5,Status\n1,Won\n', ['<5|Status', '1|Won']],
    [
      'a CSV whose header is markup of its own',
      '<Status>,<Source>\nWon,Ads\n',
      ['<Status>|<Source>', 'Won|Ads'],
    ],
  ])('%s', async (_, file, rows) => {
    expect(await read(file)).toEqual(rows);
  });
});
