/** The names of zones in words as frontend/build/date-names.ts writes them. */
declare const names: string;
export default names;
