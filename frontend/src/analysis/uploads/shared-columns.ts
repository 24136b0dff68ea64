import { VALUE_DECIMALS, type ConversionQuestion, type UploadColumn } from './upload-format.ts';

/** The question of platforms that identify conversions by their names in the account. */
export const CONVERSION_NAME: ConversionQuestion = {
  label: 'Conversion name',
  first: '',
  hint: 'Exactly as in your account.',
  missing: 'Enter the name of the conversion in your account.',
};

export const NAME_COLUMN: UploadColumn = {
  heading: 'Conversion Name',
  cell: (_, { conversionName }) => conversionName,
};

export const VALUE_COLUMNS: readonly UploadColumn[] = [
  { heading: 'Conversion Value', cell: ({ value }) => value.toFixed(VALUE_DECIMALS) },
  { heading: 'Conversion Currency', cell: (_, { currency }) => currency },
];

/** The line above the headings that names the zone of the times: UTC, so that no platform has to know the name of a zone. */
export const UTC_LINE = 'Parameters:TimeZone=+0000';
