/** The first that fits: later ones are in the text of earlier ones too, since each browser also claims to be an older one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh|OS| OS)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([sign]) => sign.test(text))?.[1];

/**
 * The browser and the system of a `User-Agent` in words, such as 'Firefox on Linux', without versions: enough to recognise an own
 * device, and too little to recognise a person by. Null where neither is known.
 */
export function nameBrowser(userAgent: string | undefined): string | null {
  const text = userAgent ?? '';
  const [browser, system] = [findName(BROWSERS, text), findName(SYSTEMS, text)];
  if (browser === undefined || system === undefined) return browser ?? system ?? null;
  return `${browser} on ${system}`;
}
