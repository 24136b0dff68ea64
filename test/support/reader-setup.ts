import { writeMadeParts } from '../../frontend/build/made-parts.ts';

/** The Worker imports the compiled reader as a file, which the build of the front end writes. */
export const setup = writeMadeParts;
