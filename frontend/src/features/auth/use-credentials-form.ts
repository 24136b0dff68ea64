import { useRef, useState, type FormEvent } from 'react';
import type { Credentials } from '#contract/auth.ts';

export type FieldName = keyof Credentials;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** The part of a contract schema that a form needs. */
interface CredentialsSchema {
  safeParse(
    data: unknown,
  ):
    | { success: true; data: Credentials }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

export interface CredentialsFormOptions {
  schema: CredentialsSchema;
  /** The call; what it rejects with goes to `describeFailure`. */
  submit(credentials: Credentials): Promise<void>;
  /** Tells the visitor, and answers what belongs beside a field. */
  describeFailure(error: unknown): FieldErrors;
}

/**
 * An e-mail and password form. The fields keep their own values, so that what a password manager fills in counts.
 * They are validated on submit; an error leaves when its field is changed.
 */
export function useCredentialsForm({ schema, submit, describeFailure }: CredentialsFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPending, setPending] = useState(false);

  const show = (found: FieldErrors) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const result = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (!result.success) {
      show(errorsOf(result.error.issues));
      return;
    }
    setErrors({});
    setPending(true);
    try {
      await submit(result.data);
    } catch (error) {
      show(describeFailure(error));
    } finally {
      setPending(false);
    }
  };

  return {
    isPending,
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
    /** For the input of a field. */
    fieldProps: (name: FieldName) => ({
      name,
      error: errors[name],
      onChange: () => errors[name] && setErrors({ ...errors, [name]: undefined }),
    }),
  };
}

/** The first problem of each field, in the order of the fields. */
function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const messageOf = (name: FieldName) => issues.find(({ path }) => path[0] === name)?.message;
  const found: FieldErrors = {};
  for (const name of ['email', 'password'] as const) {
    const message = messageOf(name);
    if (message) found[name] = message;
  }
  return found;
}
