import type { UploadField } from './upload-fields.ts';

/** The person behind a lead, besides addresses; '' for each part that the lead does not tell. */
export interface Person {
  /** Both or none. */
  firstName: string;
  lastName: string;
  company: string;
  jobTitle: string;
}

interface FoundPerson {
  person: Person;
  /** Whether a part of the name, or the company or job title, is not used. */
  lacksName: boolean;
  lacksWork: boolean;
}

/** The most characters of a first or last name that LinkedIn takes. */
export const MAX_PERSON_NAME_LENGTH = 35;

/**
 * The person of a row, as LinkedIn takes it: first and last name together, at most 35 characters each, and '@' in the column of
 * addresses only (LinkedIn Marketing Solutions Help a530615, read 2026-11-25). Whether LinkedIn cuts longer names or refuses
 * the row is not said, so such names are left out.
 * Examples: 'Ann' and 'Lee' stay; 'Ann' alone is no name; the company 'ann@lee.example' is left out.
 */
export function findPerson(cell: (field: UploadField) => string): FoundPerson {
  const [first, last] = [cell('firstName'), cell('lastName')];
  const hasName = [first, last].every(
    (name) => name !== '' && name.length <= MAX_PERSON_NAME_LENGTH && isPlain(name),
  );
  const [company, jobTitle] = [cell('company'), cell('jobTitle')];
  return {
    person: {
      firstName: hasName ? first : '',
      lastName: hasName ? last : '',
      company: isPlain(company) ? company : '',
      jobTitle: isPlain(jobTitle) ? jobTitle : '',
    },
    lacksName: !hasName && first + last !== '',
    lacksWork: !isPlain(company) || !isPlain(jobTitle),
  };
}

const isPlain = (text: string) => !text.includes('@');
