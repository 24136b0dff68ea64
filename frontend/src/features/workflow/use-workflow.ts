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
import type { Settings } from '#frontend/analysis/analyse.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { expectsDraft } from '#frontend/lib/draft-mark.ts';
import type { Draft } from '#frontend/lib/draft-store.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { onLeaving } from '#frontend/lib/unsaved-work.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import { createLazyWorkerClient, type LazyWorkerClient } from '#frontend/thread/lazy-worker-client.ts';
import { readOptionsOf, unpackChoices } from './draft.ts';
import type { SavedWork } from '#frontend/thread/work.ts';
import {
  choicesOf,
  initialState,
  reduceWorkflow,
  type WorkflowEvent,
  type WorkflowState,
} from './workflow-state.ts';
import { useDraft, type DraftKeeper } from './use-draft.ts';
import { useStepHistory } from './use-step-history.ts';
import { useUpload, type Upload } from './use-upload.ts';

export interface Workflow {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  /** The open file itself; what was read of it is `state.file`. */
  sourceFile: File | null;
  thread: LeadThread;
  upload: Upload;
  draft: DraftKeeper;
  /** True until work that is expected, this tab's draft or a saved analysis, was opened or could not be. */
  isWaiting: boolean;
  /** True for a step or column that Back or Forward has led to: the browser restores where it was scrolled to. */
  isRevisited: boolean;
  /** Reads a new file, in the ways chosen for it if any, and, when it is good, moves on to step 2. */
  openFile(file: File, options?: ReadOptions): Promise<void>;
  /** Reads the open file again with other encoding, delimiter, header row or lines kept. False when that failed. */
  rereadFile(options: ReadOptions): Promise<boolean>;
  startOver(): void;
  /** The visitor is about to bring a file: what reads it is fetched ahead. */
  expectFile(): void;
}

function useThread(): LazyWorkerClient {
  const [thread] = useState(createLazyWorkerClient);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(closing.current);
    return () => {
      // In strict mode React takes effects away and brings them back at once: only then is the thread still needed.
      closing.current = setTimeout(() => thread.close());
    };
  }, [thread]);
  return thread;
}

/** Before the page is loaded again for a new release, a file that is being opened and all choices are kept. */
function useKeptWork(opening: RefObject<Promise<void>>, { flush }: Pick<DraftKeeper, 'flush'>): void {
  const [onCommitted, setOnCommitted] = useState<() => void>();
  useEffect(
    () =>
      onLeaving(async () => {
        await opening.current;
        // This render comes with or after the one that shows the opened file; the draft's effect runs before the one below.
        await new Promise<void>((resolve) => setOnCommitted(() => resolve));
        await flush();
      }),
    [opening, flush],
  );
  useEffect(() => onCommitted?.(), [onCommitted]);
}

/** Settings that nobody has touched yet follow the defaults, which may come later than the page. */
function useDefaults(defaults: Settings, dispatch: Dispatch<WorkflowEvent>): void {
  const before = useRef(defaults);
  useEffect(() => {
    dispatch({ type: 'defaultsChanged', from: before.current, to: defaults });
    before.current = defaults;
  }, [defaults, dispatch]);
}

/**
 * The wizard's state, its file and thread, and the draft that keeps both over a reload.
 *
 * @param saved opened at the start instead of this tab's draft, which is put aside
 */
export function useWorkflow(defaults: Settings, saved: SavedWork | null = null): Workflow {
  const thread = useThread();
  const upload = useUpload(thread);
  const [state, dispatch] = useReducer(reduceWorkflow, defaults, initialState);
  const [file, setFile] = useState<File | null>(null);
  const { open, cancel } = upload;

  const restore = useCallback(
    async (draft: Draft) => {
      const readOptions = readOptionsOf(draft.choices);
      const opened = await open(draft.file, readOptions, 'restore');
      if (!opened) return false;
      setFile(draft.file);
      const choices = unpackChoices(draft.choices, opened);
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
    openInstead: saved ? () => openSaved(saved) : undefined,
  });
  useDefaults(defaults, dispatch);
  const [waitsForWork] = useState(() => saved !== null || expectsDraft());
  const isWaiting = isRestoring && waitsForWork;
  const isRevisited = useStepHistory(state, dispatch, !isWaiting);

  const { giveWay } = draft;
  const opening = useRef(Promise.resolve());
  const openFile = useCallback(
    (next: File, readOptions: ReadOptions = {}) => {
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
    async (readOptions: ReadOptions) => {
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
    dispatch({ type: 'startedOver', settings: defaults });
  }, [cancel, defaults]);

  const expectFile = useCallback(() => prefetch(thread.start), [thread]);

  return {
    state,
    dispatch: useTransitionDispatch(dispatch),
    sourceFile: file,
    thread,
    upload,
    draft,
    isWaiting,
    isRevisited,
    openFile,
    rereadFile,
    startOver,
    expectFile,
  };
}

/** What turns to another page of the wizard is rendered in slices, between which the page answers. */
function useTransitionDispatch(dispatch: Dispatch<WorkflowEvent>): Dispatch<WorkflowEvent> {
  return useCallback(
    (event) => {
      const isNavigation = event.type === 'stepChosen' || event.type === 'valuesPositionChosen';
      if (isNavigation) startTransition(() => dispatch(event));
      else dispatch(event);
    },
    [dispatch],
  );
}
