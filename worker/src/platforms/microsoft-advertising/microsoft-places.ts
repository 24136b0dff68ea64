import * as z from 'zod/mini';
import type { AdPlace } from '#contract/push-answers.ts';
import type { PlacesRequest } from '#contract/pushes.ts';
import { callMicrosoft, type MicrosoftSite } from './microsoft-calls.ts';
import { MICROSOFT_PLACE_TYPES } from './microsoft-conditions.ts';
import { describeType } from './microsoft-read.ts';
import { readAnswer, silent } from '#worker/pushes/platform-calls.ts';
import { PlatformSilent } from '#worker/pushes/rule-platform.ts';

// Microsoft has no search for places: it gives a file of all of them, which is read as it comes and never held. Shapes: MicrosoftDocs/
// Advertising, campaign-management-service/getgeolocationsfileurl.md and guides/geographical-location-codes.md (2025-06-26), as read on
// 2026-11-25.

const FILE_TIMEOUT_MS = 60_000;
/** The size is not published: a few ten MB. */
const MAX_BYTES = 300_000_000;
const MAX_LINE = 10_000;
/** More candidates of one name are no help. */
const MAX_CANDIDATES = 10;
/** Candidates that are held of one name while the file goes by. */
const MAX_HELD = 200;
/** A name that is only begun is completed to countries and states. */
const COMPLETED = ['Country', 'State'];
const LEAST_TYPED = 2;

const fileSchema = z.object({ FileUrl: z.string() });

/** The places with these names, the wider ones first: several may share a name, so a person confirms one. */
export async function findMicrosoftPlaces(
  site: MicrosoftSite,
  { account, names, country }: PlacesRequest,
): Promise<AdPlace[][]> {
  const answer = await callMicrosoft(site, {
    service: 'campaigns',
    path: 'GeoLocationsFileUrl/Query',
    body: { Version: '2.0', LanguageLocale: 'en' },
    account,
  });
  const search = new PlaceSearch(names);
  // The address is good for some minutes and has its right in itself: it gets no token of ours.
  for await (const line of readLines(site, readAnswer(fileSchema, answer).FileUrl)) search.take(line);
  return search.list(country);
}

async function* readLines(site: MicrosoftSite, address: string): AsyncGenerator<string> {
  const response = await site.access
    .fetch(checkAddress(site, address), {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
    })
    .catch(silent);
  if (!response.ok || !response.body) throw new PlatformSilent(`status ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read().catch(silent);
    if (done) break;
    size += value.length;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE || size > MAX_BYTES) throw new PlatformSilent('a file of another shape');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function checkAddress({ hosts }: MicrosoftSite, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && url?.origin !== hosts.campaigns)
    throw new PlatformSilent('an address of another shape');
  return address;
}

/** A row of the file. */
interface Row {
  id: string;
  /** From the most specific to the least: Seattle, Washington, United States. */
  parts: string[];
  type: string;
}

const COLUMNS = ['Location Id', 'Bing Display Name', 'Location Type', 'Status'] as const;

/** Gathers the candidates of names while rows go by. */
class PlaceSearch {
  readonly #names: readonly string[];
  readonly #exact = new Map<string, Row[]>();
  readonly #begun = new Map<string, Row[]>();
  #places: number[] | null = null;

  constructor(names: readonly string[]) {
    this.#names = names.map(fold);
    for (const name of this.#names) {
      this.#exact.set(name, []);
      this.#begun.set(name, []);
    }
  }

  take(line: string): void {
    if (line.trim() === '') return;
    const cells = splitCells(line.replace(/^\uFEFF/, '').trimEnd());
    if (!this.#places) {
      this.#places = COLUMNS.map((heading) => cells.indexOf(heading));
      if (this.#places.includes(-1)) throw new PlatformSilent('a file of another shape');
      return;
    }
    const [id = '', name = '', type = '', status] = this.#places.map((place) => cells[place] ?? '');
    if (status !== 'Active' || !Object.hasOwn(MICROSOFT_PLACE_TYPES, type) || !/^\d{1,9}$/.test(id)) return;
    this.#add({ id, parts: name.split('|'), type });
  }

  #add(row: Row): void {
    const own = fold(row.parts[0] ?? '');
    const exact = this.#exact.get(own);
    if (exact && exact.length < MAX_HELD) exact.push(row);
    if (!COMPLETED.includes(row.type)) return;
    for (const [name, rows] of this.#begun)
      if (name.length >= LEAST_TYPED && own !== name && own.startsWith(name) && rows.length < MAX_HELD)
        rows.push(row);
  }

  /** Those in the country come first. Microsoft's names of countries may differ, so that none is left out for it. */
  list(country: string | null): AdPlace[][] {
    if (!this.#places) throw new PlatformSilent('an empty file');
    const types = Object.keys(MICROSOFT_PLACE_TYPES);
    const home = country && fold(new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? '');
    const isAbroad = ({ parts }: Row) => (home && fold(parts.at(-1) ?? '') !== home ? 1 : 0);
    const order = (a: Row, b: Row) =>
      isAbroad(a) - isAbroad(b) ||
      types.indexOf(a.type) - types.indexOf(b.type) ||
      Number(a.id) - Number(b.id);
    return this.#names.map((name) => {
      const [exact = [], begun = []] = [this.#exact.get(name), this.#begun.get(name)];
      return [...exact.toSorted(order), ...begun.toSorted(order)].slice(0, MAX_CANDIDATES).map(toPlace);
    });
  }
}

const fold = (text: string): string => text.trim().toLowerCase();

const toPlace = ({ id, parts, type }: Row): AdPlace => ({
  id: `${MICROSOFT_PLACE_TYPES[type]}:${id}`,
  name: parts[0] ?? '',
  country: null,
  type: describeType(type),
  fullName: parts.join(', '),
});

/** The cells of a line; one with a comma in it stands in quotes, in which a quote is doubled. */
function splitCells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}
