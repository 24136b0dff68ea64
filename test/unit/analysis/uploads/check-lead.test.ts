import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  OPEN_FACTS,
  startLeadCheck,
  type OpenFact,
  type UploadChoices,
} from '#frontend/analysis/uploads/check-lead.ts';
import { createZoneClock } from '#frontend/analysis/uploads/moments.ts';
import { MAX_UPLOAD_AGE_DAYS } from '#frontend/analysis/uploads/upload-format.ts';
import {
  UPLOAD_FORMATS,
  UPLOAD_FORMAT_IDS,
  type UploadFormatId,
} from '#frontend/analysis/platforms/upload-formats.ts';
import { createUploadTable } from '#frontend/analysis/uploads/upload-table.ts';
import { isRoundedNumber } from '#frontend/analysis/preflight/key-cells.ts';
import { readPhone } from '#frontend/threads/leads/read-phone.ts';
import { UPLOAD_NOW } from '#test/support/upload-leads.ts';

const GOOD_ID = 'EAIaIQobChMI-good_0001';
const CLICK_IDS = ['(not set)', GOOD_ID, '0AAAAAoqwer-ty1', '1,23E+15', '-', 'short'];
/** Mostly one of the four click ids, as in real files. */
const clickIds = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 2, 3),
    fc.constantFrom(GOOD_ID, GOOD_ID, GOOD_ID, ...CLICK_IDS),
    fc.nat(3),
    fc.constantFrom('', '', '', '', '', '', ...CLICK_IDS),
  )
  .map(([at, id, other, second]) =>
    Array.from({ length: 4 }, (_, place) => (place === at ? id : place === other ? second : '')),
  );
const EMAILS = ['', 'ann@example.com', 'Ann.B+c@gmail.com', 'ann', 'a'.repeat(64), '@'];
const PHONES = ['', '030 901820', '+1 800 555 0100', '12', 'call me', '00'];
const VALUES = fc.oneof(
  fc.double({ min: -1, max: 0.02, noNaN: true }),
  fc.integer({ min: 1, max: 5000 }).map((value) => value / 7),
);
const TIMES = fc.oneof(
  fc.constantFrom('', 'soon', '2026-11-20', '2026-11-20 09:30', '2026-02-31 10:00', '2026-11-20 10:00 BST'),
  fc
    .integer({ min: -200 * 24, max: 48 })
    .map((hours) => new Date(UPLOAD_NOW + hours * 3_600_000 + 1000).toISOString().slice(0, 19)),
  fc
    .integer({ min: -95 * 24 * 60, max: 60 })
    .map((minutes) => new Date(UPLOAD_NOW + minutes * 60_000).toISOString()),
);
const row = fc
  .tuple(
    clickIds,
    fc.constantFrom(...EMAILS),
    fc.constantFrom(...PHONES),
    TIMES,
    fc.constantFrom('', 'A1', 'A2', '=x'),
    fc.constantFrom('', 'Granted', 'no', 'perhaps'),
    fc.constantFrom('', 'yes', 'denied'),
    fc.constantFrom('', 'DE', 'USA', 'nowhere'),
    fc.constantFrom('', 'Ann', 'Zoë', 'A'.repeat(35), 'A'.repeat(36), 'ann@example.com'),
    fc.constantFrom('', 'Lee', '(not set)', 'de la Cruz'),
    fc.constantFrom('', 'Lee & Sons', 'ann@example.com'),
    fc.constantFrom('', 'Head of Sales', '@home'),
  )
  .map(([ids, ...others]) => [...ids, ...others]);

const COLUMNS: UploadChoices['columns'] = {
  gclid: 0,
  gbraid: 1,
  wbraid: 2,
  msclkid: 3,
  email: 4,
  phone: 5,
  time: 6,
  orderId: 7,
  adUserData: 8,
  adPersonalization: 9,
  country: 10,
  firstName: 11,
  lastName: 12,
  company: 13,
  jobTitle: 14,
};

