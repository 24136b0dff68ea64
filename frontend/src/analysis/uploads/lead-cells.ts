import { isHash } from './addresses.ts';
import { readCountry } from './countries.ts';
import type { FieldColumns } from './guess-fields.ts';
import type { UploadField } from './upload-fields.ts';

/** The text of a field in one row; '' where the row has none, or where the file does not take the field. */
export type CellOf = (field: UploadField) => string;

/** The texts that programs write in place of nothing. */
const NOTHING = /^(?:\(?not (?:set|provided)\)?|null|undefined|none|nan|n\/?a|-+|\{[^}]*\})$/i;

/** Reads the cells of one row by the fields that a file takes. Example: '(not set)' is ''. */
export function cellsOf(
  row: readonly string[],
  { fields, columns }: { fields: readonly UploadField[]; columns: FieldColumns },
): CellOf {
  return (field) => {
    const column = fields.includes(field) ? columns[field] : null;
    const text = column === null ? '' : (row[column] ?? '');
    return NOTHING.test(text) ? '' : text;
  };
}

/** An address in the form that is hashed, or its hash where the file has it already. */
export interface Address {
  text: string;
  isHashed: boolean;
}

/** An address of a row; 'bad' where its cell cannot be read, null where it is empty. */
type FoundAddress = Address | 'bad' | null;

/** How the addresses of a row are read. */
export interface AddressTools {
  /** An e-mail address as the platform wants it before it is hashed; null where the cell holds none. */
  normaliseEmail(cell: string): string | null;
  /** The E.164 number of a cell, null for none; `country` is that of numbers without a calling code. */
  readPhone(cell: string, country: string | null): string | null;
  /** Whether Excel has rounded a phone number, so that it is none any more. */
  isRounded(field: 'phone', cell: string): boolean;
  /** ISO 3166 code for numbers without a calling code, of rows for which no column names a country. */
  phoneCountry: string | null;
  /** Called where `phoneCountry` counts. */
  askPhoneCountry(): void;
}

/** '+49 …', '(+49) …' and '0049 …' have their own calling code. A text without a digit is no number. */
const LACKS_CALLING_CODE = /^(?!\D*(?:\+|00)).*\d/s;

/** The e-mail address and the phone number of a row, as a platform wants them before they are hashed. */
export function readAddresses(
  cell: CellOf,
  { normaliseEmail, readPhone, isRounded, phoneCountry, askPhoneCountry }: AddressTools,
): Record<'email' | 'phone', FoundAddress> {
  return {
    email: findAddress(cell('email'), normaliseEmail),
    phone: findAddress(cell('phone'), (text) => {
      if (isRounded('phone', text)) return null;
      const country = cell('country');
      // A country that cannot be read is not the one of all other leads.
      if (country !== '') return readPhone(text, readCountry(country));
      if (LACKS_CALLING_CODE.test(text)) askPhoneCountry();
      return readPhone(text, phoneCountry);
    }),
  };
}

function findAddress(cell: string, normalise: (cell: string) => string | null): FoundAddress {
  if (cell === '') return null;
  if (isHash(cell)) return { text: cell.toLowerCase(), isHashed: true };
  const text = normalise(cell);
  return text === null ? 'bad' : { text, isHashed: false };
}

export const isAddress = (address: FoundAddress): address is Address => address !== null && address !== 'bad';
