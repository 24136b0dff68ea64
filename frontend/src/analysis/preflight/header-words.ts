import { foldText, headerText, headerWords } from '../columns/words.ts';

/**
 * Headers of columns that are filled after the click on the ad, as of 2026-11-22: by the visitor's behaviour on the site,
 * by answers to e-mails, or by the sales team. No ad platform knows them when it bids.
 */
const AFTER_CLICK_HEADERS = list(
  'last activity, last notable activity, activity index, activity score, engagement score, ' +
    'time spent, time on site, time on website, time on page, session duration, scroll depth, ' +
    'visits, total visits, sessions, page views, pageviews, pages viewed, pages per session, ' +
    'last page seen, last seen, last visit, last session, email opens, emails opened, email clicks, ' +
    'last email, lead score, lead quality, lead grade, lead owner, contact owner, deal owner, ' +
    'sales rep, assigned to, tags, notes, last contact, last contacted, times contacted, ' +
    'last modified, last updated, updated at, number of calls, call outcome, call duration, ' +
    'follow up, next step, next activity, deal stage, deal value, deal amount, deal size, ' +
    'contract value, close date, closed date, closed at, date closed, days to close, converted date, ' +
    'conversion date, converted at, lost reason, loss reason, won reason',
);

/**
 * Headers of personal attributes that Google Ads and Meta restrict, as of 2026-11-22. Google's policy on personalised
 * advertising and Meta's special ad categories forbid targeting by age, gender or postal code for housing, jobs and
 * credit, and use of the more private ones altogether.
 */
const SENSITIVE_HEADERS = list(
  'age, age group, age range, date of birth, birth date, birthdate, birthday, dob, year of birth, ' +
    'birth year, gender, sex, marital status, parental status, zip, zip code, zipcode, postal code, ' +
    'postcode, income, credit score, credit rating, race, ethnicity, ethnic group, religion, ' +
    'nationality, citizenship, sexual orientation, disability, medical condition, health condition, ' +
    'diagnosis, political party, union membership',
);
/** With one of these words the age is not that of a person. */
const THINGS_WITH_AGE =
  'account asset building business car company deal domain home house lead organization property roof vehicle'.split(
    ' ',
  );

const TEST_FLAG_HEADERS = ['is test', 'istest', 'is test lead', 'test lead', 'test flag', 'is dummy'];

const PHONE_WORDS = ['phone', 'telephone', 'mobile', 'cellphone'];
/** 'Prospect ID' and 'Lead Number' name a lead; 'Campaign ID' and 'Number of Employees' do not. */
const NAMED_BY_ID =
  'contact customer entry lead leadgen person prospect record response submission user'.split(' ');

/** The kind of cell that identifies a lead: an e-mail address, a phone number or an id. */
export type LeadKey = 'email' | 'phone' | 'id';

/** True for 'Last Activity' or 'Total Time Spent on Website': the value did not exist when the ad was shown. */
export function isKnownAfterClick(header: string): boolean {
  return hasPhrase(header, AFTER_CLICK_HEADERS);
}

/** True for 'Age' or 'What is your gender?', not for 'Company Age' or 'Stage'. */
export function isSensitive(header: string): boolean {
  if (!hasPhrase(header, SENSITIVE_HEADERS)) return false;
  const words = headerWords(header);
  return !(words.includes('age') && words.some((word) => THINGS_WITH_AGE.includes(word)));
}

/** True for 'is_test' or 'Test Lead'; not for 'Test', which may name the variant of an A/B test. */
export function isTestFlag(header: string): boolean {
  return TEST_FLAG_HEADERS.includes(headerText(header));
}

/** How a column identifies its lead, by its header: 'Work Email', 'phone_number', 'id', 'Prospect ID', 'Lead Number'. */
export function leadKeyOf(header: string): LeadKey | null {
  const text = headerText(header);
  const words = text.split(' ');
  if (words.includes('email') || text.includes('e mail')) return 'email';
  if (words.some((word) => PHONE_WORDS.includes(word))) return 'phone';
  const isNumber = ['id', 'number'].includes(words.at(-1) ?? '');
  return text === 'id' || (isNumber && words.some((word) => NAMED_BY_ID.includes(word))) ? 'id' : null;
}

/** Words of columns with phone numbers, in the languages that status words have. */
const PHONES =
  /\b(?:(?:tele)?phone|mobile|cell(?:phone|ular)?|tel|telefon\w*|mobil\w*|handy\w*|celular|movil|telefono|telefone|gsm|whatsapp)\b|телефон|電話|电话|手机/;
/** Words of other columns with long numbers that name somebody or something. */
const LONG_NUMBERS =
  /\b(?:ids?|nr|no|numbers?|nummer|\w*nummer|numero|num|imei|esn|iban|account|konto)\b|номер|番号|编号/;

/** Whether a header says that its cells are phone numbers, in 14 languages. */
export function namesPhones(header: string): boolean {
  return PHONES.test(foldText(header));
}

/** Whether a header says that its cells are phone numbers, ids or other long numbers, which are no amounts. */
export function namesLongNumbers(header: string): boolean {
  return namesPhones(header) || LONG_NUMBERS.test(foldText(header));
}

/** 'last visit, last seen' as a list. */
export function list(text: string): string[] {
  return text.split(', ');
}

export function hasPhrase(header: string, phrases: readonly string[]): boolean {
  const text = ` ${headerText(header)} `;
  return phrases.some((phrase) => text.includes(` ${phrase} `));
}
