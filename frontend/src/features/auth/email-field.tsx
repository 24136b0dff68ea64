import { TextField } from '#frontend/ui/text-field.tsx';

export interface EmailFieldProps {
  name: string;
  /** An address that the visitor cannot change. */
  given?: string;
  error?: string;
  onChange(): void;
}

/** Of type text: an input of type email rewrites addresses with letters beyond ASCII, each browser in its own way. */
export function EmailField({ given, ...props }: EmailFieldProps) {
  return (
    <TextField
      {...props}
      {...(given !== undefined && { value: given, readOnly: true })}
      inputClassName="read-only:bg-transparent read-only:text-muted"
      label="Email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
