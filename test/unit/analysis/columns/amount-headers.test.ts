import { expect, test } from 'vitest';
import { CURRENCIES } from '#contract/currencies.ts';
import { rankAmountHeader, readAmountHeader } from '#frontend/analysis/columns/amount-headers.ts';

test.each([
  [
    'Amount',
    'Revenue',
    'Deal - Value',
    'deal_value',
    'Order Value',
    'Deal Value EUR',
    'Deal size',
    'Sales',
    'Deal',
    'Conversion Value',
    'Value ($)',
    'Price in USD',
  ],
  ['Betrag', 'Auftragswert', 'Auftragswert €', 'Umsatz', 'Wert', 'Wert in Euro', 'Betrag (EUR)'],
  ['Montant', 'Valeur', 'Montant (€)', 'Prix'],
  ['Importe', 'Valor', 'Monto', 'Valor del negocio'],
  // 'no' is 'in the', not a number.
  ['Valor no contrato (R$)', 'Receita no contrato'],
  ['RECEITA', 'Valor', 'Valor da venda', 'Receita no fechamento', 'Montante', 'Valor (R$)'],
  ['Importo', 'Valore', 'Ricavi'],
  ['Bedrag', 'Omzet', 'Waarde'],
  ['Kwota', 'Wartość', 'Przychód'],
  ['Belopp', 'Ordervärde', 'Intäkt'],
  ['Beløb', 'Ordreværdi', 'Værdi'],
  ['Tutar', 'Sipariş tutarı', 'Gelir'],
  ['Сумма', 'Выручка', 'Стоимость'],
  ['金額', '売上', '契約金額'],
  ['金额', '成交额', '合同金额'],
  ['Monto ARS', 'Amount (ARS)', 'amount_ars', 'dealAmountARS'],
  ['EUR', 'Kaufsumme €', 'Total (USD)', 'Summe Euro'],
])('%s and the like have amounts', (...headers) => {
  expect(headers.filter((header) => readAmountHeader(header) !== 'amounts')).toEqual([]);
});

test.each([
  [
    'Budget',
    'Ad spend (EUR)',
    'Cost',
    'CPC',
    'CPL',
    'Fee',
    'Discount amount',
    'Tax',
    'Salary',
    'Weighted Amount',
    'Expected Revenue',
    'Forecast Amount',
    'Probability',
    'Lead Score',
  ],
  [
    'Age',
    'Deal Count',
    'Number of deals',
    'Quantity',
    'Visits',
    'Days to deal',
    'Activities',
    'Employees',
    'Annual Revenue',
    'Turnover',
    'Deal ID',
    'Company revenue',
    'Deal no',
    'No. of deals',
    'Amount no',
    'Invoice No. EUR',
    'PO No. (EUR)',
    'Order no: USD',
    'Revenue %',
    'Deal value (%)',
    'Amount pct',
  ],
  [
    'Werbebudget',
    'Kosten',
    'Jahresumsatz',
    'Erwarteter Umsatz',
    'Gewichteter Betrag',
    'Gebühr',
    'Anzahl',
    'Wahrscheinlichkeit',
  ],
  ['Coût', 'Budget', 'Montant prévu', 'Remise', "Chiffre d'affaires annuel"],
  ['Presupuesto', 'Importe esperado', 'Importe no cobrado', 'Coste'],
  ['Custo', 'Receita prevista', 'Orçamento'],
  ['Costo', 'Importo previsto', 'Sconto'],
  ['Kosten', 'Verwachte omzet', 'Korting'],
  ['Budżet', 'Koszt', 'Oczekiwany przychód'],
  ['Kostnad', 'Förväntat belopp', 'Rabatt', 'Årsomsättning', 'Års omsättning'],
  ['Omkostning', 'Forventet beløb', 'Årsomsætning'],
  ['Bütçe', 'Maliyet', 'Beklenen gelir'],
  ['Бюджет', 'Ожидаемая выручка', 'Скидка'],
  ['予算', '見込金額'],
  ['预算', '预计金额'],
])('%s and the like never have', (...headers) => {
  expect(headers.filter((header) => readAmountHeader(header) !== 'never')).toEqual([]);
});

test.each([
  'Value proposition',
  'Valor no contrato',
  'Deal stage',
  'Sales rep',
  'Source',
  'Price list',
  'Top deals',
  'Wertung',
  'All',
])('%s says nothing', (header) => {
  expect(readAmountHeader(header)).toBe('unknown');
});

test('won or closed comes before deal, deal before amount, amount before value', () => {
  const headers = ['Total (USD)', 'Value', 'Amount', 'Deal Value', 'Closed Amount'];
  expect(headers.toSorted((a, b) => rankAmountHeader(a) - rankAmountHeader(b))).toEqual(headers.toReversed());
});

test('no code of a currency is a word of costs, scores and counts', () => {
  const headers = CURRENCIES.flatMap((code) => [`Amount ${code}`, `Amount ${code.toLowerCase()}`]);
  expect(headers.filter((header) => readAmountHeader(header) !== 'amounts')).toEqual([]);
});
