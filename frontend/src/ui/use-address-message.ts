import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Removes a parameter from the address and passes its value on once. */
export function useAddressMessage(name: string, onMessage: (value: string) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(name);
  useEffect(() => {
    if (value === null) return;
    onMessage(value);
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
    // The callback stays the same as long as the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value]);
}
