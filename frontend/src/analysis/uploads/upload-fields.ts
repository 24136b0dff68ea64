/** The fields of an upload that a column of the visitor's file may contain. */
export type UploadField =
  | 'gclid'
  | 'gbraid'
  | 'wbraid'
  | 'msclkid'
  | 'email'
  | 'phone'
  | 'country'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'jobTitle'
  | 'orderId'
  | 'adUserData'
  | 'adPersonalization'
  | 'time';

interface FieldOfUploads {
  label: string;
  /** Advice about the column that is chosen for the field. */
  hint?: string;
  /**
   * Headers of such columns, the surest first. Words are compared without case, and '_', '-' and '.' as spaces. 'lead-date' stands for all
   * that the table of words knows as the day of the lead.
   */
  headers: readonly (RegExp | 'lead-date')[];
  /** The pattern of a sample: the header alone is not enough for a guess. */
  sample?: RegExp;
}

const NOT_FOR_ONE = 'Not for a conversion action that counts ‘One’: Google takes it with ‘Every’ only.';

/** A letter: neither a number nor a code. */
const NAME = /\p{L}/u;

/** In the order in which columns are guessed. */
export const UPLOAD_FIELDS: Readonly<Record<UploadField, FieldOfUploads>> = {
  gclid: { label: 'Google Click ID (gclid)', headers: [/\bgcl ?id\b/, /\bgoogle click id\b/] },
  gbraid: { label: 'GBRAID', hint: NOT_FOR_ONE, headers: [/\bgbraid\b/] },
  wbraid: { label: 'WBRAID', hint: NOT_FOR_ONE, headers: [/\bwbraid\b/] },
  msclkid: {
    label: 'Microsoft Click ID (msclkid)',
    headers: [/\bmscl ?kid\b/, /\b(?:microsoft|bing) (?:ads? )?click id\b/],
  },
  email: {
    label: 'E-mail address',
    headers: [/^e ?mail(?: address)?$/, /\be ?mail\b/],
    sample: /@|^[0-9a-f]{64}$/i,
  },
  phone: {
    label: 'Phone number',
    headers: [/^phone(?: number)?$/, /\b(?:phone|mobile|telephone|telefon|tel|handy|cell)\b/],
    sample: /\d{3}|^[0-9a-f]{64}$/i,
  },
  country: {
    label: 'Country of the person',
    hint: 'By code or name, such as DE or Germany.',
    headers: [/^country(?: code| name)?$/, /\b(?:country|land|pays|pais|paese)\b/],
    // Neither a dialling code nor a sentence.
    sample: /^[^\d@]{2,40}$/,
  },
  firstName: {
    label: 'First name',
    headers: [/^(?:first|given|fore) ?name$/, /\b(?:first|given) ?name\b/, /^(?:vorname|pr[ée]nom|nombre)$/],
    sample: NAME,
  },
  lastName: {
    label: 'Last name',
    headers: [
      /^(?:last|family) ?name$/,
      /\b(?:last|family) ?name\b/,
      /^(?:surname|nachname|nom|apellidos?)$/,
    ],
    sample: NAME,
  },
  company: {
    label: 'Company',
    // The size or the industry of a company is no name of it.
    headers: [
      /^(?:company|employer|organi[sz]ation|firma|unternehmen|entreprise|soci[ée]t[ée]|empresa)(?: name)?$/,
      /\b(?:company|employer|organi[sz]ation) name\b/,
    ],
    sample: NAME,
  },
  jobTitle: {
    label: 'Job title',
    headers: [/^job ?title$/, /\bjob ?title\b/, /^(?:title|jobtitel|position|berufsbezeichnung)$/],
    sample: NAME,
  },
  orderId: {
    label: 'Order ID',
    headers: [/\b(?:order|transaction) id\b/, /\b(?:lead|record|deal|contact) id\b/],
  },
  adUserData: { label: 'Ad User Data', headers: [/\bad user data\b/] },
  adPersonalization: { label: 'Ad Personalization', headers: [/\bad personali[sz]ation\b/] },
  // Last, since 'time' and 'date' stand in headers of other columns too.
  time: {
    label: 'Conversion time',
    headers: [
      /\bconversion (?:time|date)\b/,
      'lead-date',
      /\b(?:created|submitted|submission|create|erstellt|creation)\b/,
      /\b(?:timestamp|date ?time|event time)\b/,
      /\b(?:date|time|datum)\b/,
    ],
    // Days, months and years, or digits alone as in 20260115 or a Unix time: '674' and '2.5' are durations or counts.
    sample: /\d\D*[^\d.,]\D*\d|\d\D+\d+\D+\d|\d{8}/,
  },
};
