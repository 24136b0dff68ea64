import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import type { FindSettings, KeptSettings, SettingsOffer } from '#frontend/choices/kept-settings.ts';
import { readToast } from '#frontend/ui/toast-store.ts';
import { skipWaits } from '#test/support/clock.ts';
import { draftStore } from '#test/support/memory-draft-store.ts';
import {
  choose,
  csv,
  expectColumnsStep,
  installWizardRoom,
  renderWizard,
  upload,
  user,
} from '#test/support/wizard-room.tsx';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
installWizardRoom();

let kept: unknown = null;
beforeEach(() => {
  kept = null;
  // The copy that the browser would store.
  draftStore.keepSettings.mockImplementation(async (settings) => void (kept = structuredClone(settings)));
  draftStore.findSettings.mockImplementation(async () => kept);
});

const OCTOBER = csv('Status,Source\nQualified,Google\nLost,Bing\nQualified,google\n', 'October.csv');
const NOVEMBER = csv(
  'Day,Source,Status\n1,Google,Qualified\n2,LinkedIn,Won\n3,google,Lost\n',
  'November.csv',
);
const USE = 'Use the settings of October.csv';

const button = (name: string) => screen.getByRole('button', { name });
const findButton = (name: string) => screen.findByRole('button', { name });
const picked = (name: string) => screen.getByRole('combobox', { name }).textContent;
const segments = async () => {
  await screen.findByRole('heading', { name: 'Results stand here' });
  const list = within(screen.getByRole('list', { name: 'Segments' }));
  return list.getAllByRole('listitem').map((item) => item.textContent);
};

/** Analyses the file of October with one renamed value. */
async function showResults() {
  const view = renderWizard();
  await upload(OCTOBER);
  await expectColumnsStep();
  await choose('Attribute 1', /^Source/);
  await user.click(button('Next: Map Values'));
  await user.click(await findButton('Next'));
  await user.type(await screen.findByLabelText('google'), 'Google');
  await user.keyboard('{Escape}');
  await user.click(button('Analyze'));
  expect(await segments()).toEqual(['Source: Bing', 'Source: Google']);
  return view;
}

let keptOfOctober: unknown = null;

/** Analyses the file of October, and leaves the page. Once is enough: what is kept of it is the same each time. */
async function analyseOctober(): Promise<void> {
  skipWaits();
  if (!keptOfOctober) {
    const { unmount } = await showResults();
    await user.click(button('Threshold 25'));
    await waitFor(() => expect(JSON.stringify(kept)).toContain('"thresholdPercent":25'));
    unmount();
    keptOfOctober = kept;
  }
  kept = structuredClone(keptOfOctober);
}

async function openNext(file: File) {
  const view = renderWizard();
  await upload(file);
  await expectColumnsStep();
  return view;
}

test('the last settings are offered for a file with the same columns, used on a click, and lead to the results', async () => {
  await analyseOctober();
  await openNext(NOVEMBER);
  const use = await findButton(USE);
  expect(picked('Attribute 1')).not.toContain('Source');
  await user.click(use);
  await screen.findByText('Source: not in this file: Bing');
  expect(screen.getByText('Source: new in this file: LinkedIn')).toBeInTheDocument();
  expect(screen.getByText('Status: new in this file: Won')).toBeInTheDocument();
  expect(picked('Lead Status Column')).toContain('Status');
  expect(picked('Attribute 1')).toContain('Source');
  await user.click(button('Analyze with these settings'));
  expect(await segments()).toEqual(['Source: Google', 'Source: LinkedIn']);
  expect(screen.getByText('1 of 3 converted, Qualified, threshold 25')).toBeInTheDocument();
});