test.each(UPLOAD_FORMAT_IDS)(
  'whatever the rows are, a lead that is kept for %s is one that the platform takes',
  (kind) => {
    const { needsTime, fields } = UPLOAD_FORMATS[kind];
    let kept = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(row, VALUES), { maxLength: 30 }),
        fc.constantFrom(null, 'Europe/Berlin', 'America/New_York'),
        fc.constantFrom(null, 'DE', 'US'),
        (rows, timeZone, phoneCountry) => {
          const choices: UploadChoices = {
            columns: COLUMNS,
            dateFormat: 'iso',
            year: 2026,
            timeZone,
            conversionName: 'Lead',
            currency: 'EUR',
            phoneCountry,
            adUserData: null,
            adPersonalization: null,
          };
          const clock = timeZone === null ? null : createZoneClock(timeZone);
          const { check } = startLeadCheck(UPLOAD_FORMATS[kind], choices, {
            clock,
            now: UPLOAD_NOW,
            readPhone,
            isRounded: (_, cell) => isRoundedNumber(cell),
          });
          const { headings, toCells } = createUploadTable(UPLOAD_FORMATS[kind], choices, clock);
          const seen = new Set<string>();
          for (const [cells, value] of rows) {
            const checked = check(cells, value);
            if (!checked.isTaken) continue;
            kept++;
            const { lead } = checked;
            const given = [lead.gclid, lead.gbraid, lead.wbraid, lead.msclkid].filter(Boolean);
            expect(given.length).toBeLessThanOrEqual(1);
            for (const id of given) expect(id).toMatch(/^[\w-]{10,}$/);
            if (kind === 'google-clicks') expect(lead.gclid).not.toBe('');
            const { firstName, lastName, company, jobTitle, country: code } = lead;
            const hasName = kind === 'linkedin' && firstName !== '';
            if (kind === 'linkedin') expect(lead.email !== null || hasName).toBe(true);
            expect(given.length > 0 || lead.email !== null || lead.phone !== null || hasName).toBe(true);
            expect(firstName === '').toBe(lastName === '');
            for (const name of [firstName, lastName]) expect(name.length).toBeLessThanOrEqual(35);
            expect([firstName, lastName, company, jobTitle].join('')).not.toContain('@');
            expect(['', 'DE', 'US']).toContain(code);
            const isUnread = kind === 'linkedin' && cells[COLUMNS.country ?? 0] === 'nowhere';
            expect(checked.without.includes('country')).toBe(isUnread);
            if (lead.phone && !lead.phone.isHashed) expect(lead.phone.text).toMatch(/^\+[1-9]\d{7,14}$/);
            expect(lead.value).toBeGreaterThanOrEqual(0.01);
            expect(lead.value).toBe(Number(lead.value.toFixed(2)));
            expect(lead.time.ms).toBeLessThanOrEqual(UPLOAD_NOW);
            expect(lead.time.ms).toBeGreaterThanOrEqual(UPLOAD_NOW - MAX_UPLOAD_AGE_DAYS * 86_400_000);
            if (needsTime && lead.time.isDay)
              expect(clock && new Date(clock.toClock(lead.time.ms)).toISOString()).toContain('T23:59:59');
            // Consent is what the row says, and never more.
            const takesConsent = fields.includes('adUserData');
            const [use, personal] = cells.slice(COLUMNS.adUserData ?? 0);
            const isGranted = takesConsent && use === 'Granted';
            expect(lead.adUserData).toBe(isGranted ? 'Granted' : null);
            const country = cells[COLUMNS.country ?? 0];
            const ofCountry = { DE: true, USA: false }[country ?? ''] ?? null;
            expect(checked.lacksConsent).toBe(takesConsent && !isGranted ? ofCountry : false);
            const said = personal === 'yes' ? 'Granted' : personal === 'denied' ? 'Denied' : null;
            expect(lead.adPersonalization).toBe(takesConsent ? said : null);
            const key = JSON.stringify([
              given,
              given.length > 0
                ? ''
                : lead.email || lead.phone
                  ? [lead.email, lead.phone]
                  : [firstName, lastName],
              lead.time.ms,
            ]);
            expect(seen.has(key)).toBe(false);
            seen.add(key);
            const written = toCells({ ...lead, email: 'e', phone: 'p' });
            expect(written).toHaveLength(headings.length);
            expect(written[headings.findIndex((heading) => /value|amount/i.test(heading))]).toMatch(
              /^\d+\.\d\d$/,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(kept).toBeGreaterThan(10);
  },
);

test.each(UPLOAD_FORMAT_IDS)(
  'a stage is checked for %s as its lead is, at its own time and with its own order id',
  (kind) => {
    // The last column: the day of the stage.
    const staged = fc.tuple(row, VALUES, TIMES).map(([cells, value, time]) => ({ cells, value, time }));
    fc.assert(
      fc.property(fc.array(staged, { maxLength: 30 }), (rows) => {
        const tools = {
          clock: createZoneClock('Europe/Berlin'),
          now: UPLOAD_NOW,
          readPhone,
          isRounded: (_: string, cell: string) => isRoundedNumber(cell),
        };
        const ofLeads = startLeadCheck(UPLOAD_FORMATS[kind], BEGIN, tools);
        const stage = { tag: 'sql', time: { column: 20, dateFormat: 'iso', hasOnlyDays: false } } as const;
        const ofStages = startLeadCheck(UPLOAD_FORMATS[kind], { ...BEGIN, stage }, tools);
        for (const { cells, value, time } of rows) {
          const place = COLUMNS.time ?? 0;
          // As if the lead had come at the time of the stage, where it has one.
          const asked = ofLeads.check(cells.with(place, time || cells[place]!), value); // every row has a time
          const staged = ofStages.check(
            [...cells, ...Array.from({ length: 20 - cells.length }, () => ''), time],
            value,
          );
          expect(staged.isTaken).toBe(asked.isTaken);
          if (!asked.isTaken || !staged.isTaken) {
            expect(staged).toEqual(asked);
            continue;
          }
          const id = asked.lead.orderId;
          expect(staged).toEqual({
            ...asked,
            lead: { ...asked.lead, orderId: id && `${id}-sql`, stage: 'sql' },
            isAtLeadTime: time === '',
          });
        }
      }),
    );
  },
);

/** Two answers for each fact. The check of a file that settles it must come out alike. */
const ANSWERS: Readonly<Record<OpenFact, readonly [Partial<UploadChoices>, Partial<UploadChoices>]>> = {
  zone: [{ timeZone: 'Asia/Tokyo' }, { timeZone: 'America/New_York' }],
  phoneCountry: [{ phoneCountry: 'DE' }, { phoneCountry: null }],
  consent: [
    { adUserData: 'Denied', adPersonalization: 'Denied' },
    { adUserData: 'Granted', adPersonalization: 'Granted' },
  ],
};

function checkWith(
  rows: readonly (readonly string[])[],
  { kind, ...choices }: UploadChoices & { kind: UploadFormatId },
) {
  const clock = choices.timeZone === null ? null : createZoneClock(choices.timeZone);
  const isRounded = (_: string, cell: string) => isRoundedNumber(cell);
  const tools = { clock, now: UPLOAD_NOW, readPhone, isRounded };
  const { check, leftOpen } = startLeadCheck(UPLOAD_FORMATS[kind], choices, tools);
  return { leads: rows.map((cells) => check(cells, 10)), leftOpen };
}

const BEGIN: UploadChoices = {
  columns: COLUMNS,
  dateFormat: 'iso',
  year: 2026,
  timeZone: 'Europe/Berlin',
  conversionName: 'Lead',
  currency: 'EUR',
  phoneCountry: null,
  adUserData: null,
  adPersonalization: null,
};

test.each(OPEN_FACTS)('where no lead leaves %s open, the answer of the form changes nothing', (fact) => {
  const settled = { count: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...UPLOAD_FORMAT_IDS),
      fc.array(row, { minLength: 1, maxLength: 2 }),
      (kind, rows) => {
        const [one, other] = ANSWERS[fact].map((answer) => checkWith(rows, { ...BEGIN, kind, ...answer }));
        if (!one || !other) throw new Error('two answers');
        if (one.leftOpen.has(fact)) return;
        settled.count++;
        expect(one.leads).toEqual(other.leads);
      },
    ),
    { numRuns: 500 },
  );
  expect(settled.count).toBeGreaterThan(50);
});

