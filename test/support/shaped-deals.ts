import {
  windows1252,
  writeExport,
  isoDay,
  isoTime,
  germanTime,
  germanNumber,
  addressOf,
  clickIdOf,
  hasWon,
  originOf,
  wonDay,
  colour,
  filled,
} from './shaped-export.ts';
import { pickBy, endDay } from './shaped-leads.ts';

/** The amounts stand on every deal, also on open and lost ones. LinkedIn brings few large deals, TikTok is only newer. */
export const pipedrive = () =>
  writeExport(
    'Pipedrive',
    {
      seed: 1,
      leads: 2400,
      days: 300,
      cycle: 24,
      closes: 0.7,
      origins: {
        LinkedIn: { share: 0.15, rate: 0.12, deal: 14_000 },
        Referral: { share: 0.2, rate: 0.33, deal: 4000 },
        'Paid Social': { share: 0.25, rate: 0.1, deal: 3000 },
        'Google Ads': { share: 0.3, rate: 0.21, deal: 4000 },
        TikTok: { share: 0.4, rate: 0.2, deal: 4000, newDays: 120 },
      },
    },
    {
      columns: [
        ['Deal - ID', ({ id }) => String(id + 1)],
        ['Deal - Title', ({ id }) => `Deal ${id + 1}`],
        colour('Deal - Owner', ['North', 'South'], 0),
        ['Deal - Status', ({ state }) => ({ won: 'Won', lost: 'Lost', open: 'Open' })[state]],
        ['Deal - Value', ({ deal }) => String(deal)],
        ['Deal - Currency', () => 'EUR'],
        ['Deal - Source channel', originOf],
        ['Deal - Deal created', ({ came }) => isoTime(came)],
        ['Deal - Won time', (lead) => isoDay(wonDay(lead))],
        [
          'Deal - Lost reason',
          ({ state, noise }) => (state === 'lost' ? pickBy(['Price', 'Timing'], noise[1]!) : ''),
        ],
        colour('Deal - Label', ['', 'Hot', 'Cold'], 2),
      ],
      truth: {
        status: 'Deal - Status',
        converted: ['Won'],
        attribute: 'Deal - Source channel',
        valueOf: originOf,
        isConverted: hasWon,
        amounts: { header: 'Deal - Value', currency: 'EUR', of: ({ deal }) => deal },
        basis: 'value',
        leftOut: 'sales',
        neverUse: ['TikTok'],
        button: /^Look the value up in your form$/,
      },
    },
  );

/** Every lead has a budget for ads, which is a cost. Trade fairs bring larger orders. */
export const german = () =>
  writeExport(
    'a German CRM',
    {
      seed: 2,
      leads: 1500,
      days: 85,
      cycle: 12,
      closes: 0.8,
      origins: {
        Messe: { share: 0.2, rate: 0.38, deal: 9000 },
        Empfehlung: { share: 0.2, rate: 0.25, deal: 5000 },
        'Google Ads': { share: 0.35, rate: 0.13, deal: 4000 },
        Webseite: { share: 0.25, rate: 0.08, deal: 4000 },
      },
    },
    {
      delimiter: ';',
      encode: windows1252,
      columns: [
        ['Nummer', ({ id }) => `K-${1000 + id}`],
        [
          'Status',
          ({ state, noise }) =>
            state === 'won'
              ? 'Gewonnen'
              : state === 'lost'
                ? 'Verloren'
                : pickBy(['Offen', 'In Bearbeitung'], noise[1]!),
        ],
        ['Quelle', originOf],
        ['Auftragswert', (lead) => (hasWon(lead) ? `${germanNumber(lead.deal)} €` : '')],
        ['Werbebudget', ({ noise }) => `${germanNumber(100 + Math.floor(noise[2]! * 900))} €`],
        ['E-Mail', (lead) => (filled(lead, 0.92) ? addressOf(lead) : '')],
        [
          'Telefon',
          (lead) => (lead.id % 2 === 0 && filled(lead, 0.92) ? `'+4930${1_000_000 + lead.id}` : ''),
        ],
        ['Erstellt am', ({ came }) => germanTime(came)],
        colour('Größe', ['klein', 'mittel', 'groß'], 3),
      ],
      truth: {
        status: 'Status',
        converted: ['Gewonnen'],
        attribute: 'Quelle',
        valueOf: originOf,
        isConverted: hasWon,
        amounts: { header: 'Auftragswert', currency: 'EUR', of: ({ deal }) => deal },
        basis: 'value',
        leftOut: 'weeks',
        isTaken: (lead) => filled(lead, 0.92),
        button: /^Upload #taken of #leads values to Google Ads$/,
      },
    },
  );

