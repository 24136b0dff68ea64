/** ISO 3166 codes of the countries whose phone numbers can be read: those of libphonenumber. */
export const COUNTRIES: readonly string[] = (
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB ' +
  'GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV ' +
  'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB ' +
  'SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US ' +
  'UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

/** Their codes of three letters, in the same order. */
const LONG_CODES: readonly string[] = (
  'ASC AND ARE AFG ATG AIA ALB ARM AGO ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN ' +
  'BLM BMU BRN BOL BES BRA BHS BTN BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB ' +
  'CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB ' +
  'GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC GTM GUM GNB GUY HKG HND HRV HTI HUN IDN IRL ISR ' +
  'IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA ' +
  'LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT ' +
  'MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK ' +
  'POL SPM PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR ' +
  'SEN SOM SUR SSD STP SLV SXM SYR SWZ TAA TCA TCD TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA ' +
  'UKR UGA USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XKX YEM MYT ZAF ZMB ZWE'
).split(' ');

/**
 * The countries for whose people Google wants consent: the European Economic Area with the regions of member states that
 * have a code of their own, the United Kingdom and Switzerland (Google's EU user consent policy).
 */
const CONSENT_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH ' +
    'AX GF GP MQ RE YT MF'
  ).split(' '),
);

/** Whether Google uses the lead of a person in this country only with consent. */
export function needsConsent(country: string): boolean {
  return CONSENT_COUNTRIES.has(country);
}

/** The languages in which the names of countries are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr'];
/** Names and codes that people write and no list of names has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  uae: 'AE',
  'hong kong': 'HK',
  turkey: 'TR',
  'viet nam': 'VN',
  el: 'GR',
};

let names: ReadonlyMap<string, string> | null = null;

/**
 * The ISO 3166 code of the country in a cell, by its code of two or three letters or its name in one of fourteen languages; null
 * where the cell names none. Case, accents and points do not matter.
 * Examples: 'de', 'DEU', 'Germany', 'Deutschland' and 'ALLEMAGNE' are DE; 'U.K.' is GB; 'Bavaria' is null.
 */
export function readCountry(cell: string): string | null {
  names ??= listNames();
  const name = plainName(cell);
  const code = name.toUpperCase();
  return COUNTRIES.includes(code) ? code : (names.get(name) ?? null);
}

function listNames(): Map<string, string> {
  // The `!` here: a country per code.
  const found = new Map(LONG_CODES.map((code, index) => [code.toLowerCase(), COUNTRIES[index]!]));
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region' });
    for (const country of COUNTRIES) found.set(plainName(display.of(country) ?? country), country);
  }
  for (const [name, country] of Object.entries(OTHER_NAMES)) found.set(name, country);
  return found;
}

/** 'U.S.A.' and 'usa', 'Österreich' and 'osterreich' are one name. */
function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}.]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
