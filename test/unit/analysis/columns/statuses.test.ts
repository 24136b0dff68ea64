import { describe, expect, test } from 'vitest';
import type { Language } from '#frontend/analysis/columns/status-words.ts';
import {
  endOf,
  isConvertedStatus,
  isJustQualified,
  isLostStatus,
  isOpenStatus,
  listOpenStatuses,
  stageOf,
} from '#frontend/analysis/columns/statuses.ts';

/** In each language: sold, bought or a customer. */
const SOLD = {
  en: [
    'Won',
    'CLOSED_WON',
    'ClosedWon',
    'Closed - Converted',
    'Closed deal',
    'New customer',
    'Client',
    'Sold (2025)',
  ],
  de: ['Gewonnen', 'Verkauft', 'Kunde', 'Neukunde', 'Auftrag erteilt', '4. Gewonnen'],
  fr: ['Gagné', 'GAGNE', 'Vendu', 'Nouveau client', 'Contrat signé'],
  es: ['Ganado', 'Vendido', 'Cliente', 'Venta cerrada'],
  pt: ['Ganho', 'Vendido', 'Venda fechada', 'Contrato assinado', 'Novo cliente'],
  it: ['Vinto', 'Venduto', 'Cliente', 'Contratto firmato'],
  nl: ['Gewonnen', 'Verkocht', 'Klant'],
  pl: ['Wygrana', 'Sprzedane', 'Klient'],
  sv: ['Vunnen', 'Såld', 'Kund'],
  da: ['Vundet', 'Solgt', 'Ny kunde'],
  tr: ['Kazanıldı', 'KAZANILDI', 'Satıldı', 'Müşteri'],
  ru: ['Выиграно', 'Продано', 'Клиент', 'Сделка закрыта', 'Успешно реализовано'],
  ja: ['受注', '成約', '契約済み', '新規顧客'],
  zh: ['赢单', '已成交', '已签约', '新客户'],
} satisfies Record<Language, string[]>;

