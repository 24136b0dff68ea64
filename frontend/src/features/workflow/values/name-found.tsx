import { useState, type FormEvent } from 'react';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { TextField } from '#frontend/ui/text-field.tsx';

interface NameFoundProps {
  /** How many values the search found. */
  count: number;
  onName(name: string): void;
}

/** One name for everything that a search found: long columns are grouped by their words, not value by value. */
export function NameFound({ count, onName }: NameFoundProps) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
    setName('');
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <TextField
        label="One name for all that were found"
        className="flex-1"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Name all {formatCount(count)}
      </Button>
    </form>
  );
}
