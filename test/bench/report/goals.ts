/** The goals of speed, each once. Ratios are to PapaParse in a browser thread where nothing else is said. */
export const GOALS = {
  read: {
    narrow: { atMost: 0.4, aim: 0.25 },
    wide: { atMost: 0.4, aim: 0.3 },
    quoted: { atMost: 0.25, aim: 0.12 },
  },
  readToUdsv: { atMost: 0.55, aim: 0.35 },
  journey: { atMost: 1, aim: 0.5 },
  gap: { atMost: 0.12 },
  gapMs: { aim: 50 },
  settings: { atMost: 0.001 },
  settingsMs: { aim: 1 },
  recount: { atMost: 0.01 },
  /** Per 100,000 rows. */
  recountMs: { aim: 5 },
  combinations: { atMost: 0.01 },
  combinationsMs: { aim: 5 },
  memory: { atMost: 0.5, aim: 0.33 },
} as const;
