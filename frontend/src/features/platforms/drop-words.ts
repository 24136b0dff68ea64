import { LEFT_OUT_WORDS, type DropReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import { MAX_UPLOAD_AGE_DAYS } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS, type UploadFormatId } from '#frontend/analysis/platforms/upload-formats.ts';

const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  ...LEFT_OUT_WORDS,
  'not-converted': 'Not converted: your ad account counts only customers',
  'no-click-id': 'No click ID',
  'several-click-ids': 'A GBRAID and a WBRAID, of which Google takes one, and no address',
  'only-braid': 'Only a GBRAID or WBRAID: the Data Manager file takes these',
  'damaged-click-id': 'A click ID that was damaged, perhaps by a spreadsheet',
  'no-address': 'No e-mail address and no phone number',
  'bad-address': 'An address that cannot be read, or a phone number that does not exist or lacks a country',
  'no-identifier': 'No click ID, no e-mail address and no phone number',
  'no-date': 'No date',
  'unreadable-date': 'A date that cannot be read',
  'no-time': 'A date without a time of day',
  'no-zone': 'A time or day without a time zone: choose one',
  today: 'Of today, without a time of day: upload tomorrow',
  'unknown-zone': 'A time zone that may be several, such as BST',
  future: 'A time in the future',
  'too-old': `Older than ${MAX_UPLOAD_AGE_DAYS} days`,
  'no-value': 'A lead value of zero or less',
  'consent-denied': 'Ad User Data denied',
  duplicate: 'The same conversion as an earlier row',
};

/** The words for files without phone numbers. */
const DROP_WORDS_OF_EMAILS: Readonly<Partial<Record<DropReason, string>>> = {
  'no-address': 'No e-mail address, and no first and last name',
  'bad-address': 'An e-mail address that cannot be read, and no first and last name',
};

/** The reason why leads are not in the file, in words. */
export function describeDropReason(reason: DropReason, kind: UploadFormatId): string {
  const takesPhones = UPLOAD_FORMATS[kind].fields.includes('phone');
  return (takesPhones ? undefined : DROP_WORDS_OF_EMAILS[reason]) ?? DROP_WORDS[reason];
}
