import { normaliseEmail } from '../../uploads/addresses.ts';
import { MAX_PERSON_NAME_LENGTH } from '../../uploads/person.ts';
import { VALUE_DECIMALS, type UploadFormat } from '../../uploads/upload-format.ts';

export const LINKEDIN: UploadFormat = {
  name: 'LinkedIn conversions',
  label: 'LinkedIn',
  meaning:
    'LinkedIn’s template for conversions, by hashed e-mail address and by name. Names, company, job title and country stay as they are: LinkedIn takes only addresses hashed.',
  fileName: 'linkedin_conversions',
  fields: ['time', 'email', 'firstName', 'lastName', 'company', 'jobTitle', 'country'],
  // A first name alone is none.
  identifiers: ['email', 'lastName'],
  matchedBy: 'A hashed e-mail address, or first and last name',
  normaliseEmail,
  needsTime: false,
  times: 'Milliseconds since 1970, or 11/02/2026 where the file has no time',
  conversion: {
    label: 'Event type',
    first: 'LEAD',
    hint: 'As LinkedIn names it, such as LEAD or QUALIFIED_LEAD.',
    missing: 'Enter a type of event.',
  },
  limits: { rows: 300_000, megabytes: 20 },
  parameters: [],
  columns: [
    { heading: 'email', cell: ({ email }) => email },
    { heading: 'firstname', field: 'firstName', beside: 'lastName', cell: ({ firstName }) => firstName },
    { heading: 'lastname', field: 'lastName', beside: 'firstName', cell: ({ lastName }) => lastName },
    { heading: 'employeecompany', field: 'company', cell: ({ company }) => company },
    { heading: 'title', field: 'jobTitle', cell: ({ jobTitle }) => jobTitle },
    { heading: 'country', field: 'country', cell: ({ country }) => country },
    {
      heading: 'timestamp',
      cell: ({ time: { ms, isDay } }, { clock }) =>
        isDay ? writeDay(clock ? clock.toClock(ms) : ms) : String(ms),
    },
    { heading: 'eventtype', cell: (_, { conversionName }) => conversionName },
    { heading: 'amount', cell: ({ value }) => value.toFixed(VALUE_DECIMALS) },
    { heading: 'currency', cell: (_, { currency }) => currency },
  ],
  doubt: `Whether LinkedIn cuts or refuses names longer than ${MAX_PERSON_NAME_LENGTH} characters is not said: they are left out.`,
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
