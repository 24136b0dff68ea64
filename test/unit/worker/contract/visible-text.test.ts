import { describe, expect, test } from 'vitest';
import { labelChangeSchema, nameSchema, noteSchema } from '#contract/analyses.ts';
import { MAX_FILE_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_TEAM_NAME_LENGTH } from '#contract/limits.ts';
import { newTeamSchema, teamChangeSchema } from '#contract/teams.ts';

/** The text that each schema keeps; null where it refuses it. */
const KEEPERS: [string, (text: string) => string | null | undefined, number][] = [
  [
    'the name of a new team',
    (name) => newTeamSchema.safeParse({ name }).data?.name ?? null,
    MAX_TEAM_NAME_LENGTH,
  ],
  [
    'a new name of a team',
    (name) => teamChangeSchema.safeParse({ name }).data?.name ?? null,
    MAX_TEAM_NAME_LENGTH,
  ],
  ['the name of an analysis', (name) => nameSchema.safeParse(name).data ?? null, MAX_FILE_NAME_LENGTH],
  [
    'a changed name',
    (name) => labelChangeSchema.safeParse({ name }).data?.name ?? null,
    MAX_FILE_NAME_LENGTH,
  ],
  ['a note', (note) => noteSchema.safeParse(note).data ?? null, MAX_NOTE_LENGTH],
];

// Each character by its number, so that this file has none of them.
const MARKS: [string, number[]][] = [
  ['NUL and other control characters', [0x00, 0x01, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x80, 0x9f]],
  [
    'marks of direction',
    [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
  ],
  ['marks without width', [0x00ad, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2064, 0xfeff]],
];

describe.each(KEEPERS)('%s', (_what, keep, most) => {
  test.each(MARKS)('takes no %s', (_kind, codes) => {
    for (const code of codes) {
      const mark = String.fromCodePoint(code);
      expect([code.toString(16), keep(`${mark}Ac${mark}me${mark}`)]).toEqual([code.toString(16), 'Acme']);
    }
  });

  test('is what is left of it, trimmed and counted without them', () => {
    expect(keep('\u200b \u202eAcme\u0000 ')).toBe('Acme');
    expect(keep('x'.repeat(most) + '\u200b'.repeat(5))).toBe('x'.repeat(most));
    expect(keep('x'.repeat(most + 1))).toBeNull();
  });

  test('keeps letters of all scripts, accents as they were typed, and emoji of several parts', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const flag = '\u{1f3f3}\ufe0f\u200d\u{1f308}';
    const farmer = '\u{1f469}\u{1f3fd}\u200d\u{1f33e}';
    for (const text of ['Zu\u0308rich', 'עברית', 'العربية', 'हिन्दी', '株式会社', family, flag, farmer])
      expect(keep(text)).toBe(text);
    expect(keep(`a\u200d\u{1f468}\u200db`)).toBe('a\u{1f468}b');
  });
});

test('a text of nothing else is no name, and an empty note', () => {
  for (const text of ['\u200b', '\u202e\u0000', ' \u2066\u2069 ']) {
    expect(nameSchema.safeParse(text).error?.issues[0]?.message).toBe('Please enter a name');
    expect(newTeamSchema.safeParse({ name: text }).error?.issues[0]?.message).toBe('Please enter a name');
    expect(noteSchema.parse(text)).toBe('');
  }
});

test('a note keeps its lines', () => {
  expect(noteSchema.parse('One\n\ttwo\r\nthree')).toBe('One\n\ttwo\r\nthree');
});
