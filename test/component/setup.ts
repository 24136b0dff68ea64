// Before React is loaded.
import './count-renders.ts';
import '@testing-library/jest-dom/vitest';
import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as react from 'react';
import { mutate } from 'swr';
import { afterAll, aroundEach, beforeEach, vi } from 'vitest';
import { expectNoLateCalls } from '#test/support/open-tests.ts';
import { runInRoom, watchTests } from './room.ts';

// The files share one document, which takes long to make, and the packages; of our own modules each file gets its own,
// so that what one file mocks is not mocked, or no longer mocked, in the next.
vi.resetModules();

// jsdom leads to no other document.
vi.mock('#frontend/lib/leave-document.ts');

// They share the answers that SWR keeps, for two seconds without asking again: the user of one test is no user of the next.
beforeEach(async () => void (await mutate(() => true, undefined)));

// They share its address, cookies and storage too, and what an earlier test has begun may end in the next: the room closes all that.
watchTests();
aroundEach((runTest, { task }) => runInRoom(task.fullName, runTest));
afterAll(() => expectNoLateCalls());

// The browser has the server's hint that somebody may be signed in: a page without it asks nothing.
beforeEach(() => void (document.cookie = 'signed-in=yes; Path=/'));

configure({
  // A busy machine takes its time to fetch the code of a step, and to draw.
  asyncUtilTimeout: 20_000,
  // Queries of `findBy` and `waitFor` fail many times before they succeed. Printing the document for each failure took
  // a twentieth of the time of these tests; the last one still prints it.
  getElementError(message, container) {
    const isRepeated = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    const error = new Error([message, !isRepeated && prettyDOM(container)].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

// React's development build takes a stack trace for each element, for its own messages: a tenth of the time of these
// tests. It takes none once it has taken too many lately, and here it always has.
const internals: object = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
});
