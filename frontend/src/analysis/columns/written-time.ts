import { weekdayOf, endOfDigits, isOneOrTwo, numberIn, type ReadDate } from './date-names.ts';

const NOON = 12;

/** A zone by its letters, its offset or its name in the IANA database: 'Z', 'CEST', 'GMT+2', '-05:00', 'Europe/Berlin'. */
const SHORT_ZONE = String.raw`z|[a-z]{2,5}|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|[a-z]+(?:/[a-z_+-]+\d*){1,2}`;
const IS_SHORT_ZONE = new RegExp(`^(?:${SHORT_ZONE})$`, 'i');
/** A zone in words has one of these: 'Mitteleuropäische Normalzeit'. Other words behind a time are a note. */
const ZONE_WORD = /time|zeit|heure|temps|hor[aá]|ora |tempo|tijd|czas|tid$|saati|zaman|врем|時|时/i;
/** The parts that may follow minutes or seconds: a fraction, AM or PM, 'Uhr', a zone, and the zone's name as in RFC 2822 and in Java. */
const behindTime = (zone: string) =>
  String.raw`(?:[.,]\d+)?(?:\s?([ap])\.?\s?m\b\.?)?(?:\s?uhr)?(?:\s?(${zone}))?(?:\s\([^()]*\)|\[[a-z]+(?:/[a-z_+-]+)*\])?$`;
const BEHIND = new RegExp(`^${behindTime(SHORT_ZONE)}`, 'i');
const LONG_ZONE = String.raw`\p{L}[\p{L}\p{M}\s.'’,・-]+`;
const NOTHING_BEHIND: readonly (string | undefined)[] = [];

/** Words between a date and its time in 14 languages. */
const AT = 'at|um|à|a las?|às|as|alle|alle ore|ore|om|kl|o|godz|saat|в|@|-';
const MORNINGS = '午前|上午|凌晨|早上';
const AFTERNOONS = '午後|下午|晚上|中午';
/** Chinese has the zone before the time. */
const ZONE_BEFORE = String.raw`(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?|\p{Script=Han}+时间?`;
const OTHER_TIME = new RegExp(
  String.raw`^[\s,]*(?:(?:${AT})\.?\s+)?(?:(${ZONE_BEFORE})\s)?(?:(${MORNINGS})|(${AFTERNOONS}))?\s?(\d{1,2})(?:[:.h]|\s?[時时点點])(\d{2})分?(?:[:.](\d{2})|(\d{2})秒)?${behindTime(`${SHORT_ZONE}|${LONG_ZONE}`)}`,
  'iu',
);
/** The rest of a date: 'г.' behind a Russian year, and a weekday as in '2026-02-03 (Tue)' and '3 Şubat 2026 Salı'. */
const YEAR_WORD = /^\s?(?:г\.?|года)(?!\p{L})/iu;
const WEEKDAY_BEHIND = /^[\s,]*[(（]?(\p{L}[\p{L}\p{M}]*(?:-feira)?)\.?[)）]?,?(?!\p{L})/iu;

/**
 * The date of a day and what stands behind it from `from` on: nothing, a weekday, or a time, as in 'T09:05', ', 9:05:07 p.m. UTC' and
 * ' um 14.05 Uhr'. Null where it is something else.
 */
export function withTime(day: number | null, text: string, from: number): ReadDate | null {
  if (day === null) return null;
  if (from === text.length) return { ms: day, hasTime: false, hasDay: true };
  return withUsualTime(day, text, from) ?? withOtherTime(day, text.slice(from));
}

/** Character by character, since most times are written so, and a column may have 100,000 different ones. */
function withUsualTime(day: number, text: string, from: number): ReadDate | null {
  const mark = text.charCodeAt(from);
  if (mark !== 32 && mark !== 84 && mark !== 116) return null; // a space or 'T'
  const start = from + 1;
  const hours = endOfDigits(text, start);
  const minutes = endOfDigits(text, hours + 1);
  if (!isOneOrTwo(hours - start) || text[hours] !== ':' || minutes - hours !== 3) return null;
  const hasSeconds = text[minutes] === ':';
  const end = hasSeconds ? endOfDigits(text, minutes + 1) : minutes;
  if (hasSeconds && end - minutes !== 3) return null;
  const behind = end === text.length ? NOTHING_BEHIND : BEHIND.exec(text.slice(end));
  if (!behind) return null;
  return at(day, {
    hour: hourOf(numberIn(text, start, hours), behind[1]),
    minute: numberIn(text, hours + 1, minutes),
    second: hasSeconds ? numberIn(text, minutes + 1, end) : 0,
    zone: behind[2],
  });
}

function withOtherTime(day: number, behind: string): ReadDate | null {
  const rest = behind.replace(YEAR_WORD, '');
  const [all = '', word = ''] = WEEKDAY_BEHIND.exec(rest) ?? [];
  const time = weekdayOf(word) === 0 ? rest : rest.slice(all.length);
  if (time.trim() === '') return { ms: day, hasTime: false, hasDay: true };
  const [, before, morning, afternoon, hour, minute, second, ofSigns, half, zone = before] =
    OTHER_TIME.exec(time) ?? [];
  if (hour === undefined || (zone && !IS_SHORT_ZONE.test(zone) && !ZONE_WORD.test(zone))) return null;
  const [hours, isHalf] = [Number(hour), morning !== undefined || afternoon !== undefined];
  return at(day, {
    // The Japanese noon is hour 0 of the afternoon; some write the afternoon before 14 too.
    hour: isHalf && hours <= NOON ? hourOf(hours || NOON, morning ? 'a' : 'p') : hourOf(hours, half),
    minute: Number(minute),
    second: Number(second ?? ofSigns ?? 0),
    zone,
  });
}

interface Time {
  hour: number | null;
  minute: number;
  second: number;
  zone: string | undefined;
}

function at(day: number, { hour, minute, second, zone }: Time): ReadDate | null {
  if (hour === null || minute > 59 || second > 59) return null;
  const ms = day + ((hour * 60 + minute) * 60 + second) * 1000;
  return zone ? { ms, hasTime: true, hasDay: true, zone } : { ms, hasTime: true, hasDay: true };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half.toLowerCase() === 'p' ? NOON : 0);
}
