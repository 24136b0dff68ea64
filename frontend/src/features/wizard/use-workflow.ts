import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
  startTransition,
  useMemo,
} from 'react';
import type { Settings } from '#frontend/analysis/judge/analyse.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import { expectsDraft } from '#frontend/drafts/draft-mark.ts';
import { draftStore } from '#frontend/drafts/draft-session.ts';
import type { Draft } from '#frontend/drafts/draft-store.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { onBeforeLeaving } from '#frontend/lib/before-leaving.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import type { LeadThread, StartableThread } from '#frontend/threads/leads/client.ts';
import { createLazyThread } from '#frontend/threads/leads/lazy-thread.ts';
import type { FindSettings, KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { SavedWork } from '#frontend/features/saved/work.ts';
import { reduceShown, reduceWizard } from './late-work.ts';
import {
  initialState,
  isOpen,
  type WizardState,
  type WorkflowEvent,
  type WorkflowState,
} from './workflow-state.ts';
import type { WizardStep, Step } from './wizard-step.ts';
import { useDraft, type DraftKeeper } from './use-draft.ts';
import { useEntry, useWizardStep, useSteps } from './use-wizard-step.ts';
import { fetchList, useUpload, type FileWithList, type Upload } from './use-upload.ts';

/** The wizard, with or without an open file. */
export interface OpenWizard {
  state: WizardState;
  dispatch: Dispatch<WorkflowEvent>;
  /** The step or column that is shown. */
  at: WizardStep;
  /** Shows another step; without a position, step 3 shows the column that it showed last. */
  goTo(step: Step, position?: number): void;
  /** The open file itself; `state.file` holds its headers, samples and counts. */
  sourceFile: File | null;
  thread: LeadThread;
  upload: Upload;
  draft: DraftKeeper;
  reuse: ReuseSources;
  /** True while the draft of this tab or a saved analysis is being opened. */
  isWaiting: boolean;
  /** True for a step or column after Back or Forward: the browser restores its scroll position. */
  isRevisited: boolean;
  /** Reads a new file and moves on to step 2, unless the file is refused. */
  openFile(file: File, options?: OpenOptions): Promise<void>;
  /** Reads the open file again with other options. Null after a failure. */
  rereadFile(options: OpenOptions): Promise<OpenedFile | null>;
  startOver(): void;
  /** Starts the thread and fetches the code that stores drafts, before the visitor opens a file. */
  expectFile(): void;
}

/** The wizard with an open file. */
export interface Workflow extends OpenWizard {
  state: WorkflowState;
}

/** The sources of earlier settings besides this browser. */
interface ReuseSources {
  /** Settings that the visitor chose for the next file. */
  pending: KeptSettings | null;
  dropPending(): void;
  /** Absent for a visitor without an account. */
  findSaved?: FindSettings;
}

/** The input of step 1. Another feature draws it, so the page passes it on. */
export interface UploadSlot {
  workflow: OpenWizard;
  /** Called when the visitor is likely to open a file next, to prefetch code. */
  onIntent(): void;
  /** True while a dragged file is over the page. */
  isOver: boolean;
  /** True while the zone is shown although a file is open, so that the visitor can choose another one. */
  isReplacing: boolean;
  onReplacingChange(isReplacing: boolean): void;
}

/** Data with which the wizard can start. */
export interface WorkflowStart {
  /** A saved analysis that is opened at the start. The draft of this tab is kept and offered later. */
  saved?: SavedWork | null;
  /** Settings for the next file. The draft of this tab is put aside for it. */
  pending?: KeptSettings | null;
  findSaved?: FindSettings;
}

/**
 * The state of the wizard, its file and thread, and the draft that keeps state and file over a reload.
 */
export function useWorkflow(
  defaults: Settings,
  { saved = null, pending: given = null, findSaved }: WorkflowStart = {},
): OpenWizard {
  const [pending, setPending] = useState(given);
  const thread = useThread();
  const upload = useUpload(thread);
  const isInResults = useEntry()?.place.step === 4;
  const [state, dispatch] = useReducer(isInResults ? reduceShown : reduceWizard, defaults, initialState);
  const { at, beginAt } = useWizardStep(state);
  const [shown, setShown] = useState<ShownFile>({ file: null });
  const { file } = shown;
  const { open, cancel } = upload;
  /** Leads to a step; null until the first step is known. */
  const leadTo = useRef<((next: WizardStep) => void) | null>(null);

  /** Shows another work. File, choices and step change together. */
  const show = useCallback(
    (next: File | null, event: WorkflowEvent, at: WizardStep) => {
      const change = (lead: (next: WizardStep) => void) => {
        setShown({ file: next });
        dispatch(event);
        lead(at);
      };
      const { current: lead } = leadTo;
      // Restored work is the first content of the page, so it needs no transition.
      if (lead) startTransition(() => change(lead));
      else change(beginAt);
    },
    [beginAt],
  );

  /** Shows a file that has no choices yet. */
  const showFile = useCallback(
    (next: File, { file: opened, list }: FileWithList, readOptions: OpenOptions) => {
      const openedAt = Date.now();
      const empty = list.NO_CHOICES;
      const event: WorkflowEvent = { type: 'fileOpened', file: opened, readOptions, openedAt, empty };
      show(next, event, { openedAt, step: 2, position: 0 });
    },
    [show],
  );

  const restore = useCallback(
    async (draft: Draft) => {
      const { readOptionsOf, readDraft } = await import('./stored-work.ts');
      const readOptions = readOptionsOf(draft.choices);
      const opened = await open(draft.file, readOptions, 'restore');
      if (!opened) return false;
      const restored = readDraft(draft.choices, opened.file);
      if (restored) {
        const { choices, at } = restored;
        const event: WorkflowEvent = { type: 'restored', file: opened.file, choices };
        show(draft.file, event, { openedAt: choices.openedAt, ...at });
      } else showFile(draft.file, opened, readOptions);
      return true;
    },
    [open, show, showFile],
  );

  const openSaved = useCallback(
    async (work: SavedWork) => {
      const opened = await open(work.file, work.readOptions, 'restore');
      if (!opened) return;
      const openedAt = Date.now();
      const { readOptions, save } = work;
      const chosen = opened.list.choicesOf(work.choices, work.settings);
      const choices = opened.list.beginWork(chosen, { openedAt, readOptions, save });
      show(work.file, { type: 'restored', file: opened.file, choices }, { openedAt, step: 2, position: 0 });
    },
    [open, show],
  );

  const { isRestoring, draft } = useDraft(
    { state, at, file },
    {
      restore,
      openInstead: saved ? () => openSaved(saved) : given ? async () => {} : undefined,
      onKept: (copy, original) =>
        setShown((last) => (last.file === original ? { ...last, file: copy } : last)),
    },
  );
  useDefaults(defaults, dispatch);
  const [waitsForWork] = useState(() => saved !== null || (given === null && expectsDraft()));
  const isWaiting = isRestoring && waitsForWork;
  const steps = useSteps(at, !isWaiting);
  useLayoutEffect(() => {
    if (!isWaiting) leadTo.current = steps.leadTo;
  }, [isWaiting, steps.leadTo]);

  const { openedAt } = state;
  const { position: lastPosition } = at;
  /** React renders another step in slices, so that the page stays responsive. */
  const goTo = useCallback(
    (step: Step, position = lastPosition) =>
      startTransition(() => {
        if (step === 4) dispatch({ type: 'analysed' });
        leadTo.current?.({ openedAt, step, position });
      }),
    [openedAt, lastPosition],
  );

  const { giveWay } = draft;
  const opening = useRef(Promise.resolve());
  const openFile = useCallback(
    (next: File, readOptions: OpenOptions = {}) => {
      giveWay();
      opening.current = open(next, readOptions).then((opened) => {
        if (opened) showFile(next, opened, readOptions);
      });
      return opening.current;
    },
    [open, giveWay, showFile],
  );
  useDraftBeforeReload(opening, draft, [shown, setShown]);

  const rereadFile = useCallback(
    async (readOptions: OpenOptions) => {
      const opened = file && (await open(file, readOptions, 'reread'));
      if (!opened || !isOpen(state)) return null;
      const empty = opened.list.choicesForReread(state, readOptions);
      dispatch({ type: 'fileReread', file: opened.file, readOptions, empty });
      return opened.file;
    },
    [file, open, state],
  );

  const startOver = useCallback(() => {
    cancel();
    setPending(null);
    show(null, { type: 'startedOver', settings: defaults }, { openedAt: 0, step: 1, position: 0 });
  }, [cancel, defaults, show]);

  const dropPending = useCallback(() => setPending(null), []);

  const expectFile = useCallback(() => prefetch(thread.start, fetchList, draftStore), [thread]);

  const reuse = useMemo(() => ({ pending, dropPending, findSaved }), [pending, dropPending, findSaved]);
  return {
    state,
    dispatch,
    at,
    goTo,
    sourceFile: file,
    thread,
    upload,
    draft,
    reuse,
    isWaiting,
    isRevisited: steps.isRevisited,
    openFile,
    rereadFile,
    startOver,
    expectFile,
  };
}

function useThread(): StartableThread {
  const [thread] = useState(createLazyThread);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(closing.current);
    return () => {
      // Strict mode runs this cleanup and at once the effect again, and the thread must stay open then.
      closing.current = setTimeout(() => thread.close());
    };
  }, [thread]);
  return thread;
}

