import { describe, expect, test } from 'vitest';
import { orderStages, rankValue, readStageHeader } from '#frontend/analysis/stages/stage-order.ts';

const SPOKEN = { qualified: 3, meeting: 4, proposal: 5, negotiation: 6 };

describe('headers of dates and flags', () => {
  test.each([
    ['Became a Marketing Qualified Lead Date', 2],
    ['MQL Date', 2],
    ['Became a Sales Qualified Lead Date', 3],
    ['Date entered "Qualified To Buy (Sales Pipeline)"', 3],
    ['Became an Opportunity Date', 4],
    ['Demo booked', 4],
    ['Call booked at', 4],
    ['Proposal Sent', 5],
    ['Date entered Contract Sent', 6],
    ['SQL created date', 3],
    ['Marketing consultation', 4],
  ])('%s is a stage', (header, rank) => {
    expect(readStageHeader(header)).toEqual({ kind: 'stage', rank });
  });

  test.each([
    ['Wurde zu marketing-qualifiziertem Lead am', 2],
    ['Qualifiziert am', SPOKEN.qualified],
    ['Date de qualification', SPOKEN.qualified],
    ['Fecha de calificación', SPOKEN.qualified],
    ['Data de qualificação', SPOKEN.qualified],
    ['Data qualificazione', SPOKEN.qualified],
    ['Gekwalificeerd op', SPOKEN.qualified],
    ['Data kwalifikacji', SPOKEN.qualified],
    ['Kvalificerad datum', SPOKEN.qualified],
    ['Dato for kvalificering', SPOKEN.qualified],
    ['Nitelikli tarih', SPOKEN.qualified],
    ['Дата квалификации', SPOKEN.qualified],
    ['適格日', SPOKEN.qualified],
    ['合格日期', SPOKEN.qualified],
    ['Erstgespräch', SPOKEN.meeting],
    ['Date du rendez-vous', SPOKEN.meeting],
    ['Fecha de reunión', SPOKEN.meeting],
    ['Data da reunião', SPOKEN.meeting],
    ['Data appuntamento', SPOKEN.meeting],
    ['Datum afspraak', SPOKEN.meeting],
    ['Data spotkania', SPOKEN.meeting],
    ['Möte bokat', SPOKEN.meeting],
    ['Møde booket', SPOKEN.meeting],
    ['Toplantı tarihi', SPOKEN.meeting],
    ['Дата встречи', SPOKEN.meeting],
    ['商談日', SPOKEN.meeting],
    ['会议日期', SPOKEN.meeting],
    ['Angebotsdatum', SPOKEN.proposal],
    ['Date du devis', SPOKEN.proposal],
    ['Fecha de propuesta', SPOKEN.proposal],
    ['Data orçamento', SPOKEN.proposal],
    ['Data preventivo', SPOKEN.proposal],
    ['Offertedatum', SPOKEN.proposal],
    ['Data oferty', SPOKEN.proposal],
    ['Offert skickad', SPOKEN.proposal],
    ['Tilbud sendt', SPOKEN.proposal],
    ['Teklif tarihi', SPOKEN.proposal],
    ['Дата предложения', SPOKEN.proposal],
    ['見積日', SPOKEN.proposal],
    ['报价日期', SPOKEN.proposal],
  ])('%s is a stage in its language', (header, rank) => {
    expect(readStageHeader(header)).toEqual({ kind: 'stage', rank });
  });

  test.each([
    ['Became a Customer Date', 'won'],
    ['Won Time', 'won'],
    ['Close Date', 'won'],
    ['Abschlussdatum', 'won'],
    ['Won?', 'won'],
    ['Lost Time', 'lost'],
    ['Closed Lost Date', 'lost'],
    ['Verloren am', 'lost'],
  ])('%s is an end', (header, kind) => {
    expect(readStageHeader(header)).toEqual({ kind });
  });

  test.each([
    'Created',
    'Became a Lead Date',
    'Expected Close Date',
    'Last Meeting',
    'Next Call',
    'Date exited Proposal',
    'Lost reason',
    'Demo source',
    'Do Not Call',
    'Source',
    '',
  ])('%s is none', (header) => {
    expect(readStageHeader(header)).toBeNull();
  });
});

test('values have their place', () => {
  const places = [
    'New',
    'Contacted',
    'MQL',
    'Sales Qualified Lead',
    'Demo Scheduled',
    'Proposal Made',
    'Negotiation',
  ];
  expect(places.map(rankValue)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(['Closed Lost', 'Not qualified', 'Needs Defined', 'Won', ''].map(rankValue)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

describe('the order of stages', () => {
  const order = (...stages: (readonly [name: string, leads: number])[]) =>
    orderStages(stages.map(([name, leads]) => ({ name, rank: rankValue(name), leads }))).map(
      ({ name }) => name,
    );

  test('is that of their words, of equal ones more leads first', () => {
    expect(
      order(['Negotiation', 900], ['Demo Scheduled', 5], ['New', 1], ['Proposal', 7], ['Demo', 9]),
    ).toEqual(['New', 'Demo', 'Demo Scheduled', 'Proposal', 'Negotiation']);
  });

  test('is that of the numbers in front, if each has one of its own', () => {
    expect(order(['2. New', 9], ['10. Demo', 5], ['1. Proposal', 1])).toEqual([
      '1. Proposal',
      '2. New',
      '10. Demo',
    ]);
    expect(order(['1. Proposal', 1], ['1. New', 9])).toEqual(['1. New', '1. Proposal']);
  });

  test('reads a status up to its first dash', () => {
    expect(order(['Working - Contacted', 900], ['Open - Not Contacted', 5])).toEqual([
      'Open - Not Contacted',
      'Working - Contacted',
    ]);
  });

  test('is that of the leads where no word is known', () => {
    expect(order(['Blue', 5], ['Green', 50], ['Red', 20])).toEqual(['Green', 'Red', 'Blue']);
    expect(order(['Proposal', 20], ['New', 90], ['Needs analysed', 40])).toEqual([
      'New',
      'Needs analysed',
      'Proposal',
    ]);
    expect(order()).toEqual([]);
  });
});
