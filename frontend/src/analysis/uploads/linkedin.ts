import { normaliseEmail } from './addresses.ts';
import { VALUE_DECIMALS, type UploadFormat } from './upload-format.ts';

export const LINKEDIN: UploadFormat = {
  name: 'LinkedIn conversions',
  label: 'LinkedIn',
  meaning: 'LinkedIn’s template for conversions, by hashed e-mail address.',
  fileName: 'linkedin_conversions',
  fields: ['time', 'email'],
  identifiers: ['email'],
  matchedBy: 'A hashed e-mail address',
  normaliseEmail,
  needsTime: false,
  times: 'Milliseconds since 1970, or 11/02/2026 where the file has no time',
  conversion: {
    label: 'Event type',
    first: 'LEAD',
    hint: 'As LinkedIn names it, such as LEAD or QUALIFIED_LEAD.',
    missing: 'Enter a type of event.',
  },
  listParameters: () => [],
  columns: [
    { heading: 'email', cell: ({ email }) => email },
    {
      heading: 'timestamp',
      cell: ({ time: { ms, isDay } }, { clock }) =>
        isDay ? writeDay(clock ? clock.toClock(ms) : ms) : String(ms),
    },
    { heading: 'eventtype', cell: (_, { conversionName }) => conversionName },
    { heading: 'amount', cell: ({ value }) => value.toFixed(VALUE_DECIMALS) },
    { heading: 'currency', cell: (_, { currency }) => currency },
  ],
  sources: {
    'LinkedIn Marketing Solutions Help, Conversions data manual upload template requirements':
      'https://www.linkedin.com/help/lms/answer/a530615',
  },
};

/** '11/02/2026' of a time that is written as if it were UTC. */
function writeDay(clock: number): string {
  const [year, month, day] = new Date(clock).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}
