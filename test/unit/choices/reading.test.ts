import { describe, expect, test } from 'vitest';
import { configurationWithin } from '#contract/configuration.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { choicesForReread, choicesOf, NO_CHOICES } from '#frontend/choices/list.ts';
import { optionsOfReading } from '#frontend/choices/reading.ts';
import { contentOf, packChoices, storedContextOf, unpackChoices } from '#frontend/choices/saved.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { context } from '#test/support/packed-analysis.ts';

const READING = { encoding: 'koi8-r', keepOtherLines: true } as const;
const schema = configurationWithin({ items: Infinity, entries: Infinity });
const pack = (reading?: typeof READING) =>
  schema.parse(packChoices({ ...context, ...(reading && { reading }) }, DEFAULT_SETTINGS));

describe('the reading of a kind of file', () => {
  test('is what the visitor has changed; options of one file and guesses are none of it', () => {
    const read = (options: object, next: object) =>
      choicesForReread({ reading: { encoding: 'gbk' }, readOptions: options }, next);
    expect(read({}, { headerRow: 2, sheet: 'Leads' })).toEqual({
      ...NO_CHOICES,
      reading: { encoding: 'gbk' },
    });
    expect(read({}, { keepPreamble: true }).reading).toEqual({ encoding: 'gbk', keepPreamble: true });
    expect(read({ encoding: 'gbk' }, { encoding: 'utf-8' }).reading).toEqual({ encoding: 'utf-8' });
    // A saved dataset is opened as it is, which is no choice of the visitor.
    const dataset = { encoding: 'utf-8', dropFooter: false, keepOtherLines: true };
    expect(read(dataset, { ...dataset, dropFooter: true }).reading).toEqual({
      encoding: 'gbk',
      dropFooter: true,
    });
  });

  test('is saved with an analysis, and read back for its rows and for another file', () => {
    const stored = pack(READING);
    expect(stored.reading).toEqual(READING);
    const headers = [stored.statusColumn, ...stored.attributeColumns];
    const found = unpackChoices(stored, headers)!; // all columns are there
    expect(choicesOf(found, DEFAULT_SETTINGS).reading).toEqual(READING);
    const figures = { metrics: [] };
    const kept = keptSettingsOf({ name: '', settings: DEFAULT_SETTINGS, configuration: stored, figures });
    expect(optionsOfReading(kept?.choices.reading ?? {})).toEqual({
      usualEncoding: 'koi8-r',
      keepOtherLines: true,
    });
  });

  test('tells two analyses apart, and leaves those without one as they were', () => {
    const contentOfStored = (configuration: ReturnType<typeof pack>) =>
      contentOf({ context: storedContextOf({ fileName: '', configuration }), settings: DEFAULT_SETTINGS });
    expect(pack()).not.toHaveProperty('reading');
    expect(contentOfStored(pack())).not.toContain('encoding');
    expect(contentOfStored(pack(READING))).toContain('[["encoding","koi8-r"],["keepOtherLines",true]]');
  });

  test('of a later release is refused as a whole, since figures would be others without a word', () => {
    const later = { ...pack(READING), reading: { ...READING, joins: [] } };
    expect(schema.safeParse(later).success).toBe(false);
    expect(readRecord({ configurationData: later }).configuration).toBeNull();
  });
});
