import { afterEach, expect, test, vi } from 'vitest';

async function readCreator(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import('#frontend/lib/product.ts')).CREATOR;
}

afterEach(() => vi.unstubAllEnvs());

test('an installation names its maker', async () => {
  const settings = { VITE_CREATOR_NAME: ' Example Ltd ', VITE_CREATOR_URL: 'https://example.org' };
  expect(await readCreator(settings)).toEqual({ name: 'Example Ltd', url: 'https://example.org' });
});

test.each<Record<string, string>>([{}, { VITE_CREATOR_NAME: ' ', VITE_CREATOR_URL: '' }])(
  'the project is the maker where none is named: %j',
  async (settings) => {
    expect(await readCreator(settings)).toEqual({
      name: 'The Lead Value Analyzer project',
      url: 'https://github.com',
    });
  },
);
