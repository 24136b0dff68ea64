import { defineConfig } from 'vitest/config';
import everything from '../vitest.config.ts';

const chosen = (process.env.MUTATION_PROJECTS ?? '').split(',');

/** The projects that `npm run mutate` needs for a room, and no others: each takes its time to start. */
const projects = everything.test?.projects?.filter(
  (project) =>
    typeof project === 'object' && 'test' in project && chosen.includes(String(project.test?.name)),
);

export default defineConfig({ ...everything, test: { ...everything.test, projects } });
