import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  startComparison,
  type CompareOptions,
  type LeadToday,
  type WithoutValue,
} from '#frontend/analysis/uploads/compare-sent.ts';
import type { CorrectionFormat } from '#frontend/analysis/uploads/correction-format.ts';
import {
  CORRECTION_FORMATS,
  findCorrectionFormat,
  type CorrectionFormatId,
} from '#frontend/analysis/platforms/correction-formats.ts';
import { createZoneClock } from '#frontend/analysis/uploads/moments.ts';
import { collectSent, type SentFile } from '#frontend/analysis/uploads/sent-conversions.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import { UPLOAD_NOW } from '#test/support/upload-leads.ts';
import { findUploadFaults } from '#test/support/upload-rules.ts';

const DAY = 86_400_000;
const BERLIN = createZoneClock('Europe/Berlin');
const GCLID = 'EAIaIQobChMI-good_0001';
const MSCLKID = 'f894f652ea334e739002f7167ab8f8e3';
/** Hashes of an e-mail address, and of two phone numbers. */
const [MAIL, PHONE, OTHER_PHONE] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];

const file = (headings: string, ...rows: string[]): SentFile => ({
  headings: headings.split(','),
  rows: rows.map((row) => row.split(',')),
  clock: BERLIN,
});
const UPLOAD =
  'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID';
/** A conversion of 20 November, 08:30 UTC, by order id. */
const sentBy = (orderId: string, value = '100.00', time = '2026-11-20 09:30:00') =>
  `${GCLID},Lead,${time},${value},EUR,${orderId}`;
const upload = (...rows: string[]) => file(UPLOAD, ...rows);
const corrections = (...rows: string[]) =>
  file(
    'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
    ...rows,
  );
const ADJUSTED = '2026-11-21 10:00:00';

const TIME = Date.parse('2026-11-20T08:30:00Z');
const lead = (orderId: string, value: LeadToday['value'], others: Partial<LeadToday> = {}): LeadToday => ({
  orderIds: orderId === '' ? [] : [orderId],
  clickId: '',
  email: '',
  phone: '',
  ms: TIME,
  value,
  ...others,
});

function compare(
  files: readonly SentFile[],
  leads: readonly LeadToday[],
  { id = 'google', ...options }: Partial<CompareOptions> & { id?: CorrectionFormatId } = {},
) {
  const format: CorrectionFormat = CORRECTION_FORMATS[id];
  const sent = collectSent(format, files);
  const comparison = startComparison(sent, {
    format,
    currency: 'EUR',
    now: UPLOAD_NOW,
    retractsGone: false,
    ...options,
  });
  for (const one of leads) comparison.see(one);
  const { restate, retract, stay, retracted, ...counts } = comparison.finish();
  return {
    restate: restate.map(({ conversion, value }) => [conversion.orderId || conversion.clickId, value]),
    retract: retract.map(({ conversion }) => conversion.orderId || conversion.clickId),
    stay: Object.fromEntries([...stay].filter(([, count]) => count > 0)),
    retracted: Object.fromEntries(retracted),
    strayCorrections: sent.strayCorrections,
    ...counts,
  };
}

