import { describe, expect, test } from 'vitest';
import { parseSheetAddress } from '#frontend/features/connections/sheet-choice.ts';

const ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

describe('the address of a spreadsheet', () => {
  test.each([
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, 0],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=1203#gid=1203`, 1203],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing`, null],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?usp=drive_link&gid=7`, 7],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=5&range=A1:B2`, 5],
    [`https://docs.google.com/spreadsheets/d/${ID}`, null],
    [`https://docs.google.com/spreadsheets/d/${ID}/`, null],
    [`https://docs.google.com/spreadsheets/u/1/d/${ID}/edit#gid=9`, 9],
    [`https://docs.google.com/a/example.com/spreadsheets/d/${ID}/edit`, null],
    [`https://docs.google.com/spreadsheets/d/${ID}/export?format=csv&gid=4`, 4],
    [`https://docs.google.com/spreadsheets/d/${ID}/htmlview`, null],
    [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, null],
    [`https://drive.google.com/open?id=${ID}&usp=drive_copy`, null],
    [`https://spreadsheets.google.com/ccc?key=${ID}#gid=2`, 2],
    [`http://docs.google.com/spreadsheets/d/${ID}/edit`, null],
    [`docs.google.com/spreadsheets/d/${ID}/edit#gid=3`, 3],
    [`  https://docs.google.com/spreadsheets/d/${ID}/edit#gid=8\n`, 8],
    [ID, null],
  ])('%s', (address, gid) => {
    expect(parseSheetAddress(address)).toEqual({ id: ID, gid });
  });

  test.each([
    '',
    'May leads',
    'https://docs.google.com/spreadsheets/u/0/',
    `https://example.com/spreadsheets/d/${ID}/edit`,
    `https://docs.google.com.example.com/spreadsheets/d/${ID}/edit`,
    `https://example.com/?to=https://docs.google.com/spreadsheets/d/${ID}`,
    'https://docs.google.com/spreadsheets/d/short/edit',
    'a'.repeat(19),
  ])('is not in %j', (address) => {
    expect(parseSheetAddress(address)).toBeNull();
  });

  test('of a published copy is told apart, since its id opens nothing', () => {
    const published = `https://docs.google.com/spreadsheets/d/e/2PACX-1v${ID}/pubhtml?gid=0`;
    expect(parseSheetAddress(published)).toBe('published');
  });
});
