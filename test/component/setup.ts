import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// The files share one document, which takes long to make, and the packages; of our own modules each file gets its own,
// so that what one file mocks is not mocked, or no longer mocked, in the next.
vi.resetModules();

// A busy machine takes its time to fetch the code of a step, and to draw.
configure({ asyncUtilTimeout: 20_000 });
