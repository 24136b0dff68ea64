import { expect, test } from 'vitest';
import { headerRules } from '../../../frontend/response-headers.ts';

test('no other host learns which page of this site led to it', () => {
  const [everywhere = ''] = headerRules([]).split('/assets/*');
  expect(everywhere).toMatch(/^\/\*\n/);
  expect(everywhere).toContain('  Referrer-Policy: same-origin\n');
});
