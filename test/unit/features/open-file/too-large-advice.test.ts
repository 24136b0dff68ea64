import { expect, test } from 'vitest';
import { adviseOn } from '#frontend/features/open-file/too-large-advice.tsx';

const MIB = 1024 * 1024;
const FEWEST =
  'An analysis needs the status column and up to 3 attributes: leave out other columns, or export fewer rows.';
const column = (header: string, share: number, isStatus = false) => ({ header, share, isStatus });

test.each<[string, number, Parameters<typeof adviseOn>[1], string]>([
  ['no column is known', 11 * MIB, [], `It has 11 MB. ${FEWEST}`],
  [
    'one column is enough',
    12 * MIB,
    [column('Notes', 0.5), column('Url', 0.3), column('Stage', 0.15, true), column('Id', 0.05)],
    'It has 12 MB. Widest columns: Notes (50% of the text), Url (30% of the text), and Stage (15% of the text). Export it without Notes: that leaves about 6 MB.',
  ],
  [
    'it takes two, and the widest is the status',
    20 * MIB,
    [column('Stage', 0.4, true), column('Notes', 0.35), column('Url', 0.24), column('Id', 0.01)],
    'It has 20 MB. Widest columns: Stage (40% of the text), Notes (35% of the text), and Url (24% of the text). Export it without Notes and Url: that leaves about 8.2 MB.',
  ],
  [
    'too few columns would be left',
    20 * MIB,
    [column('Notes', 0.4), column('Url', 0.35), column('Id', 0.25)],
    `It has 20 MB. Widest columns: Notes (40% of the text), Url (35% of the text), and Id (25% of the text). ${FEWEST}`,
  ],
  [
    'it takes too many columns',
    20 * MIB,
    Array.from({ length: 20 }, (_, n) => column(`c${n}`, 0.05)),
    `It has 20 MB. Widest columns: c0 (5% of the text), c1 (5% of the text), and c2 (5% of the text). ${FEWEST}`,
  ],
  [
    'no column is wide',
    12 * MIB,
    Array.from({ length: 40 }, (_, n) => column(`c${n}`, 0.025)),
    `It has 12 MB. Widest column: c0 (3% of the text). ${FEWEST}`,
  ],
  [
    'a name is long',
    12 * MIB,
    [column('n'.repeat(41), 0.9), column('Stage', 0.1, true), column('Id', 0)],
    `It has 12 MB. Widest columns: ${'n'.repeat(39)}… (90% of the text) and Stage (10% of the text). Export it without ${'n'.repeat(39)}…: that leaves about 1.2 MB.`,
  ],
])('where %s', (_, bytes, columns, text) => {
  expect(adviseOn(bytes, columns)).toBe(text);
});
