import { createContext, type ReactNode } from 'react';

/** A section of the report that only the page around the results has. Its code must have come before the report is printed. */
export const OwnSection = createContext<ReactNode>(null);
