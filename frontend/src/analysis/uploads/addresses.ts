const ADDRESS = /^[^\s@,;:<>"]+@[^\s@,;:<>"]+\.[^\s@.,;:<>"]{2,}$/u;
/** Google delivers mail to these domains whatever dots and +suffix stand before the @. */
const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * An e-mail address as platforms hash it: lower case, without white space. Null where the cell holds no address.
 * Example: ' User.Name+NYC@Example.com ' is 'user.name+nyc@example.com'.
 */
export function normaliseEmail(cell: string): string | null {
  const text = cell.replace(/\s+/g, '').toLowerCase();
  return ADDRESS.test(text) ? text : null;
}

/**
 * The same for Google: at gmail.com and googlemail.com dots and +suffix before the @ are left out too.
 * Example: 'Cloudy.SanFrancisco+shopping@gmail.com' is 'cloudysanfrancisco@gmail.com'.
 */
export function normaliseGoogleEmail(cell: string): string | null {
  const email = normaliseEmail(cell);
  const [name = '', domain = ''] = email?.split('@') ?? [];
  if (!GOOGLE_DOMAINS.has(domain)) return email;
  const short = name.replace(/\+.*$/, '').replaceAll('.', '');
  return short === '' ? null : `${short}@${domain}`;
}

const SHA_256 = /^[0-9a-f]{64}$/i;

/** Whether a cell is a SHA-256 hash already, as some programs export addresses. */
export function isHash(cell: string): boolean {
  return SHA_256.test(cell);
}

/** How numbers are dialled within a country. */
interface Dialling {
  /** The calling code. */
  code: string;
  /** What stands before a number within the country only. */
  trunk: string;
  /** Digits of the longest number without code and trunk prefix. */
  longest: number;
}

const dial = (code: string, trunk: string, longest: number): Dialling => ({ code, trunk, longest });

/**
 * By ISO 3166 code (ITU-T E.164, list of assigned country codes; ITU-T E.123 and the national numbering plans for the
 * prefixes). A number of another country needs its own calling code, written with +.
 */
export const PHONE_COUNTRIES: Readonly<Record<string, Dialling>> = {
  AE: dial('971', '0', 9),
  AR: dial('54', '0', 11),
  AT: dial('43', '0', 13),
  AU: dial('61', '0', 9),
  BE: dial('32', '0', 9),
  BG: dial('359', '0', 9),
  BR: dial('55', '0', 11),
  CA: dial('1', '1', 10),
  CH: dial('41', '0', 9),
  CL: dial('56', '', 9),
  CN: dial('86', '0', 11),
  CO: dial('57', '', 10),
  CZ: dial('420', '', 9),
  DE: dial('49', '0', 11),
  DK: dial('45', '', 8),
  EE: dial('372', '', 8),
  EG: dial('20', '0', 10),
  ES: dial('34', '', 9),
  FI: dial('358', '0', 11),
  FR: dial('33', '0', 9),
  GB: dial('44', '0', 10),
  GR: dial('30', '', 10),
  HK: dial('852', '', 8),
  HR: dial('385', '0', 9),
  HU: dial('36', '06', 9),
  ID: dial('62', '0', 12),
  IE: dial('353', '0', 9),
  IL: dial('972', '0', 9),
  IN: dial('91', '0', 10),
  IT: dial('39', '', 11),
  JP: dial('81', '0', 10),
  KE: dial('254', '0', 9),
  KR: dial('82', '0', 10),
  LT: dial('370', '0', 8),
  LU: dial('352', '', 9),
  LV: dial('371', '', 8),
  MA: dial('212', '0', 9),
  MX: dial('52', '', 10),
  MY: dial('60', '0', 10),
  NG: dial('234', '0', 10),
  NL: dial('31', '0', 9),
  NO: dial('47', '', 8),
  NZ: dial('64', '0', 10),
  PE: dial('51', '0', 9),
  PH: dial('63', '0', 10),
  PK: dial('92', '0', 10),
  PL: dial('48', '', 9),
  PT: dial('351', '', 9),
  RO: dial('40', '0', 9),
  RS: dial('381', '0', 9),
  SA: dial('966', '0', 9),
  SE: dial('46', '0', 9),
  SG: dial('65', '', 8),
  SI: dial('386', '0', 8),
  SK: dial('421', '0', 9),
  TH: dial('66', '0', 9),
  TR: dial('90', '0', 10),
  TW: dial('886', '0', 9),
  UA: dial('380', '0', 9),
  US: dial('1', '1', 10),
  VN: dial('84', '0', 10),
  ZA: dial('27', '0', 9),
};

/** E.164 allows 15 digits; no number that people can be called at has fewer than 8 with its calling code. */
const DIGITS = { least: 8, most: 15 };
/** A written number: digits with the marks that people put between them. */
const WRITTEN = /^\+?[\d\s().\-/·\u00a0\u2010-\u2015]+$/;

/**
 * A phone number in E.164: '+', calling code, number. Null where the cell holds no phone number, or one without a
 * calling code while no default country is known. Numbers with '+' or '00' keep their own calling code. '(0)' and the
 * prefix of calls within the country are left out, extensions too. Meta writes 'p:' before a number.
 * Example: '(800) 555-0100' in the United States is '+18005550100'; '030 901820' in Germany is '+4930901820'.
 *
 * @param country ISO 3166 code of numbers without a calling code
 */
export function normalisePhone(cell: string, country: string | null): string | null {
  const text = cell
    .trim()
    .replace(/^(?:p|tel):\s*/i, '')
    .replace(/\s*(?:ext\.?|x|#)\s*\d+$/i, '')
    .replace(/\(0\)/g, ' ')
    // A spreadsheet that takes a number for an amount adds '.0'. Other points part a number: '212.555.0000'.
    .replace(/^(\+?\d+)\.0+$/, '$1');
  if (!WRITTEN.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return toE164(digits);
  if (digits.startsWith('00')) return toE164(digits.slice(2));
  // Absent for an unknown code too.
  const dialling = country === null ? undefined : PHONE_COUNTRIES[country];
  if (!dialling) return null;
  if (dialling.code === '1' && digits.startsWith('011')) return toE164(digits.slice(3));
  return toE164(withCallingCode(digits, dialling));
}

function withCallingCode(digits: string, { code, trunk, longest }: Dialling): string {
  if (trunk !== '' && digits.startsWith(trunk)) return code + digits.slice(trunk.length);
  // Some write the calling code without '+'. The number is then longer than one without it.
  return digits.startsWith(code) && digits.length > longest ? digits : code + digits;
}

function toE164(digits: string): string | null {
  const isPossible = digits.length >= DIGITS.least && digits.length <= DIGITS.most && !digits.startsWith('0');
  return isPossible ? `+${digits}` : null;
}
