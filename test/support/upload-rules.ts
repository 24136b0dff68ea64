import Papa from 'papaparse';

/**
 * The demands of platforms on a file, written anew from their pages and knowing nothing of the code that makes the files: LinkedIn
 * Marketing Solutions Help a530615; Google Ads Help 7686280, 7686447 and 7686449 with the Google Ads API reference v25
 * (ConversionAdjustment and its errors); Microsoft's Bulk record 'Offline Conversion' (bingads-13). Read 2026-11-25.
 */
export type RuledFile = 'linkedin' | 'google-corrections' | 'microsoft-corrections';

/** The faults of a file as it is uploaded at a moment; none for a file that the platform takes. */
export function findUploadFaults(kind: RuledFile, text: string, now: number): string[] {
  if (text.startsWith('\uFEFF')) return ['a byte order mark'];
  const lines = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data;
  return kind === 'linkedin' ? ofLinkedIn(lines, now) : ofCorrections(kind, lines, now);
}

const DAY = 86_400_000;

function ofLinkedIn([headings = [], ...rows]: string[][], now: number): string[] {
  const known = ['email', 'firstname', 'lastname', 'employeecompany', 'title', 'country'];
  const required = ['timestamp', 'eventtype', 'amount', 'currency'];
  const faults = headings
    .filter((heading) => ![...known, ...required].includes(heading))
    .map((h) => `heading ${h}`);
  faults.push(...required.filter((heading) => !headings.includes(heading)).map((h) => `no ${h}`));
  if (headings.includes('firstname') !== headings.includes('lastname')) faults.push('half a name');
  rows.forEach((row, index) => {
    const cell = (heading: string) => row[headings.indexOf(heading)] ?? '';
    const fault = (words: string) => faults.push(`row ${index + 1}: ${words}`);
    const hasName = cell('firstname') !== '' && cell('lastname') !== '';
    if (row.length !== headings.length) fault('cells');
    if (cell('email') === '' && !hasName) fault('nobody');
    if (cell('email') !== '' && !/^[0-9a-f]{64}$/.test(cell('email'))) fault('email');
    for (const name of ['firstname', 'lastname']) if (cell(name).length > 35) fault(name);
    if (row.some((text, at) => headings[at] !== 'email' && text.includes('@'))) fault('@');
    if (!/^(?:[A-Z]{2})?$/.test(cell('country'))) fault('country');
    if (!/^(?!0+\.00$)\d+\.\d\d$/.test(cell('amount'))) fault('amount');
    if (!/^[A-Z]{3}$/.test(cell('currency'))) fault('currency');
    const time = cell('timestamp');
    const ms = /^\d{13}$/.test(time)
      ? Number(time)
      : /^\d\d\/\d\d\/\d{4}$/.test(time)
        ? Date.parse(time)
        : Number.NaN;
    if (!(ms <= now && now - ms <= 91 * DAY)) fault('timestamp');
  });
  return faults;
}

const CORRECTIONS = {
  'google-corrections': {
    headings: [
      'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
      'Google Click ID,Conversion Name,Conversion Time,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
    ],
    value: 'Adjusted Value',
    currency: 'Adjusted Value Currency',
    restate: 'RESTATE',
    retract: 'RETRACT',
    // '+01:00' is refused; without an offset it is the time of the zone that the first line names.
    time: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[+-]\d{4})?$/,
    maxAgeDays: 54,
  },
  'microsoft-corrections': {
    headings: [
      'Microsoft Click ID,Conversion Name,Conversion Time,Adjustment Type,Adjustment Time,Adjustment Value,Adjustment Currency',
      // OfflineConversionAdjustment (bingads-13, read 2026-11-29): HashedEmailAddress and HashedPhoneNumber in place of the click.
      'Hashed Email Address,Hashed Phone Number,Conversion Name,Conversion Time,Adjustment Type,Adjustment Time,Adjustment Value,Adjustment Currency',
    ],
    value: 'Adjustment Value',
    currency: 'Adjustment Currency',
    restate: 'Restate',
    retract: 'Retract',
    time: /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d [AP]M$/,
    maxAgeDays: 90,
  },
};

function ofCorrections(kind: keyof typeof CORRECTIONS, lines: string[][], now: number): string[] {
  const [first = [], headings = [], ...rows] = lines;
  const rules = CORRECTIONS[kind];
  const zone = /^Parameters:TimeZone=(?<zone>\S+)$/.exec(first[0] ?? '')?.groups?.zone;
  if (first.length !== 1 || zone === undefined) return ['no line of the time zone'];
  const faults = rules.headings.includes(headings.join()) ? [] : ['headings'];
  const keys = new Set<string>();
  const types = new Set<string>();
  rows.forEach((row, index) => {
    const fault = (words: string) => faults.push(`row ${index + 1}: ${words}`);
    const cell = (heading: string) => row[headings.indexOf(heading)] ?? '';
    const momentOf = (heading: string) => readClock(cell(heading), rules.time, zone);
    const [type, value, currency] = [cell('Adjustment Type'), cell(rules.value), cell(rules.currency)];
    const isByAddress = headings[0] === 'Hashed Email Address';
    const hashes = isByAddress ? row.slice(0, 2) : [];
    const who = isByAddress ? hashes.join('') : (row[0] ?? '');
    const key = [who, cell('Conversion Time')].join('|');
    if (row.length !== headings.length) fault('cells');
    if (keys.has(key)) fault('twice');
    if (who.length < 2) fault('key');
    if (hashes.some((hash) => !/^(?:[0-9a-f]{64})?$/.test(hash))) fault('hash');
    if (cell('Conversion Name') === '') fault('name');
    if (type === rules.retract) {
      if (value + currency !== '') fault('the value of a retraction');
    } else if (type !== rules.restate) fault('type');
    // A conversion that is restated to 0 cannot be adjusted again.
    else if (!/^(?!0+\.00$)\d+\.\d\d$/.test(value)) fault('value');
    else if (!/^[A-Z]{3}$/.test(currency)) fault('currency');
    const adjusted = momentOf('Adjustment Time');
    if (!(adjusted <= now)) fault('time of the adjustment');
    if (headings.includes('Conversion Time')) {
      const converted = momentOf('Conversion Time');
      if (!(converted <= adjusted)) fault('adjusted before the conversion');
      if (!(now - converted < rules.maxAgeDays * DAY + 1000)) fault('too old');
    }
    keys.add(key);
    types.add(type);
  });
  return types.size > 1 ? [...faults, 'two kinds'] : faults;
}

/** The moment of a time in a zone; NaN where it is written otherwise. */
function readClock(text: string, pattern: RegExp, zone: string): number {
  if (!pattern.test(text)) return Number.NaN;
  const offset = /[+-]\d{4}$/.exec(text)?.[0];
  const asUtc = Date.parse(`${text.replace(/[+-]\d{4}$/, '')} UTC`);
  if (offset)
    return asUtc - (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * Number(`${offset[0]}60000`);
  if (zone === '+0000') return asUtc;
  const shown = new Date(asUtc).toLocaleString('sv-SE', { timeZone: zone });
  // The zone's distance from UTC about then; changes of the clock need the offset anyway.
  return asUtc - (Date.parse(`${shown} UTC`) - asUtc);
}
