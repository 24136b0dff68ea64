import { drawEvenly, drawSkewed, type Random } from './random.ts';

/** Makes the cell of one row, as text without its quotes. */
export type CellMaker = (random: Random, row: number) => string;

const PLACES = ['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'New', 'Great', 'Little'];
const WORDS = ['search', 'brand', 'autumn', 'retargeting', 'video', 'partner', 'trial', 'webinar', 'guide'];
const BLANK_SHARE = 0.03;

/** One of `count` names, and sometimes nothing. */
export function category(prefix: string, count: number): CellMaker {
  const names = Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`);
  return (random) => (random() < BLANK_SHARE ? '' : (names[drawSkewed(random, count)] ?? ''));
}

/** One of `count` names, each about as often as any other, and all of them where there are rows enough. */
export function spread(prefix: string, count: number): CellMaker {
  return (random, row) => `${prefix} ${row < count ? row : drawEvenly(random, count)}`;
}

/** Statuses of leads that are not qualified. */
const OTHER_STATUSES = ['New', 'Contacted', 'Disqualified', 'Unreachable'];

/** The outcome of a lead: a quarter is qualified. */
export function status(): CellMaker {
  return (random) => drawStatus(random, 0.25);
}

/** Columns that tell something of the outcome, and the outcome: each stands right of them in its row. */
export function tellingCells(): { telling(make: CellMaker): CellMaker; status: CellMaker } {
  let odds = -1.2;
  return {
    telling: (make) => (random, row) => {
      const cell = make(random, row);
      odds += 0.3 * Math.sin(Number(/\d+$/.exec(cell)?.[0] ?? 0));
      return cell;
    },
    status(random) {
      const rate = 1 / (1 + Math.exp(-odds));
      odds = -1.2;
      return drawStatus(random, rate);
    },
  };
}

function drawStatus(random: Random, rate: number): string {
  return random() < rate ? 'Qualified' : (OTHER_STATUSES[drawSkewed(random, OTHER_STATUSES.length)] ?? '');
}

export function place(count: number): CellMaker {
  return (random) => {
    const index = drawEvenly(random, count);
    return `${PLACES[index % PLACES.length]} Town ${index}, D${index % 97}`;
  };
}

export function identifier(): CellMaker {
  return (random, row) => `L-${String(row).padStart(8, '0')}-${hexadecimal(random, 8)}`;
}

export function time(): CellMaker {
  return (_, row) => new Date(Date.UTC(2026, 0, 1) + row * 61_000).toISOString().slice(0, 19);
}

export function number(below: number): CellMaker {
  return (random) => String(drawSkewed(random, below));
}

/** Words up to a length, as in names of campaigns. */
export function words(length: number): CellMaker {
  return (random) => {
    let text = '';
    while (text.length < length) text += `${WORDS[drawEvenly(random, WORDS.length)]}-`;
    return text.slice(0, length - 1).concat('x');
  };
}

/** A remark with a comma, now and then a quoted word, and a line break in every third. */
export function remark(length: number): CellMaker {
  const makeWords = words(length);
  return (random, row) => {
    const text = makeWords(random, row);
    const middle = row % 3 === 0 ? ',\n' : ', ';
    return row % 5 === 0 ? `said "${text}"${middle}left` : `${text}${middle}left`;
  };
}

function hexadecimal(random: Random, digits: number): string {
  return drawEvenly(random, 16 ** digits)
    .toString(16)
    .padStart(digits, '0');
}