/** In each language: negated before, behind or in one word, former, existing, another's or in doubt. */
const NOT_SOLD = {
  en: [
    'Not sold',
    "Isn't qualified",
    'Isn’t a customer',
    "Won't buy",
    'Never converted',
    'Unsold',
    'NotConverted',
    'not_qualified',
    'Non-qualified',
    'Customer: no',
    'Sold - No',
    'Converted (not)',
    'Ex-customer',
    'Former customer',
    'Existing customer',
    'Already a customer',
    'Existing Client',
    'Sold to competitor',
    'Customer of competitor',
    'Sold by other agent',
    'Bought elsewhere',
    'Almost won',
    'Sale pending',
    'Potential customer',
    'Customer?',
    'Client contacted',
    'Customer referral',
    'No longer a customer',
    'Closed - Not Converted',
    'Closed Lost - was customer',
    'Lost customer',
    'Cancelled sale',
    'Not yet converted',
    'Repeat customer',
    'To be sold',
    'Signed up',
    'Sales call',
    'Paid search',
    'Unpaid',
  ],
  de: [
    'Nicht verkauft',
    'Kein Kunde',
    'Kunde: nein',
    'Noch nicht gewonnen',
    'Ehemaliger Kunde',
    'Ex-Kunde',
    'Kunde abgesprungen',
    'Bestandskunde',
    'Bereits Kunde',
    'Bestehender Kunde',
    'An Wettbewerber verkauft',
    'Anderweitig verkauft',
    'Kunde der Konkurrenz',
    'Fast gewonnen',
    'Potenzieller Kunde',
    'Kunde kontaktiert',
    'Unqualifiziert',
  ],
  fr: [
    'Non vendu',
    'Pas gagné',
    'Jamais client',
    "N'est plus client",
    'Ancien client',
    'Ex-client',
    'Déjà client',
    'Client existant',
    'Vendu à un concurrent',
    'Vendu ailleurs',
    'Presque gagné',
    'Client potentiel',
    'Client perdu',
    'Client contacté',
    'Futur client',
  ],
  es: [
    'No vendido',
    'Nunca vendido',
    'Sin vender',
    'Ex-cliente',
    'Antiguo cliente',
    'Ya es cliente',
    'Cliente existente',
    'Vendido a la competencia',
    'Vendido por otro',
    'Casi ganado',
    'Cliente potencial',
    'Cliente perdido',
    'Cliente contactado',
    'No calificado',
  ],
  pt: [
    'Não vendido',
    'NAO VENDIDO',
    'Nunca vendido',
    'Ex-cliente',
    'Antigo cliente',
    'Já é cliente',
    'Já cliente',
    'Cliente existente',
    'Vendido para concorrente',
    'Vendido por outro',
    'Quase ganho',
    'Cliente em potencial',
    'Cliente perdido',
    'Não qualificado',
    'Desqualificado',
  ],
  it: [
    'Non venduto',
    'Mai cliente',
    'Mai venduto',
    'Ex cliente',
    'Vecchio cliente',
    'Già cliente',
    'Cliente esistente',
    'Venduto a un concorrente',
    'Venduto altrove',
    'Quasi vinto',
    'Cliente potenziale',
    'Cliente perso',
    'Non qualificato',
  ],
  nl: [
    'Niet verkocht',
    'Geen klant',
    'Nooit klant',
    'Voormalige klant',
    'Ex-klant',
    'Al klant',
    'Bestaande klant',
    'Verkocht aan concurrent',
    'Elders verkocht',
    'Bijna gewonnen',
    'Potentiële klant',
    'Klant gecontacteerd',
  ],
  pl: [
    'Nie sprzedane',
    'Niesprzedane',
    'Nigdy klient',
    'Były klient',
    'Już klient',
    'Obecny klient',
    'Sprzedane konkurencji',
    'Prawie wygrana',
    'Potencjalny klient',
    'Klient utracony',
  ],
  sv: [
    'Inte såld',
    'Ej såld',
    'Osåld',
    'Aldrig kund',
    'Tidigare kund',
    'Redan kund',
    'Befintlig kund',
    'Såld till konkurrent',
    'Nästan vunnen',
    'Potentiell kund',
  ],
  da: [
    'Ikke solgt',
    'Usolgt',
    'Aldrig kunde',
    'Tidligere kunde',
    'Allerede kunde',
    'Eksisterende kunde',
    'Solgt til konkurrent',
    'Næsten vundet',
    'Potentiel kunde',
  ],
  tr: [
    'Satılmadı',
    'Müşteri değil',
    'Kazanılmadı',
    'Hiç satıldı',
    'Eski müşteri',
    'Zaten müşteri',
    'Mevcut müşteri',
    'Rakibe satıldı',
    'Neredeyse kazanıldı',
    'Potansiyel müşteri',
    'Kayıp müşteri',
  ],
  ru: [
    'Не продано',
    'Не клиент',
    'Никогда не клиент',
    'Бывший клиент',
    'Уже клиент',
    'Существующий клиент',
    'Продано конкуренту',
    'Почти выиграно',
    'Потенциальный клиент',
    'Клиент потерян',
    'Закрыто и не реализовано',
    'Клиент: нет',
  ],
  ja: [
    '未成約',
    '失注',
    '成約せず',
    '顧客ではない',
    '元顧客',
    '既存顧客',
    '他社で成約',
    '受注見込み',
    '見込み顧客',
    '契約解約',
    '不成約',
  ],
  zh: [
    '未成交',
    '没有成交',
    '不是客户',
    '前客户',
    '老客户',
    '现有客户',
    '已是客户',
    '竞争对手成交',
    '潜在客户',
    '意向客户',
    '客户流失',
    '待签约',
  ],
} satisfies Record<Language, string[]>;

describe.each(Object.entries(SOLD))('in %s', (language, sold) => {
  test.each(sold)('%s is the end of a sale', (value) => {
    expect(endOf(value)).toBe('final');
  });

  test.each(NOT_SOLD[language as Language])('%s is no end', (value) => {
    expect([value, value.toUpperCase(), `3. ${value}`].map(endOf)).toEqual([null, null, null]);
    expect(isConvertedStatus(value)).toBe(false);
  });
});

test.each([
  ['Qualified', 'qualifiziert', 'Qualifiée', 'Calificado', 'Qualificado', 'Qualificato', 'Gekwalificeerd'],
  ['Zakwalifikowany', 'Kvalificerad', 'Kvalificeret', 'Nitelikli', 'Квалифицирован', '合格', '有望'],
  ['Yes', 'TRUE', 'Ja', 'Oui', 'Sí', 'Sim', 'Sì', 'Tak', 'Evet', 'Да', 'はい', '是'],
  ['Sales Qualified Lead', 'MQL Qualified', 'Successful', 'Approved', 'Qualified, not contacted'],
])('%s and the like are ends before a sale', (...values) => {
  expect(values.filter((value) => endOf(value) !== 'earlier')).toEqual([]);
});

