import { PUSH_WORDS } from '#frontend/analysis/platforms/push-words.ts';
import { useMemo } from 'react';
import useSWR from 'swr';
import type { Audience, FoundPlaces, AdPlace } from '#contract/push-answers.ts';
import type { AccountReference } from '#contract/pushes.ts';
import { PLATFORM_OF, type RuleKind } from '#contract/platforms.ts';
import { audiencesKey, fetchAudiences, findPlaces } from '#frontend/api/pushes.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { keyOfMatch, type PushForm } from './push-form.ts';
import { cutPushedName, listWanted, type Match, type Wanted } from './push-request.ts';

/** A value of the platform that can be chosen for one of the file. */
interface MatchOption extends Match {
  /** The kind of thing that it is: 'State · United States'. */
  detail: string;
  /** Why it cannot be chosen; null if it can. */
  problem: string | null;
}

/** A value of the file with what it may be on the platform. */
export interface MatchRow extends Wanted {
  options: readonly MatchOption[];
  /** The match that the visitor has confirmed, here or at an earlier push. */
  match: Match | undefined;
  isOfEarlierPush: boolean;
  /** The only option of that name. It counts once it is confirmed. */
  proposed: MatchOption | null;
}

export interface Matches {
  rows: readonly MatchRow[];
  matchOf(wanted: Wanted): Match | undefined;
  /** How many values are still to be matched. */
  open: number;
  isLoading: boolean;
  error: unknown;
  retry(): void;
}

interface MatchesInput {
  kind: RuleKind;
  account: AccountReference | null;
  rules: readonly PlannedRule[];
  form: PushForm;
}

/** Matches the values of a plan to those of the platform: proposes, and never decides. */
export function useMatches({ kind, account, rules, form }: MatchesInput): Matches {
  const wanted = useMemo(() => listWanted(rules), [rules]);
  const values = wanted.flatMap((one) => (one.kind === 'location' ? [one.value] : []));
  const namesOf = (value: string) => [value, ...listLookUps(value)].map(cutPushedName);
  const { country, otherNames } = form;
  const found = usePlaces({ kind, account, country, names: values.flatMap(namesOf) });
  const others = usePlaces({
    kind,
    account,
    country,
    names: values.flatMap((value) => otherNames.get(value) ?? []),
  });
  const lists = useSWR<Audience[], unknown>(
    account && wanted.some((one) => one.kind === 'audience') ? audiencesKey(kind, account) : null,
    fetchAudiences,
  );
  const answers = [found, others, lists];

  const rows = wanted.map((one): MatchRow => {
    const confirmed = account ? form.confirmed.get(keyOfMatch(one, account)) : undefined;
    const other = otherNames.get(one.value);
    const names = [...namesOf(one.value), ...(other === undefined ? [] : [other])];
    const candidates =
      one.kind === 'location'
        ? offerPlaces(names, [...(found.data ?? []), ...(others.data ?? [])])
        : one.kind === 'audience'
          ? offerAudiences(one.value, lists.data ?? [])
          : offerWords(kind, one);
    const match = confirmed ?? candidates.earlier;
    return {
      ...one,
      options: withMatch(candidates.options, match),
      match,
      isOfEarlierPush: confirmed === undefined && match !== undefined,
      proposed: candidates.proposed,
    };
  });
  const matchOf = ({ kind: wantedKind, value }: Wanted) =>
    rows.find((row) => row.kind === wantedKind && row.value === value)?.match;
  const failed = answers.find(({ error, isValidating }) => error !== undefined && !isValidating);
  return {
    rows,
    matchOf,
    open: rows.filter(({ match }) => match === undefined).length,
    isLoading: answers.some(({ data, isValidating }) => isValidating && data === undefined),
    error: failed?.error,
    retry: () => {
      for (const answer of answers) if (answer.error !== undefined) void answer.mutate();
    },
  };
}

interface PlacesInput {
  kind: RuleKind;
  account: AccountReference | null;
  country: string | null;
  names: readonly string[];
}

/** The places of these names. Those of the last names are shown until the next ones have arrived. */
function usePlaces({ kind, account, country, names }: PlacesInput) {
  const asked = [...new Set(names)];
  const key = account && asked.length > 0 && ['places', kind, account.id, account.via, country, ...asked];
  return useSWR<FoundPlaces['places'], unknown>(
    key,
    () => (account ? findPlaces(kind, { account, country, names: asked }) : []),
    { keepPreviousData: true },
  );
}

interface Candidates {
  options: readonly MatchOption[];
  /** The match that the user has pushed for this value before. */
  earlier?: Match;
  proposed: MatchOption | null;
}

function offerPlaces(names: readonly string[], found: FoundPlaces['places']): Candidates {
  const answers = found.filter(({ name }) => names.includes(name));
  const byId = new Map(answers.flatMap(({ candidates }) => candidates).map((place) => [place.id, place]));
  const options = [...byId.values()].map(toOption);
  // A match of another value, such as the other name, says nothing about this one.
  const confirmedId = answers.find(({ name }) => name === names[0])?.confirmedId;
  const exact = [...byId.values()].filter(({ name }) => names.some((one) => isSameName(one, name)));
  const only = exact.length === 1 ? exact[0] : byId.size === 1 ? [...byId.values()][0] : undefined;
  return {
    options,
    earlier: options.find(({ id }) => id === confirmedId),
    proposed: options.find(({ id }) => id === only?.id) ?? null,
  };
}

function offerAudiences(value: string, audiences: readonly Audience[]): Candidates {
  const options = audiences.map(({ id, name, type, problem }) => ({ id, name, detail: type, problem }));
  const confirmed = audiences.find(({ confirmedFor }) => confirmedFor.includes(cutPushedName(value)));
  // Lists of the same name may hold other people, so none is proposed.
  return { options, earlier: options.find(({ id }) => id === confirmed?.id), proposed: null };
}

function offerWords(platform: RuleKind, { kind, value }: Wanted): Candidates {
  const words = PUSH_WORDS[PLATFORM_OF[platform]].fixedValues?.[kind] ?? [];
  const options = words.map((word) => ({ ...word, detail: '', problem: null }));
  const same = options.find(({ id, name }) => isSameName(name, value) || isSameName(id, value));
  return { options, proposed: same ?? null };
}

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function toOption({ id, fullName, type, country }: AdPlace): MatchOption {
  const parts = [type, country === null ? null : nameCountry(country)];
  return { id, name: fullName, detail: parts.filter(Boolean).join(' · '), problem: null };
}

function nameCountry(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The options, with what was chosen among earlier ones. */
function withMatch(options: readonly MatchOption[], match: Match | undefined): readonly MatchOption[] {
  if (!match || options.some(({ id }) => id === match.id)) return options;
  return [{ ...match, detail: '', problem: null }, ...options];
}

/** The states of the US by their postal codes, with the capital's district. */
const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,DC District of Columbia'
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

const CODE = /^[A-Z]{2}$/;

/**
 * The names to look up for a place of the file. Platforms search by names, so a code of two letters is also looked up as the state
 * and the country that it may stand for; the visitor says which one it is.
 * Examples: 'TX' is 'TX' and 'Texas'; 'CA' is 'CA', 'California' and 'Canada'; 'Berlin' is 'Berlin'.
 * @internal
 */
export function listLookUps(value: string): string[] {
  const code = value.trim();
  if (!CODE.test(code)) return [value];
  const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  const names = [value, STATES[code], country];
  return [...new Set(names.filter((name) => name !== undefined))];
}