describe('a conversion that was sent', () => {
  test('is restated where its lead has another value, and sent no more where it has the same', () => {
    const { restate, retract, unchanged, found, added } = compare(
      [upload(sentBy('A1'), sentBy('A2', '50.00'), sentBy('A3', '12.5'))],
      [lead('A1', 70), lead('A2', 50.01), lead('A3', 12.5), lead('A4', 9), lead('A5', 'not-converted')],
    );
    expect(restate).toEqual([
      ['A1', 70],
      ['A2', 50.01],
    ]);
    expect({ retract, unchanged, found, added }).toEqual({ retract: [], unchanged: 1, found: 3, added: 1 });
  });

  test.each<[WithoutValue, boolean]>([
    ['not-converted', true],
    ['no-value', true],
    ['left-out-test', true],
    ['left-out-duplicate', true],
    ['left-out-status', false],
    ['left-out-unreadable-date', false],
    ['left-out-date', false],
    ['left-out-young', false],
    ['other-currency', false],
  ])('whose lead has no value today (%s) is retracted: %s', (reason, isRetracted) => {
    const { retract, retracted, stay, restate } = compare(
      [upload(sentBy('A1'), sentBy('A2'))],
      [lead('A1', reason), lead('A2', 100)],
    );
    expect({ retract, restate }).toEqual({ retract: isRetracted ? ['A1'] : [], restate: [] });
    expect(isRetracted ? retracted : stay).toEqual({ [reason]: 1 });
  });

  test('whose lead is gone is retracted only if the visitor says so', () => {
    const files = [upload(sentBy('A1'), sentBy('A2'))];
    expect(compare(files, [lead('A2', 100)])).toMatchObject({
      retract: [],
      stay: { gone: 1 },
      gone: 1,
      found: 1,
    });
    expect(compare(files, [lead('A2', 100)], { retractsGone: true })).toMatchObject({
      retract: ['A1'],
      retracted: { gone: 1 },
      stay: {},
      gone: 1,
    });
  });

  test('has the value of the first of several leads that has one, and is not retracted for the others', () => {
    const files = [upload(sentBy('A1'))];
    expect(compare(files, [lead('A1', 'not-converted'), lead('A1', 70), lead('A1', 80)]).restate).toEqual([
      ['A1', 70],
    ]);
    expect(compare(files, [lead('A1', 'not-converted'), lead('A1', 'left-out-status')])).toMatchObject({
      retract: [],
      stay: { 'left-out-status': 1 },
    });
    expect(compare(files, [lead('A1', 'left-out-status'), lead('A1', 'not-converted')]).retract).toEqual([]);
  });

  test('without an order id is found by its click and its time, to the second', () => {
    const files = [upload(sentBy(''))];
    const at = (ms: number) => lead('A9', 70, { clickId: GCLID, ms });
    expect(compare(files, [at(TIME + 999)]).restate).toEqual([[GCLID, 70]]);
    for (const ms of [TIME - 1, TIME + 1000])
      expect(compare(files, [at(ms)], { retractsGone: true })).toMatchObject({
        restate: [],
        retract: [],
        stay: { 'other-time': 1 },
        added: 0,
      });
    expect(compare(files, [lead('', 70, { clickId: GCLID, ms: null })]).stay).toEqual({ 'other-time': 1 });
    expect(compare(files, [lead('', 70, { clickId: 'another' })]).stay).toEqual({ gone: 1 });
  });

  test('with an order id is found by that alone, since Google takes no other key then', () => {
    const { stay, added } = compare([upload(sentBy('A1'))], [lead('', 70, { clickId: GCLID })]);
    expect({ stay, added }).toEqual({ stay: { gone: 1 }, added: 1 });
  });

  test('with an order id is gone without it, although another conversion of its click is there', () => {
    const files = [upload(sentBy(''), sentBy('A1', '100.00', '2026-11-20 10:00:00'))];
    expect(compare(files, [lead('', 100, { clickId: GCLID })])).toMatchObject({
      unchanged: 1,
      stay: { gone: 1 },
    });
  });

  test('keeps apart the two times of the hour that a clock shows twice', () => {
    const summer = sentBy('', '1.00', '2026-10-25 02:15:00+0200');
    const winter = sentBy('', '2.00', '2026-10-25 02:15:00+0100');
    const [first, second] = ['2026-10-25T00:15:00Z', '2026-10-25T01:15:00Z'].map((time) => Date.parse(time));
    const { restate, unchanged } = compare(
      [upload(summer, winter)],
      [lead('', 1, { clickId: GCLID, ms: first ?? 0 }), lead('', 7, { clickId: GCLID, ms: second ?? 0 })],
    );
    expect({ restate, unchanged }).toEqual({ restate: [[GCLID, 7]], unchanged: 1 });
  });

  test('that was sent twice with two values is restated, since nobody knows which one counts', () => {
    const twice = (value: string) =>
      compare([upload(sentBy('A1')), upload(sentBy('A1', value))], [lead('A1', 100)]);
    expect(twice('90.00')).toMatchObject({ restate: [['A1', 100]], unchanged: 0 });
    expect(twice('100.00')).toMatchObject({ restate: [], unchanged: 1 });
  });
});

