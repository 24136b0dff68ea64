import type { WordTable } from '../columns/status-words.ts';
import { foldText, hasPhraseOf, headerText, listPhrases } from '../columns/words.ts';
import { hasPhrase, isKnownAfterClick, list } from './header-words.ts';

/**
 * Words of further headers that may say so. They have other meanings too, such as the duration of a contract, so they only keep a
 * column from being suggested.
 */
const MAYBE_LATER_HEADERS = list(
  'duration, score, scores, rating, probability, forecast, page value, page values, bounce rate, bounce rates, ' +
    'exit rate, exit rates',
);

/** The same in 14 languages: profiles that are made of a lead's behaviour, and the day of its last status, stage or change. */
const LATER_WORDS: WordTable = {
  en: 'lead profile, profile index, profile score, status date, stage date, stage change, stage changed, modified',
  de: 'leadprofil, lead profil, profilindex, statusdatum, phasendatum, geandert',
  fr: 'profil du lead, indice de profil, date du statut, date de statut, date de l etape, date de modification',
  es: 'perfil del lead, indice de perfil, fecha de estado, fecha del estado, fecha de etapa, fecha de modificacion',
  pt: 'perfil do lead, indice de perfil, data do status, data da situacao, data da etapa, data de modificacao',
  it: 'profilo lead, profilo del lead, indice profilo, data stato, data fase, data modifica',
  nl: 'leadprofiel, lead profiel, profielindex, statusdatum, fasedatum, gewijzigd',
  pl: 'profil leada, indeks profilu, data statusu, data etapu, data modyfikacji',
  sv: 'leadprofil, profilindex, statusdatum, fasdatum, andringsdatum',
  da: 'leadprofil, profilindeks, statusdato, fasedato, aendringsdato',
  tr: 'lead profili, profil endeksi, durum tarihi, asama tarihi, degistirilme tarihi',
  ru: 'профиль лида, индекс профиля, дата статуса, дата этапа, дата изменения',
  ja: 'リードプロファイル, プロファイル指数, ステータス日, ステージ変更日, 更新日',
  zh: '线索画像, 画像指数, 状态日期, 阶段变更, 修改时间',
};

/** Whole headers: 'First Conversion' and 'Ad Spend' are known when the lead comes, 'Conversion' and 'Spend' of a customer are not. */
const LATER_NAMES: WordTable = {
  en: 'conversion, conversions, converted, spend, spent, amount spent, total spend',
  de: 'konversion, konvertierung, konvertiert, ausgaben',
  fr: 'converti, depenses',
  es: 'convertido, gasto',
  pt: 'conversao, convertido, gasto',
  it: 'conversione, convertito, spesa',
  nl: 'conversie, geconverteerd, uitgaven',
  pl: 'konwersja, wydatki',
  sv: 'konvertering, konverterad, spenderat',
  da: 'konvertering, konverteret, forbrug',
  tr: 'donusum, harcama',
  ru: 'конверсия, расходы',
  ja: 'コンバージョン, 消費額',
  zh: '转化, 花费',
};

const [ANYWHERE, WHOLE] = [listPhrases(LATER_WORDS), new Set(Object.values(LATER_NAMES).flatMap(list))];

/** Known before the lead came. */
const EARLIER_SCORES = list('credit score, credit rating');

/** Click ids of ad platforms, as they stand in the addresses that ads lead to. */
const CLICK_IDS =
  /\b(?:gcl ?id|gbraid|wbraid|mscl ?kid|fbcl ?id|ttcl ?id|twcl ?id|li fat id|rdt cid|dcl ?id|click ?id)\b/;

/** True for 'Last Activity', and for 'Call Duration', 'Lead Profile', 'Conversion' or 'Page Values'; not for 'Credit Score'. */
export function mayBeKnownLater(header: string): boolean {
  return (
    isKnownAfterClick(header) ||
    hasPhraseOf(foldText(header), ANYWHERE) ||
    WHOLE.has(foldText(header)) ||
    (hasPhrase(header, MAYBE_LATER_HEADERS) && !hasPhrase(header, EARLIER_SCORES))
  );
}

/** True for 'GCLID', 'fbclid' or 'Google Click ID', whose cells name one click each. */
export function isClickId(header: string): boolean {
  return CLICK_IDS.test(headerText(header));
}
