import { useRef, useState, type FormEvent } from 'react';
import { useAction } from './use-action.ts';

/** Texts beside the fields, by field name. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** The part of a contract schema that a form needs. */
interface FormSchema<Values> {
  safeParse(
    data: unknown,
  ): { success: true; data: Values } | { success: false; error: { issues: readonly Issue[] } };
}

interface FormOptions<Values> {
  schema: FormSchema<Values>;
  /** Sends the values. An error goes to `describeFailure`. */
  submit(values: Values): Promise<void>;
  /** The texts beside fields, or the problem of the whole form; no text for an error that is told elsewhere. */
  describeFailure(error: unknown): FieldErrors<string & keyof Values> | string;
}

/**
 * A form of text fields. The fields hold their values themselves, so that entries of a password manager count. Submit
 * validates them; an error disappears when its field is changed.
 */
export function useForm<Values>({ schema, submit, describeFailure }: FormOptions<Values>) {
  type Name = string & keyof Values;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});

  const show = (found: FieldErrors<Name>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };

  const {
    isBusy: isPending,
    problem,
    run,
  } = useAction(submit, (error) => {
    const found = describeFailure(error);
    if (typeof found === 'string') return found;
    show(found);
    return null;
  });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const entries = Object.fromEntries(new FormData(event.currentTarget));
    const result = schema.safeParse(entries);
    if (!result.success) {
      // The fields have the names of the schema.
      show(errorsOf(Object.keys(entries) as Name[], result.error.issues));
      return;
    }
    setErrors({});
    void run(result.data);
  };

  return {
    isPending,
    /** The problem of the whole form. */
    problem,
    formProps: { ref: form, noValidate: true, onSubmit },
    /** The properties of the input of a field. */
    fieldProps: (name: Name) => ({
      name,
      error: errors[name],
      onChange: () => errors[name] && setErrors({ ...errors, [name]: undefined }),
    }),
  };
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** The first problem of each field, in the order of the fields. */
function errorsOf<Name extends string>(names: readonly Name[], issues: readonly Issue[]): FieldErrors<Name> {
  const found: FieldErrors<Name> = {};
  for (const name of names) {
    const issue = issues.find(({ path }) => path[0] === name);
    if (issue) found[name] = issue.message;
  }
  return found;
}
