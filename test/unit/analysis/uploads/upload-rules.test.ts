import { describe, expect, test } from 'vitest';
import { findUploadFaults, type RuledFile } from '#test/support/upload-rules.ts';
import { sha256, UPLOAD_NOW } from '#test/support/upload-leads.ts';

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;

/** A file that the platform takes, and changes of it that it refuses, with the fault. */
const FIXTURES: Record<RuledFile, { good: string[]; bad: [fault: string, from: string, to: string][] }> = {
  linkedin: {
    good: [
      'email,firstname,lastname,employeecompany,title,country,timestamp,eventtype,amount,currency',
      `${sha256('ann@example.com')},Ann,Lee,"Lee, Sons",Head of Sales,DE,1795340000000,LEAD,12.50,EUR`,
      ',Sam,Gray,,,,11/02/2026,LEAD,1.00,EUR',
    ],
    bad: [
      ['heading company', 'employeecompany', 'company'],
      ['half a name', ',lastname', ',surname'],
      ['row 2: nobody', ',Sam,Gray', ',Sam,'],
      ['row 1: @', 'Head of Sales', 'ann@example.com'],
      ['row 1: firstname', 'Ann', 'A'.repeat(36)],
      ['row 1: country', 'DE', 'Germany'],
      ['row 1: email', sha256('ann@example.com'), 'ann@example.com'],
      ['row 2: amount', '1.00', '0.00'],
      ['row 2: timestamp', '11/02/2026', '02.11.2026'],
      ['row 2: timestamp', '11/02/2026', '08/01/2026'],
    ],
  },
  'google-corrections': {
    good: [
      'Parameters:TimeZone=Europe/Berlin',
      'Google Click ID,Conversion Name,Conversion Time,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
      'EAIaIQobChMI-good_0001,Lead won,2026-11-20 09:30:00,2026-11-22 13:00:00,RESTATE,100.00,EUR',
      'EAIaIQobChMI-good_0002,Lead won,2026-10-25 02:30:00+0100,2026-11-22 13:00:00,RESTATE,70.10,EUR',
    ],
    bad: [
      ['no line of the time zone', 'Parameters:TimeZone=Europe/Berlin\r\n', ''],
      ['headings', 'Adjusted Value Currency', 'Adjustment Currency Code'],
      ['row 1: type', 'RESTATE', 'RESTATEMENT'],
      ['row 1: the value of a retraction', 'RESTATE', 'RETRACT'],
      ['two kinds', 'RESTATE,100.00,EUR', 'RETRACT,,'],
      ['row 1: value', '100.00', '0.00'],
      ['row 1: value', '100.00', ''],
      ['row 1: currency', 'EUR', '€'],
      ['row 2: adjusted before the conversion', '+0100', '+01:00'],
      ['row 1: time of the adjustment', '2026-11-22 13:00:00', '2026-11-22 13:00:01'],
      ['row 1: adjusted before the conversion', '2026-11-22 13:00:00', '2026-11-20 09:29:59'],
      ['row 1: too old', '2026-11-20', '2026-09-28'],
      [
        'row 2: twice',
        'good_0002,Lead won,2026-10-25 02:30:00+0100',
        'good_0001,Lead won,2026-11-20 09:30:00',
      ],
      ['row 1: key', 'EAIaIQobChMI-good_0001', ''],
      ['row 1: name', 'Lead won', ''],
    ],
  },
  'microsoft-corrections': {
    good: [
      'Parameters:TimeZone=+0000',
      'Microsoft Click ID,Conversion Name,Conversion Time,Adjustment Type,Adjustment Time,Adjustment Value,Adjustment Currency',
      'f894f652ea334e739002f7167ab8f8e3,Lead,11/20/2026 8:30:00 AM,Retract,11/22/2026 12:00:00 PM,,',
    ],
    bad: [
      ['headings', 'Adjustment Value', 'Adjusted Value'],
      ['row 1: type', 'Retract', 'RETRACT'],
      ['row 1: value', 'Retract', 'Restate'],
      ['row 1: the value of a retraction', 'PM,,', 'PM,5.00,EUR'],
      ['row 1: time of the adjustment', '11/22/2026 12:00:00 PM', '2026-11-22 12:00:00'],
      ['row 1: too old', '11/20/2026', '8/23/2026'],
    ],
  },
};

// The rules are used in other tests: a rule that finds nothing would let every file pass.
describe.each(Object.entries(FIXTURES))('the rules of %s', (kind, { good, bad }) => {
  const text = lines(...good);
  const faultsOf = (changed: string) => findUploadFaults(kind as RuledFile, changed, UPLOAD_NOW);

  test('take a good file', () => {
    expect(faultsOf(text)).toEqual([]);
  });

  test.each(bad)('find %s', (fault, from, to) => {
    expect(text).toContain(from);
    expect(faultsOf(text.replace(from, to))).toContain(fault);
  });
});

test('the rules of corrections for Microsoft find faults of hashed addresses too', () => {
  const [email, phone] = [sha256('ann@example.com'), sha256('+4930901820')];
  const faultsOf = (...rows: string[]) =>
    findUploadFaults(
      'microsoft-corrections',
      lines(
        'Parameters:TimeZone=+0000',
        'Hashed Email Address,Hashed Phone Number,Conversion Name,Conversion Time,Adjustment Type,Adjustment Time,Adjustment Value,Adjustment Currency',
        ...rows.map((who) => `${who},Lead,11/20/2026 8:30:00 AM,Restate,11/22/2026 12:00:00 PM,5.00,EUR`),
      ),
      UPLOAD_NOW,
    );
  expect(faultsOf(`${email},${phone}`, `${email},`, `,${phone}`)).toEqual([]);
  expect(faultsOf(',')).toEqual(['row 1: key']);
  expect(faultsOf('ann@example.com,')).toEqual(['row 1: hash']);
  expect(faultsOf(`${email},`, `${email},`)).toEqual(['row 2: twice']);
});
