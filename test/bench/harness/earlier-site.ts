import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = new URL('../../..', import.meta.url).pathname;

const run = promisify(execFile);

/** Builds the front end of an earlier commit, with the packages that it had, in a copy of the project below a folder. Returns the built files. */
export async function buildEarlierSite(folder: string, commit: string): Promise<string> {
  const project = join(folder, 'earlier');
  await run('git', ['clone', '--quiet', '--no-checkout', PROJECT, project]);
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: project });
  // Vite has said that this process is a production: npm would leave out what a build needs.
  await run('npm', ['ci', '--silent', '--include=dev'], { cwd: project });
  await run('npm', ['run', '--silent', 'build'], { cwd: project });
  return join(project, 'frontend/dist');
}