describe('a conversion that was sent to Microsoft', () => {
  const HEADINGS =
    'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Hashed Email Address,Hashed Phone Number';
  const sent = (who: string, email: string, phone: string, value = '100.00') =>
    `${who},Lead,11/20/2026 9:30:00 AM,${value},EUR,${email},${phone}`;
  const microsoft = (rows: string[], leads: LeadToday[], options: Partial<CompareOptions> = {}) => {
    const format: CorrectionFormat = CORRECTION_FORMATS.microsoft;
    const comparison = startComparison(collectSent(format, [file(HEADINGS, ...rows)]), {
      format,
      currency: 'EUR',
      now: UPLOAD_NOW,
      retractsGone: true,
      ...options,
    });
    for (const one of leads) comparison.see(one);
    const { restate, retract, stay, added, found } = comparison.finish();
    return {
      restate: restate.map(({ conversion: { key, clickId, email, phone }, value }) => [
        key,
        clickId || email || phone,
        value,
      ]),
      retract: retract.map(({ conversion: { key } }) => key),
      stay: Object.fromEntries([...stay].filter(([, count]) => count > 0)),
      added,
      found,
    };
  };
  const person = (value: LeadToday['value'], of: Partial<LeadToday>) => lead('', value, of);

  test('without a click is found by either of its hashed addresses and its time, to the second', () => {
    for (const of of [{ email: MAIL }, { phone: PHONE }, { email: MAIL, phone: OTHER_PHONE }])
      expect(microsoft([sent('', MAIL, PHONE)], [person(70, { ...of, ms: TIME + 999 })]).restate).toEqual([
        ['address', MAIL, 70],
      ]);
    expect(microsoft([sent('', '', PHONE)], [person(70, { email: MAIL, phone: PHONE })]).restate).toEqual([
      ['address', PHONE, 70],
    ]);
  });

  test('at another time than today stays, and is not retracted', () => {
    for (const of of [{ email: MAIL }, { phone: PHONE }])
      for (const ms of [TIME - 1, TIME + 1000, null])
        expect(microsoft([sent('', MAIL, PHONE)], [person(70, { ...of, ms })])).toMatchObject({
          restate: [],
          retract: [],
          stay: { 'other-time': 1 },
          added: 0,
        });
    expect(microsoft([sent('', MAIL, PHONE)], [person(70, { email: OTHER_PHONE })])).toMatchObject({
      retract: ['address'],
      added: 1,
    });
  });

  test('with a click is corrected by it, also where the file of today has only the address', () => {
    const rows = [sent(MSCLKID, MAIL, '')];
    expect(microsoft(rows, [person(70, { email: MAIL })]).restate).toEqual([['clickId', MSCLKID, 70]]);
    // The person came again, and the lead of the click is gone.
    expect(microsoft(rows, [person(70, { email: MAIL, ms: TIME + 5000 })])).toMatchObject({
      retract: ['clickId'],
      added: 1,
    });
  });

  test('is not taken for another one of the same person at the same time', () => {
    const rows = [sent(MSCLKID, MAIL, ''), sent('', MAIL, '', '50.00')];
    for (const all of [rows, rows.toReversed()])
      expect(
        microsoft(all, [person(70, { clickId: MSCLKID, email: MAIL }), person(40, { email: MAIL })]).restate,
      ).toEqual(
        expect.arrayContaining([
          ['clickId', MSCLKID, 70],
          ['address', MAIL, 40],
        ]),
      );
  });

  test('leaves a later lead of its person new', () => {
    expect(
      microsoft(
        [sent('', MAIL, '')],
        [person(100, { email: MAIL }), person(100, { email: MAIL, ms: TIME + 60_000 })],
      ),
    ).toMatchObject({ found: 1, added: 1, stay: {} });
  });
});