test.each<[cells: Record<string, string>, open: readonly OpenFact[]]>([
  [{}, []],
  [{ time: '2026-11-20 09:30' }, ['zone']],
  [{ time: '2026-11-20' }, ['zone']],
  [{ time: '2026-11-20 09:30+0100' }, []],
  [{ phone: '030 901820' }, ['phoneCountry']],
  [{ phone: '030 901820', country: 'DE' }, []],
  [{ phone: '+49 30 901820' }, []],
  [{ phone: '(+49) 30 901820' }, []],
  [{ phone: '0049 30 901820' }, []],
  [{ phone: 'call me' }, []],
  [{ adPersonalization: '' }, ['consent']],
  [{ adUserData: '' }, ['consent']],
  // No lead has a way to be found yet, and the zone is open all the same.
  [{ gclid: '', time: '2026-11-20 09:30' }, ['zone']],
])('a lead with %j leaves open: %j', (changes, open) => {
  const said: Record<string, string> = {
    gclid: GOOD_ID,
    time: '2026-11-20T09:30:00Z',
    adUserData: 'Granted',
    adPersonalization: 'denied',
    ...changes,
  };
  const cells = Object.keys(COLUMNS).map((field) => said[field] ?? '');
  const { leftOpen } = checkWith([cells], { ...BEGIN, kind: 'google-data-manager' });
  expect([...leftOpen]).toEqual(open);
  // Without a zone too.
  const without = checkWith([cells], { ...BEGIN, kind: 'google-data-manager', timeZone: null });
  expect([...without.leftOpen]).toEqual(open);
});

