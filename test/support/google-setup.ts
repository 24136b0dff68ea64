import type { TestProject } from 'vitest/node';
import { startGoogleProvider } from './google-provider.ts';

declare module 'vitest' {
  interface ProvidedContext {
    googleUrl: string;
  }
}

/** Runs the provider while the Worker tests run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = await startGoogleProvider();
  project.provide('googleUrl', provider.url);
  return () => provider.stop();
}