describe('earlier corrections', () => {
  const restated = `A1,Lead,${ADJUSTED},RESTATE,70.00,EUR`;

  test('are what the platform has now, in the order of their times', () => {
    const later = 'A1,Lead,2026-11-21 11:00:00,RESTATE,60.00,EUR';
    for (const files of [
      [upload(sentBy('A1')), corrections(restated), corrections(later)],
      [corrections(later), corrections(restated), upload(sentBy('A1'))],
    ]) {
      expect(compare(files, [lead('A1', 60)])).toMatchObject({ restate: [], unchanged: 1 });
      expect(compare(files, [lead('A1', 70)]).restate).toEqual([['A1', 70]]);
    }
  });

  test('that retracted a conversion are final', () => {
    const files = [upload(sentBy('A1')), corrections(`A1,Lead,${ADJUSTED},RETRACT,,`)];
    for (const value of [100, 70, 'not-converted'] as const)
      expect(compare(files, [lead('A1', value)])).toMatchObject({
        restate: [],
        retract: [],
        stay: { retracted: 1 },
      });
  });

  test('need a later time for the next one', () => {
    const files = [upload(sentBy('A1')), corrections(restated)];
    const at = (time: string) => compare(files, [lead('A1', 50)], { now: Date.parse(time) });
    // 10:00 in Berlin.
    expect(at('2026-11-21T09:00:00.999Z')).toMatchObject({ restate: [], stay: { 'not-later': 1 } });
    expect(at('2026-11-21T09:00:01.000Z').restate).toEqual([['A1', 50]]);
  });

  test('of conversions that are in no upload are counted', () => {
    const { strayCorrections, found } = compare(
      [upload(sentBy('A1')), corrections(restated.replace('A1', 'B1'))],
      [],
    );
    expect({ strayCorrections, found }).toEqual({ strayCorrections: 1, found: 0 });
  });
});

describe('limits', () => {
  test.each([
    ['google', 54],
    ['microsoft', 90],
  ] as const)('%s: no conversion is corrected that is older than %i days', (id, days) => {
    const ms = Math.floor(UPLOAD_NOW / 1000) * 1000 - days * DAY;
    const [clickId, name] = id === 'google' ? [GCLID, 'Google Click ID'] : [MSCLKID, 'Microsoft Click ID'];
    const at = (moment: number) => {
      const sent = {
        ...file(`${name},Conversion Name,Conversion Time,Conversion Value,Conversion Currency`),
      };
      const clock = new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
      const [year, month, day] = clock.slice(0, 10).split('-');
      const time = id === 'google' ? clock : `${month}/${day}/${year} ${clock.slice(11)}`;
      const files = [
        { ...sent, clock: createZoneClock('UTC'), rows: [[clickId, 'Lead', time, '1.00', 'EUR']] },
      ];
      return compare(files, [lead('', 2, { clickId, ms: moment })], { id, now: UPLOAD_NOW });
    };
    expect(at(ms).restate).toEqual([[clickId, 2]]);
    expect(at(ms - 1000)).toMatchObject({ restate: [], stay: { 'too-old': 1 } });
  });

  test('no correction is earlier than its conversion', () => {
    const at = (now: number) => compare([upload(sentBy('A1'))], [lead('A1', 70)], { now });
    expect(at(TIME).restate).toHaveLength(1);
    expect(at(TIME - 1)).toMatchObject({ restate: [], stay: { 'not-later': 1 } });
  });

  test('an order id has two characters at least', () => {
    const { restate, stay } = compare([upload(sentBy('A'), sentBy('AB'))], [lead('A', 1), lead('AB', 1)]);
    expect({ restate, stay }).toEqual({ restate: [['AB', 1]], stay: { 'short-order-id': 1 } });
  });

  test('a value in another currency is not compared, but a conversion that does not count is retracted in any', () => {
    const files = [upload(sentBy('A1'), sentBy('A2'), sentBy('A3'))];
    expect(
      compare(files, [lead('A1', 100), lead('A2', 70), lead('A3', 'not-converted')], { currency: 'USD' }),
    ).toMatchObject({
      restate: [],
      unchanged: 0,
      stay: { 'sent-currency': 2 },
      retract: ['A3'],
    });
  });

  test('rows without a key or with cells that cannot be read are counted', () => {
    const rows = [
      ',Lead,2026-11-20 09:30:00,100.00,EUR,',
      sentBy('A1', '100,00'.replace(',', ';')),
      sentBy('A2', '-5.00'),
      sentBy('A3', '100.001'),
      sentBy('A4', '100.00', '20.11.2026 09:30'),
      sentBy('A5', '100.00', '2026-11-20'),
      sentBy('A6'),
    ];
    expect(compare([upload(...rows)], [lead('A6', 100)])).toMatchObject({
      stay: { 'without-key': 1, unreadable: 5 },
      unchanged: 1,
    });
  });
});

