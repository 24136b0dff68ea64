import {
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  startTransition,
} from 'react';
import type { Settings } from '#frontend/analysis/judge/analyse.ts';
import type { OpenOptions } from '#frontend/thread/leave-out.ts';
import { expectsDraft } from '#frontend/drafts/draft-mark.ts';
import type { Draft } from '#frontend/drafts/draft-store.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { onLeaving } from '#frontend/lib/unsaved-work.ts';
import type { LeadThread, StartableThread } from '#frontend/thread/client.ts';
import { createLazyThread } from '#frontend/thread/lazy-thread.ts';
import type { FindSettings, KeptSettings, SavedWork } from '#frontend/thread/work.ts';
import {
  choicesOf,
  initialState,
  reduceWorkflow,
  type WorkflowEvent,
  type WorkflowState,
} from './workflow-state.ts';
import { draftStore, useDraft, type DraftKeeper } from './use-draft.ts';
import { useStepHistory } from './use-step-history.ts';
import { useUpload, type Upload } from './use-upload.ts';

export interface Workflow {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
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
  /** Reads the open file again with other options. False after a failure. */
  rereadFile(options: OpenOptions): Promise<boolean>;
  startOver(): void;
  /** Starts the thread, and fetches what keeps the work, before the visitor opens a file. */
  expectFile(): void;
}

/** Where the settings of an earlier analysis come from, besides this browser. */
interface ReuseSources {
  /** Settings that the visitor chose for the next file. */
  pending: KeptSettings | null;
  dropPending(): void;
  /** Absent for a visitor without an account. */
  findSaved?: FindSettings;
}

/** What step 1 shows a file with. Another feature draws it, so the page passes it on. */
export interface UploadSlot {
  workflow: Workflow;
  /** Called when the visitor is likely to open a file next, to prefetch code. */
  onIntent(): void;
  /** True while a dragged file is over the page. */
  isOver: boolean;
  /** True while the zone is shown although a file is open, so that the visitor can choose another one. */
  isReplacing: boolean;
  onReplacingChange(isReplacing: boolean): void;
}

/** What the wizard starts with, besides an empty first step. */
export interface WorkflowStart {
  /** Opened at the start. The draft of this tab is kept and offered again later. */
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
): Workflow {
  const [pending, setPending] = useState(given);
  const thread = useThread();
  const upload = useUpload(thread);
  const [state, dispatch] = useReducer(reduceWorkflow, defaults, initialState);
  const [file, setFile] = useState<File | null>(null);
  const { open, cancel } = upload;

  const restore = useCallback(
    async (draft: Draft) => {
      const { readOptionsOf, readChoices } = await import('./stored-work.ts');
      const readOptions = readOptionsOf(draft.choices);
      const opened = await open(draft.file, readOptions, 'restore');
      if (!opened) return false;
      setFile(draft.file);
      const choices = readChoices(draft.choices, opened);
      dispatch(
        choices
          ? { type: 'restored', file: opened, choices }
          : { type: 'fileOpened', file: opened, readOptions, openedAt: Date.now() },
      );
      return true;
    },
    [open],
  );

  const openSaved = useCallback(
    async (work: SavedWork) => {
      const opened = await open(work.file, work.readOptions, 'restore');
      if (!opened) return;
      setFile(work.file);
      dispatch({ type: 'restored', file: opened, choices: { ...choicesOf(work), openedAt: Date.now() } });
    },
    [open],
  );

  const { isRestoring, ...draft } = useDraft(state, file, {
    restore,
    openInstead: saved ? () => openSaved(saved) : given ? async () => {} : undefined,
    onKept: (copy, original) => setFile((current) => (current === original ? copy : current)),
  });
  useDefaults(defaults, dispatch);
  const [waitsForWork] = useState(() => saved !== null || (given === null && expectsDraft()));
  const isWaiting = isRestoring && waitsForWork;
  const isRevisited = useStepHistory(state, dispatch, !isWaiting);

  const { giveWay } = draft;
  const opening = useRef(Promise.resolve());
  const openFile = useCallback(
    (next: File, readOptions: OpenOptions = {}) => {
      giveWay();
      opening.current = open(next, readOptions).then((opened) => {
        if (!opened) return;
        setFile(next);
        dispatch({ type: 'fileOpened', file: opened, readOptions, openedAt: Date.now() });
      });
      return opening.current;
    },
    [open, giveWay],
  );
  useKeptWork(opening, draft);

  const rereadFile = useCallback(
    async (readOptions: OpenOptions) => {
      const opened = file && (await open(file, readOptions, 'reread'));
      if (!opened) return false;
      dispatch({ type: 'fileReread', file: opened, readOptions });
      return true;
    },
    [file, open],
  );

  const startOver = useCallback(() => {
    cancel();
    setFile(null);
    setPending(null);
    dispatch({ type: 'startedOver', settings: defaults });
  }, [cancel, defaults]);

  const dropPending = useCallback(() => setPending(null), []);

  const expectFile = useCallback(() => prefetch(thread.start, draftStore), [thread]);

  return {
    state,
    dispatch: useTransitionDispatch(dispatch),
    sourceFile: file,
    thread,
    upload,
    draft,
    reuse: { pending, dropPending, findSaved },
    isWaiting,
    isRevisited,
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
      // Strict mode runs this cleanup and the effect again at once: then the thread must stay open.
      closing.current = setTimeout(() => thread.close());
    };
  }, [thread]);
  return thread;
}

/** Before the page reloads for a new release, it waits for the file that is being opened and stores the draft. */
function useKeptWork(opening: RefObject<Promise<void>>, { flush }: Pick<DraftKeeper, 'flush'>): void {
  const [onCommitted, setOnCommitted] = useState<() => void>();
  useEffect(
    () =>
      onLeaving(async () => {
        await opening.current;
        // This state is committed with the opened file or after it, and the effect of the draft runs before the one below.
        await new Promise<void>((resolve) => setOnCommitted(() => resolve));
        await flush();
      }),
    [opening, flush],
  );
  useEffect(() => onCommitted?.(), [onCommitted]);
}

/** Passes on changed defaults: they may arrive after the page, and apply while the visitor has not changed a setting. */
function useDefaults(defaults: Settings, dispatch: Dispatch<WorkflowEvent>): void {
  const before = useRef(defaults);
  useEffect(() => {
    dispatch({ type: 'defaultsChanged', from: before.current, to: defaults });
    before.current = defaults;
  }, [defaults, dispatch]);
}

/** Renders another step or column in a transition: React works in slices, so that the page stays responsive. */
function useTransitionDispatch(dispatch: Dispatch<WorkflowEvent>): Dispatch<WorkflowEvent> {
  return useCallback(
    (event) => {
      if (event.type === 'stepChosen') startTransition(() => dispatch(event));
      else dispatch(event);
    },
    [dispatch],
  );
}
