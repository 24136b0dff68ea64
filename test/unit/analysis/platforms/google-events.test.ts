import { describe, expect, test } from 'vitest';
import { toEvent } from '#frontend/analysis/platforms/google-ads/google-events.ts';
import { GOOGLE_DATA_MANAGER } from '#frontend/analysis/platforms/google-ads/google-data-manager.ts';
import type { HashedLead } from '#frontend/analysis/uploads/upload-format.ts';

/** https://github.com/googleads/data-manager-node, util/test/formatter.test.ts, of 2026-06-25: alexz@example.com and +18005550100. */
const EMAIL = '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a';
const PHONE = 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30';

const LEAD: HashedLead = Object.freeze({
  gclid: 'EAIaIQobChMI-good_0001',
  gbraid: '',
  wbraid: '',
  msclkid: '',
  email: EMAIL,
  phone: PHONE,
  time: { ms: Date.parse('2026-11-20T09:30:00.400Z'), isDay: false },
  orderId: 'lead-7',
  adUserData: 'Granted',
  adPersonalization: 'Denied',
  value: 12.5,
  firstName: '',
  lastName: '',
  company: '',
  jobTitle: '',
  country: '',
});

const TIME = '2026-11-20T09:30:00Z';

describe('the event of a lead', () => {
  test('has the shape that Google publishes', () => {
    expect(toEvent(LEAD, 'EUR')).toEqual({
      event: {
        eventTimestamp: TIME,
        transactionId: 'lead-7',
        eventSource: 'WEB',
        adIdentifiers: { gclid: 'EAIaIQobChMI-good_0001' },
        userData: { userIdentifiers: [{ emailAddress: EMAIL }, { phoneNumber: PHONE }] },
        conversionValue: 12.5,
        currency: 'EUR',
        consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
      },
      identity: null,
    });
  });

  test('leaves out what nobody has said', () => {
    const bare = { ...LEAD, email: '', phone: '', orderId: '', adUserData: null, adPersonalization: null };
    expect(toEvent(bare, 'USD').event).toEqual({
      eventTimestamp: TIME,
      eventSource: 'WEB',
      adIdentifiers: { gclid: 'EAIaIQobChMI-good_0001' },
      conversionValue: 12.5,
      currency: 'USD',
    });
    expect(toEvent({ ...LEAD, adUserData: null }, 'USD').event.consent).toEqual({
      adPersonalization: 'CONSENT_DENIED',
    });
    expect(toEvent({ ...LEAD, gclid: '' }, 'USD').event).not.toHaveProperty('adIdentifiers');
  });

  test.each([['gbraid'], ['wbraid']] as const)('takes a %s where there is no gclid', (field) => {
    const event = toEvent({ ...LEAD, gclid: '', [field]: 'braid-0001' }, 'USD').event;
    expect(event.adIdentifiers).toEqual({ [field]: 'braid-0001' });
  });

  test('has the cells of the file: order id, time and value', () => {
    const cells = new Map(
      GOOGLE_DATA_MANAGER.columns.map(({ heading, cell }) => [
        heading,
        cell(LEAD, { conversionName: '', currency: 'USD', clock: null }),
      ]),
    );
    const { event } = toEvent(LEAD, 'USD');
    expect([event.transactionId, event.eventTimestamp, event.conversionValue.toFixed(2)]).toEqual([
      cells.get('Order ID'),
      cells.get('Conversion Time'),
      cells.get('Conversion Value'),
    ]);
  });
});

describe('the identity of a lead without an order id', () => {
  const identityOf = (changes: Partial<HashedLead>) =>
    toEvent({ ...LEAD, orderId: '', ...changes }, 'USD').identity;

  test('is its surest identifier and its time', () => {
    expect(identityOf({})).toBe(JSON.stringify(['EAIaIQobChMI-good_0001', TIME]));
    expect(identityOf({ gclid: '' })).toBe(JSON.stringify([EMAIL, TIME]));
    expect(identityOf({ gclid: '', email: '' })).toBe(JSON.stringify([PHONE, TIME]));
    expect(identityOf({ gclid: '', wbraid: 'braid-0001' })).toBe(JSON.stringify(['braid-0001', TIME]));
  });

  test('stays where a less sure identifier, the value or the consent changes', () => {
    expect(identityOf({ phone: '', email: '', value: 99, adUserData: null })).toBe(identityOf({}));
    expect(identityOf({ gclid: '', phone: '' })).toBe(identityOf({ gclid: '' }));
  });
});