/** The file of the shown work. */
interface ShownFile {
  file: File | null;
  /** Called once this is committed. */
  onCommitted?: () => void;
}

/** Before the page reloads for a new release, it waits for the file that is being opened and stores the draft. */
function useDraftBeforeReload(
  opening: RefObject<Promise<void>>,
  { flush }: Pick<DraftKeeper, 'flush'>,
  [{ onCommitted }, setShown]: readonly [ShownFile, Dispatch<SetStateAction<ShownFile>>],
): void {
  useEffect(
    () =>
      onBeforeLeaving(async () => {
        await opening.current;
        // React commits transitions of one state in their order, so this one comes with the opened file or later. It runs the
        // effect of the draft before the one below.
        await new Promise<void>((resolve) =>
          startTransition(() => setShown((last) => ({ ...last, onCommitted: resolve }))),
        );
        await flush();
      }),
    [opening, flush, setShown],
  );
  useEffect(() => onCommitted?.(), [onCommitted]);
}

/** Applies changed defaults, which may arrive after the page, unless the visitor has changed a setting. */
function useDefaults(defaults: Settings, dispatch: Dispatch<WorkflowEvent>): void {
  const before = useRef(defaults);
  useEffect(() => {
    dispatch({ type: 'defaultsChanged', from: before.current, to: defaults });
    before.current = defaults;
  }, [defaults, dispatch]);
}
