export const PRODUCT_NAME = 'Lead Value Analyzer';

/** The maker that an installation names. Set VITE_CREATOR_NAME and VITE_CREATOR_URL when it is built. */
export const CREATOR = {
  name: readSetting(import.meta.env['VITE_CREATOR_NAME'], 'The Lead Value Analyzer project'),
  url: readSetting(import.meta.env['VITE_CREATOR_URL'], 'https://github.com'),
};

function readSetting(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() ? value.trim() : fallback;
}