test('a midnight counts as the last second of its day where its column has no other time', () => {
  const timesOf = (said: Record<string, string>, changes: Partial<UploadChoices>) => {
    const cells = [...Object.keys(COLUMNS), 'stage'].map((field) => said[field] ?? '');
    const choices: UploadChoices & { kind: UploadFormatId } = { ...BEGIN, kind: 'google-clicks', ...changes };
    const [checked] = checkWith([cells], choices).leads;
    return checked?.isTaken ? new Date(checked.lead.time.ms).toISOString() : checked?.reason;
  };
  const time = (day: string) => ({ gclid: GOOD_ID, time: `${day} 00:00:00` });
  expect(timesOf(time('2026-11-20'), { hasOnlyDays: true })).toBe('2026-11-20T22:59:59.000Z');
  expect(timesOf(time('2026-11-20'), { hasOnlyDays: false })).toBe('2026-11-19T23:00:00.000Z');
  expect(timesOf(time('2026-11-20'), { hasOnlyDays: true, dropsDays: true })).toBe('no-time');
  expect(timesOf(time('2026-11-20'), { hasOnlyDays: false, dropsDays: true })).toBe(
    '2026-11-19T23:00:00.000Z',
  );
  expect(timesOf(time('2026-11-22'), { hasOnlyDays: true })).toBe('today');
  expect(timesOf(time('2026-11-22'), {})).toBe('2026-11-21T23:00:00.000Z');
  // The column of a stage is judged by itself; where it is empty, that of the lead counts.
  const staged = (hasOnlyDays: boolean) => {
    const column = Object.keys(COLUMNS).length;
    const stage = { tag: 'sql', time: { column, dateFormat: 'iso', hasOnlyDays } } as const;
    return (day: string) =>
      timesOf({ ...time('2026-11-18'), stage: day }, { hasOnlyDays: !hasOnlyDays, stage });
  };
  expect(staged(true)('2026-11-20 00:00:00')).toBe('2026-11-20T22:59:59.000Z');
  expect(staged(false)('2026-11-20 00:00:00')).toBe('2026-11-19T23:00:00.000Z');
  expect(staged(true)('')).toBe('2026-11-17T23:00:00.000Z');
  expect(staged(false)('')).toBe('2026-11-18T22:59:59.000Z');
});

test('a day leaves the zone open for LinkedIn too, which takes days without a zone', () => {
  const said: Record<string, string> = { email: 'ann@example.com', time: '2026-11-20' };
  const cells = Object.keys(COLUMNS).map((field) => said[field] ?? '');
  for (const timeZone of ['Europe/Berlin', null]) {
    const { leads, leftOpen } = checkWith([cells], { ...BEGIN, kind: 'linkedin', timeZone });
    expect(leads[0]?.isTaken).toBe(true);
    expect(leftOpen.has('zone')).toBe(true);
  }
});
