import { ENCODINGS, type Encoding } from '#contract/encodings.ts';
import { nameEncoding } from '#frontend/csv/encoding-names.ts';

const WRITTEN_BY: Readonly<Record<Encoding, string>> = {
  'utf-8': 'Most web tools and Google Sheets',
  'utf-16le': 'Meta lead downloads, “Unicode text” from Excel',
  'utf-16be': 'Rare, from older systems',
  'utf-32le': 'Rare, from scripts',
  'utf-32be': 'Rare, from scripts',
  'windows-1252': 'Excel on Windows in Western Europe and the Americas',
  'windows-1250': 'Excel on Windows in Central Europe',
  'windows-1251': 'Excel on Windows with Cyrillic letters',
  'windows-1253': 'Excel on Windows in Greece',
  'windows-1254': 'Excel on Windows in Turkey',
  'windows-1255': 'Excel on Windows with Hebrew letters',
  'windows-1256': 'Excel on Windows with Arabic letters',
  'windows-1257': 'Excel on Windows in the Baltic states',
  'windows-874': 'Excel on Windows in Thailand',
  'iso-8859-2': 'Older systems in Central Europe',
  'iso-8859-15': 'Older systems in Western Europe',
  'koi8-r': 'Older systems with Cyrillic letters',
  macintosh: '“CSV (Macintosh)” from Excel',
  shift_jis: 'Excel on Windows in Japan',
  'euc-jp': 'Older systems in Japan',
  gbk: 'Excel on Windows in China',
  gb18030: 'Systems in China',
  big5: 'Excel on Windows in Taiwan and Hong Kong',
  'euc-kr': 'Excel on Windows in Korea',
};

/** The encodings to choose from. */
export const ENCODING_CHOICES = ENCODINGS.map((value) => ({
  value,
  label: nameEncoding(value),
  detail: WRITTEN_BY[value],
}));
