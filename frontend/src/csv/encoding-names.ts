import type { Encoding } from './decode.ts';

const NAMES: Partial<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'utf-32le': 'UTF-32',
  'utf-32be': 'UTF-32 (big-endian)',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift_JIS',
  big5: 'Big5',
};

/** The name of an encoding as people write it: 'windows-1251' is 'Windows-1251', 'euc-jp' is 'EUC-JP'. */
export function nameEncoding(encoding: Encoding): string {
  return NAMES[encoding] ?? encoding.toUpperCase().replace('WINDOWS', 'Windows');
}
