import {
  cloneElement,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#frontend/lib/class-names.ts';
import { useFloating } from './floating.ts';

interface TooltipProps {
  /** One plain sentence. */
  content: ReactNode;
  /** A control, such as a button. The content describes it. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** An explanation beside a control, shown on hover, on focus and on touch. */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const { isOpen, events } = useHint();
  return (
    // The wrapper only listens to events; the control inside it acts.
    <span ref={anchor} role="presentation" {...events} className="inline-flex">
      {cloneElement(children, { 'aria-describedby': id })}
      <HintText id={id} anchor={anchor} isOpen={isOpen}>
        {content}
      </HintText>
    </span>
  );
}

interface TermProps extends Omit<ComponentProps<'button'>, 'type' | 'ref'> {
  /** The meaning of the word in one plain sentence. */
  explanation: ReactNode;
}

/** A word with its meaning: underlined, and explained on hover, on focus and on touch. */
export function Term({ explanation, children, className, ...rest }: TermProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const { isOpen, events } = useHint();
  return (
    <>
      <button
        {...rest}
        {...events}
        ref={anchor}
        type="button"
        aria-describedby={id}
        className={cx('ui-term rounded-[2px] text-left font-[inherit]', className)}
      >
        {children}
      </button>
      <HintText id={id} anchor={anchor} isOpen={isOpen}>
        {explanation}
      </HintText>
    </>
  );
}

interface HintTextProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  children: ReactNode;
}

const LANDMARKS = 'main, header, footer, nav, [role=dialog], [role=alertdialog]';

/**
 * The text of a hint. It is rendered at the end of its landmark, so that it is not part of a heading or header cell.
 */
function HintText({ id, anchor, isOpen, children }: HintTextProps) {
  const [landmark, setLandmark] = useState<Element | null>(null);
  // The landmark is known once the anchor is in the page. The text may come later than the first paint, since it is
  // hidden.
  useEffect(
    () => startTransition(() => setLandmark(anchor.current?.closest(LANDMARKS) ?? document.body)),
    [anchor],
  );
  return (
    landmark &&
    createPortal(
      <FloatingHint id={id} anchor={anchor} isOpen={isOpen}>
        {children}
      </FloatingHint>,
      landmark,
    )
  );
}

function FloatingHint({ id, anchor, isOpen, children }: HintTextProps) {
  const ref = useFloating(anchor, isOpen);
  return (
    <span
      ref={ref}
      id={id}
      role="tooltip"
      popover="manual"
      hidden={!isOpen}
      className="ui-hint max-w-72 rounded-control bg-text px-3 py-2 text-13 font-normal text-canvas shadow-layer"
    >
      {children}
    </span>
  );
}

const OPEN_DELAY_MS = 150;
const CLOSE_DELAY_MS = 120;

/** Opens an explanation on hover, on focus and on touch; Escape closes it. */
export function useHint() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (open: boolean, delay: number) => {
    if (delay > 0 && open === isWanted.current) return;
    isWanted.current = open;
    clearTimeout(timer.current);
    if (delay > 0) timer.current = setTimeout(() => setOpen(open), delay);
    else setOpen(open);
  };
  const events = {
    // With the delays, a pointer that crosses the control opens nothing, and it can move from the control onto the text. A control that
    // comes under a pointer at rest opens nothing either.
    onPointerMove: (event: { pointerType: string }) =>
      event.pointerType === 'mouse' && change(true, OPEN_DELAY_MS),
    onPointerLeave: (event: { pointerType: string }) =>
      event.pointerType === 'mouse' && change(false, CLOSE_DELAY_MS),
    onFocus: () => change(true, 0),
    onBlur: () => change(false, 0),
    onClick: () => change(true, 0),
    onKeyDown: ({ key }: { key: string }) => {
      if (key !== 'Escape') return;
      clearTimeout(timer.current);
      setOpen(false); // and it stays closed while the pointer moves on
    },
  };
  return { isOpen, events };
}

interface FigureHintProps {
  anchor: RefObject<HTMLElement | null>;
  name: string;
  figures: readonly string[];
}

/**
 * A name and its figures beside a mark of a chart, within the window. Screen readers read them as the label of the
 * mark.
 */
export function FigureHint({ anchor, name, figures }: FigureHintProps) {
  const ref = useFloating(anchor, true);
  return (
    <span
      ref={ref}
      aria-hidden
      popover="manual"
      className="ui-hint pointer-events-none max-w-88 rounded-control bg-text px-3 py-2 text-13 font-normal text-canvas shadow-layer"
    >
      <span className="line-clamp-3 font-medium wrap-break-word">{name}</span>
      {figures.map((figure) => (
        <span key={figure} className="block">
          {figure}
        </span>
      ))}
    </span>
  );
}
