export interface ColumnMeaningsProps {
  /** Title of a column, and what it means in one sentence. */
  meanings: readonly (readonly [title: string, meaning: string])[];
}

/** What stands in a table's columns, for everybody and on paper: no pointer is needed to read it. */
export function ColumnMeanings({ meanings }: ColumnMeaningsProps) {
  return (
    <section aria-labelledby="column-meanings" className="border-t border-hairline pt-6">
      <h2 id="column-meanings" className="text-14 font-semibold">
        What the columns mean
      </h2>
      <dl className="mt-3 grid gap-x-8 gap-y-3 text-13 sm:grid-cols-2 lg:grid-cols-3">
        {meanings.map(([title, meaning]) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
