import { expect, it } from 'vitest';
import { findPersonalData } from '#contract/sharing.ts';

const NUMBERS = [
  '+49 30 1234567',
  '0049 30 1234567',
  '+1 (555) 010-9999',
  '+15550109999',
  '+33 1 23 45 67 89',
  '+91 98765 43210',
  '(555) 010-9999',
  '(212)555-1234',
  '(0171) 123 45 67',
  '555-010-9999',
  '555.010.9999',
  '1-555-010-9999',
  '5552109999',
  '030 1234567',
  '0171/1234567',
  '020 7946 0958',
  '06-12345678',
  '01 23 45 67 89',
  'tel:+4930123456',
  'Call 555 010 9999 now',
  '+49\u00a0(0)30 / 123\u00a0456-78',
  '+49 (0)30 / 123 456-78',
  '+４９ ３０ １２３４５６７',
  '+49\u202f30\u20111234567',
  '030  123\t\u16804567',
  '+49\u200b30 1234567',
  '٠٣٠ ١٢٣٤٥٦٧',
  '०९८ ७६५ ४३२१',
  '0171\u20441234567',
  '0171 / 1234567',
  '0171/ 1234567',
  '0171 /1234567',
  '030\u22121234567',
  '1 555 010 9999',
  '0171 12345678',
  '01-23-45-67-89',
  '0\u0301171 1234567',
];

const OTHERS = [
  '2025-10-15',
  '2025-10-15 12:00',
  '2025-10-15T15:04:00.000Z',
  '01/02/2025 - 01/03/2025',
  '15.10.2025',
  '2019 2020 2021',
  '09:00-17:00',
  '18-40',
  '50+',
  '1,000 - 2,000',
  '100000-200000',
  '0 - 100000000',
  '0.5 - 1.25',
  '$1,000.00 - $5,000.00',
  '1 000 000',
  '1,234,567,890',
  '1 234 567 890',
  '0.123456789',
  '94103-1234',
  '01067',
  '0000123456',
  '1234567890',
  '23851234567890123',
  '20251015120000',
  '192.168.100.200',
  'leads_20251015.csv',
  'utm_2025_10_15_4',
  'iPhone 15 Pro Max 256',
  '@handle',
  'Lunch @ noon',
  '3 @ 1.50',
  '2019 / 2020',
  'Google Ads',
  '(Blank)',
  '',
  'ann@example',
  'ann@example.c',
  'ann@.com',
  '@example.com',
  'ann @ example.c1',
  'ann @ .com',
  'ann @ example',
  '3 @ 1.50 EUR',
  `ann@${'x'.repeat(256)}.com`,
  'x5552109999',
  '5552109999x',
  '-5552109999',
  '5552109999.5',
  '+49 30 12',
  '00 49 30 1234567',
  '000493012345',
];

it.each(NUMBERS)('takes %s for a telephone number', (text) => {
  expect(findPersonalData(text)).toBe('a telephone number');
});

it.each([
  'ann@example.com',
  'Ann <ann@example.co>',
  'ann＠example.com',
  'ann @ example.com',
  'ann\u00a0@\u2009example.com',
  'mail to ä.ö@exämple.de please',
  'ann@example.co',
  'ann@1.example.com',
  'ann    @    example.com',
  'ann @ 3com.com',
  'ann @ -x.example',
  'ann @ e.co',
  'ann@[192.0.2.1].com',
  `ann@${'x'.repeat(255)}.com`,
  'a\u00adnn@exa\u200bmple.com',
])('takes %s for an e-mail address', (text) => {
  expect(findPersonalData(text)).toBe('an e-mail address');
});

it.each(OTHERS)('takes "%s" for nothing personal', (text) => {
  expect(findPersonalData(text)).toBeNull();
});

it('ends for a text of half a megabyte, whatever it is made of', () => {
  // In quadratic time it would take longer than a test may.
  for (const piece of ['0', '5', '+', '(', '5 ', '0-', 'a@', 'a.', '(12) ']) {
    const text = piece.repeat(250_000 / piece.length);
    expect(findPersonalData(text + text)).toBe(findPersonalData(text));
  }
});
