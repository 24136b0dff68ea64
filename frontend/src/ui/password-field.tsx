import { useId, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';
import { CONTROL_CLASSES, describedBy, Field } from './field.tsx';
import { IconButton } from './button.tsx';

interface PasswordFieldProps {
  name: string;
  /** 'Password' without one. */
  label?: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string;
  onChange(): void;
}

/** A password, hidden until the visitor wants to see it. */
export function PasswordField({ label = 'Password', hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          className={cx(CONTROL_CLASSES, 'w-full pr-12')}
        />
        <IconButton
          label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 my-auto"
        />
      </div>
    </Field>
  );
}
