import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { FieldValue } from '#frontend/analysis/interactions.ts';
import { partName } from '#frontend/lib/cut-name.ts';
import { cutName, measureText } from '#frontend/lib/text-width.ts';

/** With less room, only the value is shown. */
const ROOM_FOR_FIELD = 160;
const VALUE_SHARE = 0.75;

interface FitOptions {
  /** In pixels. */
  room: number;
  isStrong: boolean;
  fields: Analysis['fields'];
}

/** 'Source: Referral' in a drawing. The field is cut before the value, since the value tells more. */
export function fitName({ field, value }: FieldValue, { room, isStrong, fields }: FitOptions): string {
  const font = { size: 13, weight: isStrong ? 500 : 400 };
  const fitValue = (width: number) =>
    cutName(partName(value, fields.find(({ name }) => name === field)?.values), width, font);
  if (room < ROOM_FOR_FIELD) return fitValue(room);
  const measure = (text: string) => measureText(text, font.size, font.weight);
  const colon = measure(': ');
  const fieldRoom = Math.min(measure(field), (1 - VALUE_SHARE) * room);
  const end = fitValue(room - fieldRoom - colon);
  const names = fields.map(({ name }) => name);
  return `${cutName(partName(field, names), room - colon - measure(end), font)}: ${end}`;
}
