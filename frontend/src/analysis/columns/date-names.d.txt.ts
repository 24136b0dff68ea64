/** The names of months and weekdays as frontend/build/date-names.ts writes them. */
declare const names: string;
export default names;
