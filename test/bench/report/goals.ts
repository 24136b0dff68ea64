/** The goals of speed, each once. Ratios are to PapaParse in a browser thread where nothing else is said. */
export const GOALS = {
  read: {
    narrow: { atMost: 0.3 },
    wide: { atMost: 0.33 },
    quoted: { atMost: 0.33 },
  },
  readToFastest: {
    narrow: { atMost: 0.55 },
    wide: { atMost: 0.6 },
    quoted: { atMost: 0.6 },
  },
  /** To `File.text()` alone. */
  readToFloor: { atMost: 2.5 },
  /** The time per row of ten times as many rows. */
  growth: { atMost: 1.3 },
  /** By value to by conversions. */
  byValue: { atMost: 1.2 },
  /** To SheetJS. */
  spreadsheet: { atMost: 0.6 },
  findMs: { atMost: 1500 },
  modelMs: { atMost: 4000 },
  cancelMs: { atMost: 50 },
  journey: { atMost: 0.65 },
  gap: { atMost: 0.15 },
  gapMs: { atMost: 50 },
  settings: { atMost: 0.001 },
  settingsMs: { aim: 1 },
  recount: { atMost: 0.01 },
  /** Per 100,000 rows. */
  recountMs: { atMost: 4 },
  /** Per 100,000 rows. */
  plansMs: { atMost: 200 },
  combinations: { atMost: 0.01 },
  combinationsMs: { aim: 5 },
  savedBytes: { atMost: 1.15, aim: 1.05 },
  storedText: { atMost: 1.55, aim: 1.45 },
  reopen: { atMost: 1.5, aim: 1.3 },
  userStatements: { atMost: 1, aim: 1 },
  listStatements: { atMost: 2, aim: 2 },
  listRoundTrips: { aim: 1 },
  /** Kilobytes of 1024 bytes. */
  firstPage: { atMost: 95 },
  later: { atMost: 130 },
  paint: { atMost: 0.45, aim: 0.35 },
  memory: { atMost: 0.5, aim: 0.33 },
} as const;
