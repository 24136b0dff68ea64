import { expect, test } from 'vitest';
import { isBareOrderId, listOrderIds, writeOrderId } from '#frontend/analysis/uploads/order-ids.ts';

test.each(['7', '48213', '0007', 'A', 'é', '-', '😀'])('%s gets the prefix, unless ids are kept', (id) => {
  expect(isBareOrderId(id)).toBe(true);
  expect([writeOrderId(id), writeOrderId(id, true)]).toEqual([`lead-${id}`, id]);
  expect([listOrderIds(id), listOrderIds(id, true)]).toEqual([
    [`lead-${id}`, id],
    [id, `lead-${id}`],
  ]);
});

test.each(['', 'A1', '48213x', '48 213', '4.5', '-12', '12\n', 'lead-48213', 'lead-A'])(
  '%j stays as it is',
  (id) => {
    expect(isBareOrderId(id)).toBe(false);
    expect([writeOrderId(id), writeOrderId(id, true)]).toEqual([id, id]);
    expect(listOrderIds(id)).toEqual([id]);
  },
);
