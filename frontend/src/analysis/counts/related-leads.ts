import { countSizes } from './families.ts';
import type { ValuedLeads } from './valued-leads.ts';

/** The leads that have relatives, family by family. All others are single, and alike where their combination and outcome are. */
export interface RelatedLeads {
  /** Where the leads of each family begin, and where those of the last one end. */
  starts: Uint32Array;
  /** The combination of each lead. */
  items: Uint32Array;
  /** 1 for each converted lead, else 0. */
  converted: Uint8Array;
  /** Its position among the leads with an amount, -1 where it has none. */
  valuedAt: Int32Array;
}

/**
 * Lists the leads with relatives, in the order of the file within each family, families in order of first appearance.
 *
 * @param families the number of the family of each lead, from 0 on in order of first appearance
 * @param leads per lead its combination and whether it converted; `valued` has the leads with an amount
 */
export function listRelated(
  families: Uint32Array,
  leads: { items: Uint32Array; converted: Uint8Array; valued: Pick<ValuedLeads, 'items'> | null },
): RelatedLeads {
  const sizes = countSizes(families);
  const ends = new Uint32Array(sizes.length);
  const starts = [0];
  // The `!` here and below: a size and an end per family, a family per lead.
  for (let family = 0; family < sizes.length; family++) {
    const start = starts.at(-1)!;
    ends[family] = start;
    if (sizes[family]! > 1) starts.push(start + sizes[family]!);
  }
  const related = starts.at(-1)!;
  const [items, converted] = [new Uint32Array(related), new Uint8Array(related)];
  const valuedAt = new Int32Array(related).fill(-1);
  const valuedOf = new Map(leads.valued && Array.from(leads.valued.items, (lead, at) => [lead, at]));
  for (let lead = 0; lead < families.length; lead++) {
    const family = families[lead]!;
    if (sizes[family]! === 1) continue;
    const position = ends[family]!++;
    items[position] = leads.items[lead]!;
    converted[position] = leads.converted[lead]!;
    valuedAt[position] = valuedOf.get(lead) ?? -1;
  }
  return { starts: Uint32Array.from(starts), items, converted, valuedAt };
}

/** How many leads the smallest and the largest of the families have. There is at least one. */
export function sizesOfRelated({ starts }: RelatedLeads): FamilySizes {
  const sizes = Array.from(starts.subarray(1), (end, family) => end - starts[family]!); // a start per end
  return { least: sizes.reduce((a, b) => Math.min(a, b)), most: sizes.reduce((a, b) => Math.max(a, b)) };
}

export interface FamilySizes {
  least: number;
  most: number;
}