test('used settings are undone while nothing else has changed', async () => {
  await analyseOctober();
  await openNext(NOVEMBER);
  await user.click(await findButton(USE));
  await user.click(await findButton('Undo'));
  expect(picked('Attribute 1')).not.toContain('Source');
  expect(screen.queryByRole('button', { name: 'Analyze with these settings' })).toBeNull();
  await user.click(await findButton(USE));
  await findButton('Undo');
  await choose('Attribute 2', /^Day/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  await user.click(button('Back'));
  await user.click(await findButton('Next: Select Columns'));
  await findButton('Analyze with these settings');
});

const SAVED: KeptSettings = {
  name: 'All regions',
  headers: ['Status', 'Source'],
  settings: { conversionValue: 40, thresholdPercent: 15 },
  choices: {
    statusColumn: 0,
    attributeColumns: [1],
    qualified: new Set(['Won']),
    ranges: new Map(),
    mappings: new Map(),
  },
  known: new Map(),
};

describe('one click', () => {
  const SHOW = 'Same settings as October.csv: show results and what changed';
  const LEFT = 'left-view';
  const EARLIER: EarlierFigures = {
    name: 'October.csv',
    fileName: 'October.csv',
    saved: null,
    knownBy: 1,
    settings: { conversionValue: 100, thresholdPercent: 25 },
    configuration: {
      statusColumn: 'Status',
      attributeColumns: ['Source'],
      qualifiedValues: ['Qualified'],
      notQualifiedValues: [],
      valueMappings: {},
      binningConfig: {},
    },
    figures: { metrics: [], totalLeads: 3, totalQualified: 2, correlationTests: [] },
  };
  const withFigures = () => {
    const { kept: settings, ...envelope } = kept as { kept: KeptSettings };
    kept = { ...envelope, kept: { ...settings, earlier: EARLIER } };
  };

  function undo(): void {
    const message = readToast();
    expect(message).toMatchObject({ title: 'Settings of October.csv taken', isOpen: true });
    const action = message?.action;
    act(() => action && 'onSelect' in action && action.onSelect());
  }

  test('leads to the results and to what has changed, and is undone', async () => {
    await analyseOctober();
    withFigures();
    await openNext(NOVEMBER);
    await user.click(await findButton(SHOW));
    expect(await segments()).toEqual(['Source: Google', 'Source: LinkedIn']);
    expect(screen.getByText('1 of 3 converted, Qualified, threshold 25')).toBeInTheDocument();
    expect(screen.getByText('Earlier figures of October.csv')).toBeInTheDocument();
    expect(JSON.parse(sessionStorage.getItem(LEFT) ?? '')).toEqual({
      openedAt: expect.any(Number) as number,
      view: 'what-changed',
    });
    undo();
    await expectColumnsStep();
    expect(picked('Attribute 1')).not.toContain('Source');
    // Another file has no earlier figures.
    await findButton(SHOW);
  });

  test('is undone where the page was left with the message of the same settings', async () => {
    await analyseOctober();
    withFigures();
    // The analysis of November is not kept.
    draftStore.keepSettings.mockImplementation(async () => {});
    const { unmount } = await openNext(NOVEMBER);
    await user.click(await findButton(SHOW));
    await segments();
    unmount();
    expect(readToast()?.isOpen).toBe(false);
    await openNext(NOVEMBER);
    await user.click(await findButton(SHOW));
    await segments();
    undo();
    await expectColumnsStep();
  });

  test('is the primary action beside those of before', async () => {
    await analyseOctober();
    withFigures();
    await openNext(NOVEMBER);
    await findButton(SHOW);
    const bar = within(screen.getByRole('region', { name: 'Earlier settings' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([SHOW, USE, 'Dismiss']);
  });

  test('shows results alone where nothing was kept to compare with', async () => {
    await analyseOctober();
    await openNext(NOVEMBER);
    await user.click(await findButton('Same settings as October.csv: show results'));
    expect(await segments()).toEqual(['Source: Google', 'Source: LinkedIn']);
    expect(screen.queryByText(/^Earlier figures/)).toBeNull();
  });

  test('stays before the results where the file has no converted value, or lacks what the settings are about', async () => {
    await analyseOctober();
    withFigures();
    await openNext(csv('Status,Source\nWon,Google\nLost,Bing\n', 'December.csv'));
    await user.click(await findButton(SHOW));
    await screen.findByText('Status: not in this file: Qualified');
    await expectColumnsStep();
    expect(screen.queryByRole('button', { name: SHOW })).toBeNull();
    expect(sessionStorage.getItem(LEFT)).toBeNull();
  });

  test('stands beside Undo where the settings were chosen before the file', async () => {
    renderWizard(undefined, { pending: { ...SAVED, earlier: { ...EARLIER, name: 'All regions' } } });
    await upload(NOVEMBER);
    await user.click(await findButton('Same settings as All regions: show results and what changed'));
    await segments();
    expect(screen.getByText('1 of 3 converted, Won, threshold 15')).toBeInTheDocument();
    expect(screen.getByText('Earlier figures of All regions')).toBeInTheDocument();
    expect(sessionStorage.getItem(LEFT)).toContain('what-changed');
  });
});

describe('settings that change many times a second', () => {
  const slideTo = (threshold: number) =>
    fireEvent.change(screen.getByRole('slider', { name: 'Threshold' }), { target: { value: threshold } });

  /** From here on the visitor never rests. */
  async function showBusyResults(): Promise<void> {
    skipWaits();
    await showResults();
    await waitFor(() => expect(kept).not.toBeNull());
    draftStore.keepSettings.mockClear();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  }
  afterEach(() => void vi.useRealTimers());

  test('are kept once the visitor rests', async () => {
    await showBusyResults();
    for (let threshold = 30; threshold <= 60; threshold++) slideTo(threshold);
    await act(async () => {});
    expect(draftStore.keepSettings).not.toHaveBeenCalled();
    await act(async () => void (await vi.runAllTimersAsync()));
    expect(draftStore.keepSettings).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(kept)).toContain('"thresholdPercent":60');
  });

  test('are kept when the page is left before that', async () => {
    await showBusyResults();
    slideTo(60);
    fireEvent(window, new PageTransitionEvent('pagehide'));
    await act(async () => {});
    expect(JSON.stringify(kept)).toContain('"thresholdPercent":60');
  });

  test.each(['keepSettings', 'saveChoices'] as const)(
    'the choices are stored as the page is left, even while %s is still running',
    async (running) => {
      await showBusyResults();
      draftStore[running].mockReturnValueOnce(new Promise(() => {}));
      slideTo(50);
      await act(async () => void (await vi.runAllTimersAsync()));
      draftStore.saveChoices.mockClear();
      slideTo(60);
      fireEvent(window, new PageTransitionEvent('pagehide'));
      await act(async () => {});
      expect(JSON.stringify(draftStore.saveChoices.mock.calls)).toContain('"thresholdPercent":60');
    },
  );

  test('are kept although Start Over comes before the visitor rests', async () => {
    await showBusyResults();
    slideTo(60);
    fireEvent.click(button('Start Over'));
    await act(async () => void (await vi.runAllTimersAsync()));
    expect(JSON.stringify(kept)).toContain('"thresholdPercent":60');
  });
});

test('a dismissed offer stays away', async () => {
  await analyseOctober();
  await openNext(NOVEMBER);
  await findButton(USE);
  await user.click(button('Dismiss'));
  expect(screen.queryByRole('button', { name: USE })).toBeNull();
  expect(picked('Attribute 1')).not.toContain('Source');
});

test('a file without one of the columns gets no offer, and Start Over keeps the settings', async () => {
  await analyseOctober();
  renderWizard();
  await upload(csv('Status,Campaign\nQualified,A\nLost,B\n', 'other.csv'));
  await expectColumnsStep();
  await waitFor(() => expect(draftStore.findSettings).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: USE })).toBeNull();
  await choose('Attribute 1', /^Campaign/);
  await user.click(button('Next: Map Values'));
  await user.click(await findButton('Next'));
  await user.click(await findButton('Analyze'));
  await segments();
  await waitFor(() => expect(kept).toMatchObject({ kept: { name: 'other.csv' } }));
  await user.click(button('Start Over'));
  await upload(csv('Status,Campaign\nQualified,A\nLost,B\n', 'next.csv'));
  await expectColumnsStep();
  expect(await findButton('Use the settings of other.csv')).toBeInTheDocument();
});

test('settings whose converted values the file lacks lead to no empty results', async () => {
  await analyseOctober();
  await openNext(csv('Status,Source\nWon,Google\nLost,Bing\n', 'December.csv'));
  await user.click(await findButton(USE));
  await screen.findByText('Status: not in this file: Qualified');
  await user.click(button('Analyze with these settings'));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'No lead of this file has a converted value',
  );
});

