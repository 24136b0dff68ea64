import { TextField } from '#frontend/ui/text-field.tsx';

export interface EmailFieldProps {
  name: string;
  error?: string;
  onChange(): void;
}

/** Of type text: an input of type email rewrites addresses with letters beyond ASCII, each browser in its own way. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
