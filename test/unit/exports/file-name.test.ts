import { describe, expect, test } from 'vitest';
import { cleanFileName, stampDate } from '#frontend/exports/table.ts';

describe('stampDate', () => {
  test('is the local calendar day as yyyy-mm-dd', () => {
    expect(stampDate(new Date(2025, 0, 5, 0, 0, 1))).toBe('2025-01-05');
    expect(stampDate(new Date(2025, 11, 31, 23, 59, 59))).toBe('2025-12-31');
    const early = new Date(2025, 0, 5);
    early.setFullYear(476);
    expect(stampDate(early)).toBe('0476-01-05');
  });

  test("is the day of the visitor's zone where another day has begun in UTC", () => {
    // As in Auckland, 13 hours ahead: the 6th has begun there.
    const date = new Date(Date.UTC(2025, 0, 5, 12));
    const local = { getFullYear: () => 2025, getMonth: () => 0, getDate: () => 6 };
    expect(stampDate(Object.assign(date, local))).toBe('2025-01-06');
  });
});

describe('cleanFileName', () => {
  test.each([
    ['leads.csv', 'leads'],
    ['Leads.CSV', 'Leads'],
    ['my.leads.csv', 'my.leads'],
    ['csv', 'csv'],
    ['Übersicht 東京 Q3.csv', 'Übersicht 東京 Q3'],
    ['a/b\\c:d*e?f"g<h>i|j.csv', 'a_b_c_d_e_f_g_h_i_j'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['line\nbreak\u0000\u202Etxt.csv', 'line_break_txt'],
    [' .hidden. .csv', 'hidden'],
    ['  leads.csv  ', 'leads'],
    ['leads.csv\t', 'leads'],
    ['leads .csv', 'leads'],
    ['leads.csv.csv', 'leads.csv'],
    ['leads.csv.txt', 'leads.csv.txt'],
    ['leadscsv', 'leadscsv'],
    ['a:::b.csv', 'a_b'],
    ['.. leads..csv', 'leads'],
    ['.csv', 'leads'],
    ['', 'leads'],
  ])('turns %j into %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  test('has no dot or space at its end where a long name is cut there', () => {
    expect(cleanFileName(`${'x'.repeat(50)}y.csv`)).toBe('x'.repeat(50));
    expect(cleanFileName(`${'x'.repeat(48)}. rest of the name.csv`)).toBe('x'.repeat(48));
  });

  test('stays short enough for any file system, without cutting a character in two', () => {
    const long = cleanFileName(`${'😀'.repeat(300)}.csv`);
    expect(long).toBe('😀'.repeat(50));
    expect(new TextEncoder().encode(`LeadAnalysis_${long}_2025-01-05.csv`).length).toBeLessThanOrEqual(255);
  });
});
