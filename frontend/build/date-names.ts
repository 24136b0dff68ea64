import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Names that begin with a NUL are no files: other plugins leave them alone. */
const PREFIX = '\0date-names:';

/** The languages of people who write dates. Their codes are those of `Intl`. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'tr', 'ru', 'ja', 'zh'];

/** Abbreviations that people write and `Intl` does not. */
const OTHER_MONTHS: Readonly<Record<number, string>> = { 0: 'jän jänner', 2: 'mrz', 8: 'sept' };
const OTHER_WEEKDAYS: Readonly<Record<number, string>> = {
  0: 'segunda',
  1: 'tues terça',
  2: 'weds quarta',
  3: 'thur thurs quinta',
  4: 'sexta',
  5: 'sonnabend',
};

/** Letters that have no accent to take off. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', ı: 'i' };

/** Small letters without accents, as the reader compares them. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .replaceAll(/[ßøæœłı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

type Part = 'month' | 'weekday' | 'timeZoneName';

interface Named {
  part: Part;
  options: Intl.DateTimeFormatOptions;
  date: Date;
}

/** Each serves many dates: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', calendar: 'gregory', ...options });
  formats.set(key, format);
  return format;
}

function nameIn(language: string, { part, options, date }: Named): string {
  const parts = formatOf(language, options).formatToParts(date);
  return fold(parts.find(({ type }) => type === part)?.value ?? '');
}

/** The names of one month or weekday in all languages, long and short, alone and beside a day. */
function listNames(part: 'month' | 'weekday', date: Date, others = ''): Set<string> {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) =>
      [{}, { day: 'numeric' }, { day: 'numeric', year: 'numeric', month: style }].map((beside) =>
        nameIn(language, { part, date, options: { ...beside, [part]: style } as Intl.DateTimeFormatOptions }),
      ),
    ),
  );
  const words = [...names, ...others.split(' ').map(fold)].map((name) => name.replaceAll('.', ''));
  // '2月' is read by its sign.
  return new Set(words.filter((word) => word !== '' && !/\d/.test(word)));
}

/**
 * Names with the lengths of their abbreviations behind them: 'january3,janvier4' stands for january, jan, janvier and janv. So the
 * table is a third smaller.
 */
function pack(names: ReadonlySet<string>): string {
  const long = [...names].filter(
    (name) => ![...names].some((other) => other !== name && other.startsWith(name)),
  );
  const taken = new Set<string>();
  const packed = long.map((name) => {
    const short = [...names].filter((other) => other !== name && name.startsWith(other) && !taken.has(other));
    for (const other of short) taken.add(other);
    return name + short.map(({ length }) => length.toString(36).toUpperCase()).join('');
  });
  return packed.join(',');
}

const dayOfMonth = (month: number) => new Date(Date.UTC(2026, month, 3));
const dayOfWeek = (weekday: number) => new Date(Date.UTC(2026, 1, 2 + weekday));

/**
 * The names of months and weekdays as one text: twelve lists and seven, from January and Monday, with ';' between two. The build fixes
 * it, since the browsers and versions of Node have different names.
 */
function makeDateNames(): string {
  const months = Array.from({ length: 12 }, (_, month) =>
    pack(listNames('month', dayOfMonth(month), OTHER_MONTHS[month])),
  );
  const weekdays = Array.from({ length: 7 }, (_, day) =>
    pack(listNames('weekday', dayOfWeek(day), OTHER_WEEKDAYS[day])),
  );
  return [...months, ...weekdays].join(';');
}

/** One zone for each name that people write. */
const ZONES =
  'UTC Europe/London Europe/Lisbon Europe/Berlin Europe/Athens Europe/Moscow America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage Pacific/Honolulu America/Sao_Paulo America/Argentina/Buenos_Aires Asia/Tokyo Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Kolkata Asia/Dubai Australia/Sydney Pacific/Auckland'.split(
    ' ',
  );

/** Names of zones in words as 'minutes:name,name;…', with standard time and summer time apart: 'mitteleuropaische sommerzeit' under 120. */
function makeZoneNames(): string {
  const names = new Map<string, string>();
  for (const timeZone of ZONES)
    for (const date of [dayOfMonth(0), dayOfMonth(6)]) {
      const offset = {
        part: 'timeZoneName',
        date,
        options: { timeZone, timeZoneName: 'longOffset' },
      } as const;
      const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(nameIn('en', offset)) ?? [];
      const east = `${Number(`${sign}1`) * (60 * Number(hours) + Number(minutes))}`;
      for (const language of LANGUAGES) {
        const name = nameIn(language, { ...offset, options: { timeZone, timeZoneName: 'long' } });
        if (/\d/.test(name)) continue;
        const words = name.replaceAll(/[^\p{L}\p{M}]+/gu, ' ').trim();
        names.set(words, names.has(words) && names.get(words) !== east ? '' : east);
      }
    }
  const lists = Map.groupBy(names, ([, east]) => east);
  lists.delete(''); // a name of several zones
  return [...lists].map(([east, list]) => `${east}:${list.map(([name]) => name).join(',')}`).join(';');
}

const FOLDER = resolve(import.meta.dirname, '../src/analysis');
const TABLES: ReadonlyMap<string, () => string> = new Map([
  ['columns/date-names.txt', makeDateNames],
  ['uploads/zone-names.txt', makeZoneNames],
]);

/** Gives the tables to a build: `import names from './date-names.txt'` is one text. */
export function dateNames(): Plugin {
  return {
    name: 'date-names',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/(?:date|zone)-names\.txt$/ },
      handler: (source, importer = '') => `${PREFIX}${resolve(dirname(importer), source)}`,
    },
    load: {
      filter: { id: /^\0date-names:/ },
      handler: (id) =>
        `export default ${JSON.stringify(TABLES.get(relative(FOLDER, id.slice(PREFIX.length)))?.())};`,
    },
  };
}

/** Writes the tables as files, where the same import gives the Worker a text. A file that is right stays as it is. */
export function writeDateNames(): void {
  for (const [name, make] of TABLES) {
    const file = join(FOLDER, name);
    const table = make();
    if (existsSync(file) && readFileSync(file, 'utf8') === table) continue;
    const own = `${file}.${process.pid}`; // two builds at once never see a part of it
    writeFileSync(own, table);
    renameSync(own, file);
  }
}