test('without settings of this browser the newest saved analysis that fits is offered', async () => {
  const load = vi
    .fn<SettingsOffer['load']>()
    .mockRejectedValueOnce(new Error('lost'))
    .mockResolvedValue(SAVED);
  vi.spyOn(console, 'warn').mockReturnValue();
  renderWizard(undefined, { findSaved: async () => ({ name: 'All regions', hasFigures: true, load }) });
  await upload(NOVEMBER);
  const use = await findButton('Use the settings of All regions');
  expect(load).not.toHaveBeenCalled();
  await user.click(use);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(picked('Attribute 1')).not.toContain('Source');
  await user.click(button('Use the settings of All regions'));
  await user.click(await findButton('Analyze with these settings'));
  await segments();
  expect(screen.getByText('1 of 3 converted, Won, threshold 15')).toBeInTheDocument();
});

describe('a search that the visitor does not wait for any more', () => {
  const offer = async () => ({ name: 'All regions', hasFigures: true, load: async () => SAVED });
  const goBack = () => user.click(button('Back'));
  const goOn = async () => user.click(await findButton('Next: Select Columns'));

  /** Opens a file while the look into this browser, the first part of the search, waits. */
  async function searchSlowly(findSaved: FindSettings): Promise<() => Promise<void>> {
    const looked = Promise.withResolvers<null>();
    draftStore.findSettings.mockReturnValueOnce(looked.promise);
    renderWizard(undefined, { findSaved });
    await upload(NOVEMBER);
    await expectColumnsStep();
    return () => act(async () => looked.resolve(null));
  }

  test('asks nobody, and begins anew when the visitor comes back', async () => {
    const findSaved = vi.fn<FindSettings>(offer);
    const endLook = await searchSlowly(findSaved);
    await goBack();
    await endLook();
    expect(findSaved).not.toHaveBeenCalled();
    await goOn();
    await findButton('Use the settings of All regions');
    expect(findSaved).toHaveBeenCalledTimes(1);
  });

  test('asks nobody although its code came meanwhile', async () => {
    const code = Promise.withResolvers<void>();
    const ask = vi.fn<() => ReturnType<FindSettings>>(offer);
    const endLook = await searchSlowly(async (_, beforeAsking) => {
      await code.promise;
      beforeAsking();
      return ask();
    });
    await endLook();
    await goBack();
    await act(async () => code.resolve());
    expect(ask).not.toHaveBeenCalled();
    await goOn();
    await findButton('Use the settings of All regions');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('goes on where the visitor is back before its first part has ended', async () => {
    const findSaved = vi.fn<FindSettings>(offer);
    const endLook = await searchSlowly(findSaved);
    await goBack();
    await goOn();
    await expectColumnsStep();
    await endLook();
    await findButton('Use the settings of All regions');
    expect(findSaved).toHaveBeenCalledTimes(1);
  });
});

test('settings that wait for a file are named, explained where they do not fit, and used for the file that fits', async () => {
  const load = async () => null;
  renderWizard(undefined, {
    pending: SAVED,
    findSaved: async () => ({ name: 'another analysis', hasFigures: true, load }),
  });
  await screen.findByText(/used for the next file that holds their columns: Status, Source/);
  await upload(csv('Status,Campaign\nQualified,A\nLost,B\n', 'other.csv'));
  await expectColumnsStep();
  expect(
    await screen.findByText(/The settings of All regions do not fit this file: it has no column Source/),
  ).toBeInTheDocument();
  await user.click(button('Use Different Data'));
  await upload(NOVEMBER);
  await findButton('Analyze with these settings');
  expect(picked('Attribute 1')).toContain('Source');
  // They were for one file: the next one is offered others, and begins without any.
  await user.click(button('Use Different Data'));
  await upload(csv('Status,Source\nWon,Mail\nLost,Mail\n', 'January.csv'));
  await findButton('Use the settings of another analysis');
  expect(picked('Attribute 1')).not.toContain('Source');
});

test('an offer that comes while a button is pressed waits for the click, so that the button stays under the pointer', async () => {
  await analyseOctober();
  const found = Promise.withResolvers<void>();
  draftStore.findSettings.mockImplementation(async () => {
    await found.promise;
    return kept;
  });
  await openNext(NOVEMBER);
  await user.pointer({ keys: '[MouseLeft>]', target: button('Next: Map Values') });
  await act(async () => found.resolve());
  // The answer has reached the page once the work that began after it is over.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('button', { name: USE })).toBeNull();
  await user.pointer('[/MouseLeft]');
  expect(await findButton(USE)).toBeInTheDocument();
});

test('settings that are used while a button is pressed add no button beside it before the click', async () => {
  const loaded = Promise.withResolvers<KeptSettings>();
  const offer: SettingsOffer = { name: 'All regions', hasFigures: true, load: () => loaded.promise };
  renderWizard(undefined, { findSaved: async () => offer });
  await upload(NOVEMBER);
  await expectColumnsStep();
  await user.click(await findButton('Use the settings of All regions'));
  await choose('Attribute 1', /^Source/);
  await user.pointer({ keys: '[MouseLeft>]', target: button('Next: Map Values') });
  await act(async () => loaded.resolve(SAVED));
  await waitFor(() => expect(picked('Attribute 1')).toContain('Source'));
  expect(screen.queryByText(/^Settings of/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Analyze with these settings' })).toBeNull();
  await user.pointer('[/MouseLeft]');
  await screen.findByRole('heading', { name: 'Map Values' });
  await user.click(button('Back to Columns'));
  await findButton('Analyze with these settings');
});

test('settings that are used while a button is pressed leave the line above it until the release', async () => {
  const loaded = Promise.withResolvers<KeptSettings>();
  const offer: SettingsOffer = { name: 'All regions', hasFigures: true, load: () => loaded.promise };
  renderWizard(undefined, { findSaved: async () => offer });
  await upload(NOVEMBER);
  await expectColumnsStep();
  await user.click(await findButton('Use the settings of All regions'));
  await user.pointer({ keys: '[MouseLeft>]', target: button('Back') });
  await act(async () => loaded.resolve(SAVED));
  await waitFor(() => expect(picked('Attribute 1')).toContain('Source'));
  expect(screen.queryByText(/^Settings of/)).toBeNull();
  expect(screen.getByText(/^Please select a Status column/)).toBeInTheDocument();
  await user.pointer([{ target: document.body }, '[/MouseLeft]']);
  await findButton('Analyze with these settings');
  expect(screen.queryByText(/^Please select a Status column/)).toBeNull();
});

test('settings that arrive after another file was opened are not used for it', async () => {
  const loaded = Promise.withResolvers<KeptSettings>();
  const load = vi.fn<SettingsOffer['load']>().mockReturnValue(loaded.promise);
  renderWizard(undefined, { findSaved: async () => ({ name: 'All regions', hasFigures: true, load }) });
  await upload(NOVEMBER);
  await expectColumnsStep();
  await user.click(await findButton('Use the settings of All regions'));
  await user.click(button('Use Different Data'));
  await upload(csv('Status,Campaign,Source\nQualified,A,Google\nLost,B,Bing\n', 'other.csv'));
  await expectColumnsStep();
  await act(async () => loaded.resolve(SAVED));
  // The settings have reached the page once what was set going after them is over.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText(/^Settings of/)).toBeNull();
  expect(picked('Attribute 1')).not.toContain('Source');
});