test('the platform of a file is found by its headings', () => {
  expect(findCorrectionFormat(UPLOAD.split(','))).toBe('google');
  expect(findCorrectionFormat(['Email', 'Conversion Name', 'Conversion Time'])).toBe('google');
  for (const key of ['Microsoft Click ID', 'Hashed Email Address', 'Hashed Phone Number'])
    expect(findCorrectionFormat([key, 'Conversion Name'])).toBe('microsoft');
  expect(findCorrectionFormat(['Microsoft Click ID', 'Hashed Email Address'])).toBeNull();
  expect(findCorrectionFormat(['email', 'timestamp', 'eventtype', 'amount', 'currency'])).toBeNull();
});

const sentRow = fc.record({
  orderId: fc.constantFrom('', 'A', 'A1', 'A2', 'A3'),
  click: fc.constantFrom('', 'click_000001', 'click_000002'),
  email: fc.constantFrom('', MAIL),
  phone: fc.constantFrom('', PHONE, OTHER_PHONE),
  value: fc.constantFrom('1.00', '0.01', '250.50', '12;5', ''),
  hours: fc.integer({ min: -2, max: 100 * 24 }),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
});
const leadToday = fc.record({
  orderIds: fc.constantFrom([], ['A'], ['A1'], ['lead-A', 'A2'], ['A3'], ['A4']),
  clickId: fc.constantFrom('', 'click_000001', 'click_000002'),
  email: fc.constantFrom('', MAIL),
  phone: fc.constantFrom('', PHONE, OTHER_PHONE),
  ms: fc.option(fc.integer({ min: -2, max: 100 * 24 }).map((hours) => UPLOAD_NOW - hours * 3_600_000)),
  value: fc.constantFrom<LeadToday['value']>(
    1,
    0.01,
    250.5,
    999.99,
    'not-converted',
    'left-out-young',
    'left-out-test',
  ),
});

test.each(['google', 'microsoft'] as const)(
  '%s: every conversion is corrected once or counted once, and the platform takes each file',
  (id) => {
    const format: CorrectionFormat = CORRECTION_FORMATS[id];
    const clock = createZoneClock(id === 'google' ? 'America/New_York' : 'UTC');
    let corrected = 0;
    fc.assert(
      fc.property(
        fc.array(sentRow, { maxLength: 12 }),
        fc.array(leadToday, { maxLength: 12 }),
        fc.boolean(),
        (rows, leads, retractsGone) => {
          const headings = [
            format.sent.clickId,
            ...(id === 'google' ? ['Order ID'] : ['Hashed Email Address', 'Hashed Phone Number']),
            ...UPLOAD.split(',').slice(1, 5),
          ];
          const cells = rows.map(({ orderId, click, email, phone, hours, value, currency }) => {
            const shown = new Date(clock.toClock(UPLOAD_NOW - hours * 3_600_000)).toISOString();
            const [year, month, day] = shown.slice(0, 10).split('-');
            const time = `${id === 'google' ? shown.slice(0, 10) : `${month}/${day}/${year}`} ${shown.slice(11, 19)}`;
            const others = id === 'google' ? [orderId] : [email, phone];
            return [click, ...others, 'Lead', time, value, currency];
          });
          const sent = collectSent(format, [{ headings, rows: cells, clock }]);
          const comparison = startComparison(sent, {
            format,
            currency: 'EUR',
            now: UPLOAD_NOW,
            retractsGone,
          });
          for (const one of leads) comparison.see(one);
          const { restate, retract, unchanged, stay, retracted } = comparison.finish();
          const stays = [...stay.values()].reduce((sum, count) => sum + count, 0);
          expect(restate.length + retract.length + unchanged + stays).toBe(
            sent.conversions.size + sent.withoutKey + sent.unreadable,
          );
          expect([...retracted.values()].reduce((sum, count) => sum + count, 0)).toBe(retract.length);
          corrected += restate.length + retract.length;
          for (const own of [restate, retract])
            for (const [key, columns = []] of Object.entries(format.columns)) {
              const written = own
                .filter(({ conversion }) => conversion.key === key)
                .map((correction) => columns.map(({ cell }) => cell(correction, { now: UPLOAD_NOW })));
              const parameters = format.parameters.map((line) => [line]);
              const text = writeUnchanged(
                [...parameters, columns.map(({ heading }) => heading), ...written],
                ',',
              );
              expect(findUploadFaults(`${id}-corrections`, text, UPLOAD_NOW)).toEqual([]);
            }
        },
      ),
      { numRuns: 500 },
    );
    expect(corrected).toBeGreaterThan(50);
  },
);
