import { describe, expect, test } from 'vitest';
import { DROP_REASONS } from '#frontend/analysis/uploads/drop-reasons.ts';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import { UPLOAD_FIELDS } from '#frontend/analysis/uploads/upload-fields.ts';
import { UPLOAD_FORMAT_IDS, UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import { DEVICE_ZONE, UPLOAD_FORM, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import {
  chosenColumns,
  conversionNameOf,
  DATE_FORMAT_WORDS,
  findMissing,
  findStatusInName,
  nameProblem,
  toChoices,
  typedConversion,
  WITHOUT_WORDS,
  zoneOf,
} from '#frontend/features/per-lead/upload-form.ts';
import { describeDropReason } from '#frontend/features/platforms/drop-words.ts';
import { openedFile } from '#test/support/opened-file.ts';

const form = (choices: Partial<UploadForm> = {}): UploadForm => ({ ...UPLOAD_FORM.first, ...choices });
const NO_COLUMNS = Object.fromEntries(
  Object.keys(UPLOAD_FIELDS).map((field) => [field, null]),
) as FieldColumns; // one for each field
const columns = (chosen: Partial<FieldColumns>): FieldColumns => ({ ...NO_COLUMNS, ...chosen });

describe('the form', () => {
  test('begins with the first file and no answer', () => {
    expect(form()).toEqual({
      kind: UPLOAD_FORMAT_IDS[0],
      columns: {},
      dateFormat: null,
      dropsDays: false,
      keepsOrderIds: false,
      conversions: {},
      phoneCountry: null,
      adUserData: null,
      adPersonalization: null,
    });
  });

  test('has the guessed columns until the visitor chooses another one, or none', () => {
    const { columns: empty } = openedFile(['Email', 'gclid', 'Other']);
    const samples = [['ann@example.com'], ['Cj0KCQjw'], ['x']];
    const ofFile = empty.map((column, at) => ({ ...column, samples: samples[at] ?? [] }));
    expect(chosenColumns(form(), ofFile)).toMatchObject({ email: 0, gclid: 1 });
    const chosen = form({ columns: { email: 2, gclid: null } });
    expect(chosenColumns(chosen, ofFile)).toMatchObject({ email: 2, gclid: null });
  });

  test('has the zone that the visitor chose, else that of the header, else that of this device', () => {
    const { columns: ofFile } = openedFile(['Email', 'Submit Date (UTC)', 'Created', 'Time (GMT+2)']);
    const zone = (time: number | null, choices: Partial<UploadForm> = {}) =>
      zoneOf(form(choices), columns({ time }), ofFile);
    expect(zone(1)).toEqual({ timeZone: 'UTC', source: 'header' });
    for (const time of [0, 2, 3, null])
      expect(zone(time)).toEqual({ timeZone: DEVICE_ZONE, source: 'device' });
    // The zone of this device is no guess any more once the visitor has chosen it.
    for (const timeZone of [DEVICE_ZONE, 'Asia/Tokyo', null])
      expect(zone(1, { timeZone })).toEqual({ timeZone, source: 'visitor' });
  });

  test('lacks first what tells leads apart, then their time', () => {
    const clicks = form({ kind: 'google-clicks' });
    expect(findMissing(clicks, columns({ time: 1, email: 2 }))).toBe('identifier');
    expect(findMissing(clicks, columns({ gclid: 0 }))).toBe('time');
    expect(findMissing(clicks, columns({ gclid: 0, time: 1 }))).toBeNull();
    const either = form({ kind: 'google-data-manager' });
    for (const field of UPLOAD_FORMATS['google-data-manager'].identifiers)
      expect(findMissing(either, columns({ [field]: 0, time: 1 }))).toBeNull();
  });

  test('has the name of the conversion as typed for its question, else the first one', () => {
    const { label, first, missing } = UPLOAD_FORMATS.microsoft.conversion;
    const microsoft = (typed?: string) =>
      form({
        kind: 'microsoft',
        conversions: { ...(typed !== undefined && { [label]: typed }), another: 'x' },
      });
    expect(typedConversion(microsoft())).toBe(first);
    expect(typedConversion(microsoft(' Won '))).toBe(' Won ');
    expect(conversionNameOf(microsoft(' Won '))).toBe('Won');
    expect(nameProblem(microsoft('Won'))).toBeNull();
    expect(nameProblem(microsoft('  '))).toBe(missing);
    expect(missing.length).toBeGreaterThan(10);
  });

  test('gives the thread its choices, with the consents that the platform takes', () => {
    const consents = { adUserData: 'Granted', adPersonalization: 'Denied' } as const;
    const answers = {
      dateFormat: 'iso',
      timeZone: 'Europe/Berlin',
      dropsDays: true,
      keepsOrderIds: true,
      phoneCountry: 'DE',
    } as const;
    const chosen = columns({ gclid: 0, time: 1 });
    const choicesFor = (kind: UploadForm['kind']) =>
      toChoices(form({ kind, ...answers, ...consents }), {
        columns: chosen,
        timeZone: 'Europe/Berlin',
        currency: 'EUR',
      });
    expect(choicesFor('google-data-manager')).toEqual({
      kind: 'google-data-manager',
      columns: chosen,
      ...answers,
      conversionName: UPLOAD_FORMATS['google-data-manager'].conversion.first.trim(),
      currency: 'EUR',
      ...consents,
    });
    expect(choicesFor('linkedin')).toMatchObject({ adUserData: null, adPersonalization: null });
  });
});

test('a status is found in the name of a conversion by whole words, and not by a single letter', () => {
  expect(findStatusInName('QUALIFIED_LEAD', ['Won', 'Qualified'])).toBe('Qualified');
  expect(findStatusInName('Closed won (2026)', ['Won', 'Closed Won'])).toBe('Won');
  expect(findStatusInName('Unqualified', ['Qualified'])).toBeNull();
  expect(findStatusInName('Qualified leads', ['Qualified lead'])).toBeNull();
  expect(findStatusInName('Step 1 Y', ['1', 'Y'])).toBeNull();
  expect(findStatusInName('Step 10', ['10'])).toBe('10');
  expect(findStatusInName('Lead', ['', '-'])).toBeNull();
});

describe('the reason why a lead is not in a file', () => {
  test('has words of its own for every file', () => {
    for (const kind of UPLOAD_FORMAT_IDS) {
      const words = DROP_REASONS.map((reason) => describeDropReason(reason, kind));
      expect(words.filter((text) => !/^[A-Z].{6}/.test(text))).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  test('names a phone number only where the file takes one', () => {
    expect(describeDropReason('no-address', 'google-enhanced')).toBe('No e-mail address and no phone number');
    expect(describeDropReason('no-address', 'linkedin')).toBe(
      'No e-mail address, and no first and last name',
    );
    expect(describeDropReason('bad-address', 'google-enhanced')).toMatch(
      /or a phone number that does not exist/,
    );
    expect(describeDropReason('bad-address', 'linkedin')).toMatch(
      /^An e-mail address that cannot be read, and no/,
    );
    expect(describeDropReason('no-date', 'linkedin')).toBe(describeDropReason('no-date', 'google-enhanced'));
  });

  test('has the age beyond which no platform takes a lead', () => {
    expect(describeDropReason('too-old', 'microsoft')).toBe('Older than 90 days');
  });
});

test('each way of writing dates is named by an example, and each detail that is left out by its reason', () => {
  const formats = Object.values(DATE_FORMAT_WORDS);
  expect(formats.filter((text) => !/^[A-Z][a-z]+ .{4}/.test(text))).toEqual([]);
  expect(new Set(formats).size).toBe(formats.length);
  const details = Object.values(WITHOUT_WORDS);
  expect(details.filter((text) => !/^kept with.{10}/.test(text))).toEqual([]);
  expect(new Set(details).size).toBe(details.length);
  expect(WITHOUT_WORDS.name).toContain('at most 35 characters each');
});
