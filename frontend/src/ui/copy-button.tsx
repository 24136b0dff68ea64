import { useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';

const SHOWN_FOR_MS = 2000;

interface CopyButtonProps {
  /** Called on click only, since making the text may take time. */
  getText(): string;
  label?: string;
  disabled?: boolean;
  className?: string;
}

/** Copies a text and tells the visitor whether that worked. */
export function CopyButton({ getText, label = 'Copy', disabled, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => setOutcome((await copyText(getText())) ? 'copied' : 'refused');
  const said = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Copying was refused' : '';
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        disabled={disabled}
        onClick={() => void copy()}
        className={className}
      >
        {label}
      </Button>
      <output className={outcome === 'refused' ? 'text-13 text-down' : 'sr-only'}>{said}</output>
    </>
  );
}

/** Puts a text on the clipboard. False if the browser refuses: without permission, or on an insecure page. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
