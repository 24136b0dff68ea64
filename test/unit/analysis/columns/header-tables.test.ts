import { expect, test } from 'vitest';
import { saysLeadDate } from '#frontend/analysis/columns/date-readers.ts';
import * as headerTables from '#frontend/analysis/columns/header-tables.ts';
import * as statuses from '#frontend/analysis/columns/status-words.ts';
import { foldText, listPhrases } from '#frontend/analysis/columns/words.ts';

test.each([
  [
    'Created',
    'CreatedAt',
    'created_time',
    'Create Date',
    'Date Created',
    'Submitted on',
    'Submission date',
    'Received',
    'Lead Date',
    'Signup',
    'SignUp Date',
    'sign-up',
    'Signed up',
    'Sign ups',
    'Date signed up',
  ],
  ['Erstellt am', 'Erstellungsdatum', 'Eingangsdatum', 'Anfragedatum', 'Angelegt am', 'Datum der Anfrage'],
  ['Créé le', 'Date de création', 'Date de réception', 'Reçu le', "Date d'entrée", 'Date du lead'],
  ['Fecha de creación', 'Creado el', 'Recibido', 'Fecha de alta', 'Fecha del lead'],
  ['Data de criação', 'Criado em', 'Recebido em', 'Data de cadastro'],
  ['Data di creazione', 'Creato il', 'Ricevuto', 'Data inserimento'],
  ['Aangemaakt op', 'Aanmaakdatum', 'Ontvangen op', 'Leaddatum'],
  ['Data utworzenia', 'Utworzono', 'Data zgłoszenia', 'Otrzymano'],
  ['Skapad', 'Skapandedatum', 'Mottagen', 'Inkom'],
  ['Oprettet', 'Oprettelsesdato', 'Modtaget', 'Leaddato'],
  ['Oluşturulma Tarihi', 'Kayıt tarihi', 'Başvuru Tarihi'],
  ['Дата создания', 'Создано', 'Дата заявки', 'Получено'],
  ['作成日', '登録日時', '受付日', '問い合わせ日'],
  ['创建时间', '提交日期', '注册时间', '线索日期'],
])('%s and the like are the day on which the lead came', (...headers) => {
  expect(headers.filter((header) => !saysLeadDate(header))).toEqual([]);
});

test.each([
  [
    'Date',
    'Close Date',
    'Closed At',
    'Won time',
    'Updated',
    'Last Modified Date',
    'Expected Close',
    'Due Date',
    'Created or updated',
    'Conversion Date',
    'Signed',
    'Contract signed',
    'Signed up or signed',
  ],
  ['Abschlussdatum', 'Gewonnen am', 'Geändert am', 'Erwartetes Datum', 'Fällig', 'Letzte Anfrage'],
  ['Date de clôture', 'Modifié le', 'Date prévue', 'Échéance', 'Dernière demande'],
  ['Fecha de cierre', 'Modificado', 'Fecha prevista', 'Última solicitud'],
  ['Data de fechamento', 'Atualizado em', 'Data prevista', 'Última entrada'],
  ['Data di chiusura', 'Modificato', 'Scadenza', 'Ultima richiesta'],
  ['Sluitingsdatum', 'Gewijzigd op', 'Verwachte datum', 'Laatste aanvraag'],
  ['Data zamknięcia', 'Zaktualizowano', 'Termin', 'Ostatnie zgłoszenie'],
  ['Stängd', 'Uppdaterad', 'Förväntad', 'Senast skapad'],
  ['Lukkedato', 'Opdateret', 'Forventet', 'Sidst oprettet'],
  ['Kapanış Tarihi', 'Güncellenme', 'Beklenen', 'Son başvuru'],
  ['Дата закрытия', 'Изменено', 'Ожидаемая дата', 'Последнее обращение'],
  ['完了日', '更新日', '期限', '最終受付日'],
  ['关闭时间', '更新时间', '预计', '最近提交'],
])('%s and the like are other days', (...headers) => {
  expect(headers.filter(saysLeadDate)).toEqual([]);
});

test.each(['Last 登録日', 'Closed 登録日'])(
  'a word of another language in front says what the day is: %s',
  (header) => {
    expect(saysLeadDate(header)).toBe(false);
    expect(saysLeadDate('登録日')).toBe(true);
  },
);

test.each(Object.entries(headerTables.WON_DATES))(
  'no day on which a lead was won is the day on which it came: %s',
  (language, words) => {
    const [came = ''] = headerTables.LEAD_DATES[language as keyof typeof headerTables.LEAD_DATES].split(', ');
    const headers = words.split(', ').map((won) => `${won} ${came}`.replaceAll('*', ''));
    expect(headers.filter(saysLeadDate)).toEqual([]);
  },
);

const textsOf = (table: unknown): string[] =>
  typeof table === 'string' ? [table] : Object.values(table as object).flatMap(textsOf);

test('a beginning of a word is one word, else it would never be found', () => {
  const { beginnings } = listPhrases(...textsOf(headerTables), ...textsOf(statuses));
  expect(beginnings.length).toBeGreaterThan(100);
  expect(beginnings.filter((beginning) => beginning.includes(' '))).toEqual([]);
});

test('phrases are written as texts are compared, else they would never be found', () => {
  const { whole, beginnings, inside } = listPhrases(...textsOf(headerTables), ...textsOf(statuses));
  const phrases = [...whole, ...beginnings, ...inside];
  expect(phrases.length).toBeGreaterThan(2000);
  expect(phrases.filter((phrase) => foldText(phrase) !== phrase)).toEqual([]);
});
