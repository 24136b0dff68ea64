import { useEffect, type ComponentType, type ReactNode } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Providers } from '#frontend/app/app.tsx';
import type { WorkToSave } from '#frontend/features/saved/work.ts';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/judge/settings.ts';
import type { Workflow, WorkflowStart } from '#frontend/features/wizard/use-workflow.ts';
import { Wizard } from '#frontend/pages/home/wizard.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { authExamples } from '#test/contract/auth.ts';
import { stubBrowserThread } from './browser-thread.ts';
import { answerOf, startFakeServer } from './fake-server.ts';
import { emptyDraftStore } from './memory-draft-store.ts';
import { ResultsStep, type WizardInput } from './results-step.tsx';
import { giveListsRoom } from './workflow-room.tsx';

export const user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });

export const HEADLINE = 'Calculate Lead Values for Smarter Bidding';
export const ZONE = 'Drop CSV file here or click to browse';
export const GOOD = 'Status,Source\nQualified,Google\nLost,Bing\n';

/**
 * The whole wizard over the real browser thread, with nobody signed in. Called once at the top of a test file, which also has to put
 * memory-draft-store.ts in the place of the draft store.
 */
export function installWizardRoom(): void {
  installBrowserApis();
  giveListsRoom();
  beforeEach(() => {
    stubBrowserThread();
    emptyDraftStore();
    startFakeServer({ 'GET /api/auth/user': answerOf(authExamples.noUser) });
    vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
  });
  afterEach(() => {
    sessionStorage.clear();
    vi.restoreAllMocks();
  });
}

/** @param Router `BrowserRouter` takes its time to go back, as a browser does */
export function renderWizard(
  onSave?: (work: WorkToSave) => void,
  start: WorkflowStart = {},
  Router: RouterKind = MemoryRouter,
) {
  const Results = ({ workflow }: { workflow: Workflow }) => (
    <ResultsStep workflow={workflow} renderResults={(input) => <FakeResults {...input} onSave={onSave} />} />
  );
  const draw = (defaults: Settings) => <Wizard {...start} defaults={defaults} Results={Results} />;
  const view = render(draw(DEFAULT_SETTINGS), {
    wrapper: ({ children }) => <Browser Router={Router}>{children}</Browser>,
  });
  return { ...view, changeDefaults: (defaults: Settings) => view.rerender(draw(defaults)) };
}

type RouterKind = ComponentType<{ children: ReactNode }>;

function Browser({ Router, children }: { Router: RouterKind; children: ReactNode }) {
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <Providers>
        <Router>
          {children}
          <Traveller />
        </Router>
      </Providers>
    </SWRConfig>
  );
}

let travel: NavigateFunction;

function Traveller() {
  const navigate = useNavigate();
  useEffect(() => {
    travel = navigate;
  }, [navigate]);
  return null;
}

/** Presses Back of the browser, `times` times at once. */
export async function goBack(times = 1): Promise<void> {
  await act(async () => void Array.from({ length: times }, () => travel(-1)));
}

export async function goForward(): Promise<void> {
  await act(async () => void travel(1));
}

/** Replaces the results, which are another room. */
function FakeResults(slot: WizardInput & { onSave?(work: WorkToSave): void }) {
  const { measurement, context, settings, onSettingsChange, onBack, onSave, onStartOver, work, earlier } =
    slot;
  const { totalConversions, totalLeads, fields } = measurement;
  return (
    <>
      <h1>Results stand here</h1>
      <p>
        {`${totalConversions} of ${totalLeads} converted, ${context.qualifiedValues.join(' and ')}, threshold ${settings.thresholdPercent}`}
      </p>
      {earlier && <p>Earlier figures of {earlier.name}</p>}
      <ul aria-label="Segments">
        {fields.flatMap(({ name, values }) =>
          values.map((value) => <li key={value}>{`${name}: ${value}`}</li>),
        )}
      </ul>
      <button onClick={() => onSettingsChange?.({ ...settings, thresholdPercent: 25 })}>Threshold 25</button>
      <input
        type="range"
        aria-label="Threshold"
        value={settings.thresholdPercent}
        onChange={({ target }) => onSettingsChange?.({ ...settings, thresholdPercent: Number(target.value) })}
      />
      <button onClick={onBack}>Back</button>
      {onSave && <button onClick={() => onSave({ ...slot, ...work })}>Save Analysis</button>}
      <button onClick={onStartOver}>Start Over</button>
    </>
  );
}

export function csv(text: BlobPart, name = 'leads.csv'): File {
  return new File([text], name, { type: 'text/csv' });
}

export function fileInput(): HTMLElement {
  return screen.getByLabelText(ZONE);
}

export async function upload(file: File): Promise<void> {
  await user.upload(fileInput(), file);
}

export async function expectColumnsStep(): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Select Columns to Analyze' });
}

export async function expectAlert(text: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));
}

export async function choose(dropdown: string, option: RegExp): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: dropdown }));
  await user.click(screen.getByRole('option', { name: option }));
}

interface Dragged {
  files?: File[];
  /** Names of folders among the dragged items. They cannot be read. */
  folders?: string[];
}

function transferOf({ files = [], folders = [] }: Dragged) {
  const item = (file: File, isDirectory: boolean) => ({
    kind: 'file',
    type: file.type,
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory }),
  });
  const items = [
    ...folders.map((name) => item(new File([], name), true)),
    ...files.map((file) => item(file, false)),
  ];
  return { types: items.length ? ['Files'] : [], items, files, dropEffect: 'none' };
}

/** Fires a drag event. Returns false if the page prevents the default action. */
export function drag(type: 'dragOver' | 'drop', target: Element, dragged: Dragged): boolean {
  return fireEvent[type](target, { dataTransfer: transferOf(dragged) });
}

/** Pastes. Returns false if the page prevents the default action. */
export function paste(
  text: string,
  { files = [], target = document.body }: { files?: File[]; target?: Element } = {},
): boolean {
  const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : ''), files };
  return fireEvent.paste(target, { clipboardData });
}
