/** The prefix of an order id that is a bare number or one character, unless the visitor keeps ids as earlier uploads had them. */
export const ORDER_ID_PREFIX = 'lead-';

/** Google's Data Manager refuses these when events are recorded, though not in a test: reported by others, and on no page of Google. */
const BARE = /^(?:\d+|.)$/su;

/** Whether an order id is digits alone, or one character. Examples: '48213' and 'A' are, '48213x' is not. */
export const isBareOrderId = (id: string): boolean => BARE.test(id);

/** The order id as files and sends have it. Examples: '48213' is 'lead-48213' unless ids are kept; 'A1' stays always. */
export const writeOrderId = (id: string, isKept = false): string =>
  !isKept && isBareOrderId(id) ? ORDER_ID_PREFIX + id : id;

/** The ids under which a lead may have been uploaded, that of today's uploads first. Example: 'lead-48213' and '48213'. */
export const listOrderIds = (id: string, isKept = false): readonly string[] => [
  ...new Set([writeOrderId(id, isKept), writeOrderId(id, !isKept)]),
];

/**
 * The order id of a lead's stage: that of the visitor's file with the stage behind it, so that a platform counts each stage once. It is never
 * bare. Example: '48213' at 'opportunity' is '48213-opportunity'. A lead without an order id has none here either.
 */
export const writeStageId = (id: string, tag: string): string => (id === '' ? '' : `${id}-${tag}`);
