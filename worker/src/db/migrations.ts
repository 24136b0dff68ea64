import initial from '../../../migrations/0001_initial.sql';
import datasetObjects from '../../../migrations/0002_dataset_objects.sql';

export interface Migration {
  name: string;
  sql: string;
}

/** Every file of `migrations/`, in order: the Worker carries them and applies what is missing. */
export const migrations: readonly Migration[] = [
  { name: '0001_initial.sql', sql: initial },
  { name: '0002_dataset_objects.sql', sql: datasetObjects },
];