test('a buyer may be named in two languages', () => {
  expect(['新客户 New customer', 'New 客户 customer', 'New 客户 lead 顧客 customer'].map(endOf)).toEqual([
    'final',
    'final',
    'final',
  ]);
  expect(endOf('New 客户 meeting customer')).toBeNull();
});

test('words of ends that mean something else elsewhere make no column a status', () => {
  const others = ['Purchased List', 'Paid', 'Client', 'Ja', 'Sale'];
  expect(others.filter(isConvertedStatus)).toEqual([]);
  expect(endOf('Paid')).toBe('final');
});

test.each([
  'Qualified',
  'Qualified lead',
  'QUALIFIED_LEAD',
  'Qualifizierter Lead',
  'Lead qualifié',
  '2. Qualified',
])('%s says just that the lead is qualified', (value) => {
  expect(isJustQualified(value)).toBe(true);
});

test.each(['Sales Qualified Lead', 'Not qualified', 'Lead', 'Qualified, no budget', 'Unqualified'])(
  '%s says more than that, or less',
  (value) => {
    expect(isJustQualified(value)).toBe(false);
  },
);

test('stages stand in the order of a sale; lost and negated ones are none', () => {
  const stages = [
    'New',
    'Marketing Qualified Lead',
    'Sales Qualified Lead',
    'Opportunity',
    'Angebot versendet',
    'Negotiation',
  ];
  expect(stages.map(stageOf)).toEqual([-1, 0, 1, 2, 3, 4]);
  expect(['Proposal lost', 'No proposal', 'Not qualified'].map(stageOf)).toEqual([-1, -1, -1]);
});

test('lost is known in each language', () => {
  const lost = [
    'Closed Lost',
    'Verloren',
    'Perdu',
    'Perdido',
    'Perso',
    'Przegrana',
    'Förlorad',
    'Tabt',
    'Kaybedildi',
    'Проиграно',
    '失注',
    '输单',
  ];
  expect(lost.filter((value) => !isLostStatus(value))).toEqual([]);
  expect(['Won', 'Open', 'Kunde'].filter(isLostStatus)).toEqual([]);
});

test.each([
  'New',
  'NEW',
  'New Lead',
  'Open',
  'Open - Not Contacted', // Salesforce
  'Working - Contacted',
  'IN_PROGRESS', // HubSpot
  'OPEN_DEAL',
  'ATTEMPTED_TO_CONTACT',
  'In-Progress',
  '1. New',
  'Pending (agent)',
  'Offen',
  'Neu',
  'In Bearbeitung',
  'En cours',
  'À traiter',
  'Pendiente',
  'Em andamento',
  'In corso',
  'In behandeling',
  'W toku',
  'Pågående',
  'В работе',
  '対応中',
  '待处理',
  'Contacted',
  'Nurturing',
  'MQL',
  'SQL',
  'Sales Qualified Lead',
  'Proposal/Price Quote',
  'Kontaktiert',
  'Contacté',
  'Contactado',
  'Contatado',
  'Contattato',
  'Gecontacteerd',
  'Skontaktowano',
  'Kontaktad',
  'Kontaktet',
  'İletişime geçildi',
  'Связались',
  '連絡済み',
  '已联系',
  'En attente'.normalize('NFD'),
])('%s is not decided yet', (status) => {
  expect(isOpenStatus(status)).toBe(true);
});

test.each([
  '',
  'Won',
  'Lost',
  'Closed - Not Converted',
  'New customer',
  'Reopened',
  'Unqualified',
  'Newsletter',
  'Open house',
  'Gewonnen',
  'Nouveau client',
])('%s is no status of an open lead', (status) => {
  expect(isOpenStatus(status)).toBe(false);
});

test('open statuses have their leads, most first, without those that count as converted', () => {
  const values = ['New', 'Won', '', 'Contacted', 'MQL', 'Open'];
  const leads = Uint32Array.of(5, 9, 20, 9, 30, 1);
  expect(listOpenStatuses(values, leads, new Set(['Won', 'MQL']))).toEqual([
    { value: 'Contacted', leads: 9 },
    { value: 'New', leads: 5 },
    { value: 'Open', leads: 1 },
  ]);
});
