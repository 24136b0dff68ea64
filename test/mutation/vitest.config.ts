import { defineConfig } from 'vitest/config';
import everything from '../vitest.config.ts';

/** Where the tests of the room are, by project. The other projects are left out: each takes its time to start. */
const folders: Record<string, string> = JSON.parse(process.env.MUTATION_TESTS ?? '{}');

const projects = everything.test?.projects?.flatMap((project) => {
  const options = typeof project === 'object' && 'test' in project ? project.test : undefined;
  const folder = folders[String(options?.name)];
  return folder ? [{ ...Object(project), test: { ...options, include: [`${folder}/**/*.test.ts`] } }] : [];
});

export default defineConfig({ ...everything, test: { ...everything.test, projects } });