/** Nothing names the person or the click. Expected Revenue is a forecast. */
export const zoho = () =>
  writeExport(
    'Zoho',
    {
      seed: 17,
      leads: 900,
      days: 320,
      cycle: 26,
      closes: 0.6,
      origins: {
        Partner: { share: 0.25, rate: 0.42, deal: 4300 },
        Webinar: { share: 0.35, rate: 0.22, deal: 4300 },
        'Cold Call': { share: 0.4, rate: 0.09, deal: 4300 },
      },
    },
    {
      columns: [
        ['Record Id', ({ id }) => `zcrm_${4_000_000 + id}`],
        ['Deal Name', ({ id }) => `Deal ${id}`],
        [
          'Stage',
          ({ state, noise }) =>
            state === 'won'
              ? 'Closed Won'
              : state === 'lost'
                ? 'Closed Lost'
                : pickBy(['Qualification', 'Needs Analysis', 'Proposal/Price Quote'], noise[0]!),
        ],
        ['Lead Source', originOf],
        ['Amount', ({ deal }) => `$ ${deal.toLocaleString('en-US')}.00`],
        [
          'Expected Revenue',
          ({ deal, noise }) => `$ ${Math.floor(deal * noise[1]!).toLocaleString('en-US')}.00`,
        ],
        ['Created Time', ({ came }) => isoTime(came)],
        ['Closing Date', (lead) => isoDay(endDay(lead))],
        colour('Type', ['New Business', 'Existing Business'], 2),
      ],
      truth: {
        status: 'Stage',
        converted: ['Closed Won'],
        attribute: 'Lead Source',
        valueOf: originOf,
        isConverted: hasWon,
        amounts: { header: 'Amount', currency: 'USD', of: ({ deal }) => deal },
        basis: 'conversions',
        leftOut: 'sales',
        button: /^Look the value up in your form$/,
      },
    },
  );

/** Expected Revenue is a forecast, and Lost Reason knows the outcome. */
export const odoo = () =>
  writeExport(
    'Odoo',
    {
      seed: 8,
      leads: 1200,
      days: 80,
      cycle: 5,
      closes: 0.7,
      origins: {
        Newsletter: { share: 0.3, rate: 0.4 },
        'Search engine': { share: 0.4, rate: 0.26 },
        Facebook: { share: 0.3, rate: 0.12 },
      },
    },
    {
      columns: [
        ['Opportunity', ({ id }) => `Enquiry ${id}`],
        ['Email', addressOf],
        [
          'Stage',
          ({ state, noise }) =>
            state === 'won' ? 'Won' : pickBy(['New', 'Proposition', 'Negotiation'], noise[0]!),
        ],
        [
          'Lost Reason',
          ({ state, noise }) =>
            state === 'lost' ? pickBy(['Too expensive', 'Not enough stock'], noise[1]!) : '',
        ],
        ['Source', originOf],
        ['Expected Revenue', ({ noise }) => String(Math.floor(noise[2]! * 9000))],
        ['Probability', ({ state, noise }) => (state === 'won' ? '100' : String(Math.floor(noise[3]! * 90)))],
        ['Created on', ({ came }) => isoTime(came)],
        ['GCLID', (lead) => (filled(lead, 0.5) ? clickIdOf(lead) : '')],
        colour('Sales Team', ['Europe', 'America'], 4),
      ],
      truth: {
        status: 'Stage',
        converted: ['Won'],
        attribute: 'Source',
        valueOf: originOf,
        isConverted: hasWon,
        amounts: null,
        basis: 'conversions',
        leftOut: 'weeks',
        isTaken: () => true,
        button: /^Upload #taken of #leads values to (?:Google Ads|LinkedIn)$/,
      },
    },
  );
