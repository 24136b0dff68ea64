/** The states of the US by their postal codes, with the capital's district. */
const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,DC District of Columbia'
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

const CODE = /^[A-Z]{2}$/;

/**
 * The names to look up for a place of the file. Platforms search by names, so a code of two letters is also looked up as the state
 * and the country that it may stand for; the visitor says which one it is.
 * Examples: 'TX' is 'TX' and 'Texas'; 'CA' is 'CA', 'California' and 'Canada'; 'Berlin' is 'Berlin'.
 */
export function listLookUps(value: string): string[] {
  const code = value.trim();
  if (!CODE.test(code)) return [value];
  const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  const names = [value, STATES[code], country];
  return [...new Set(names.filter((name) => name !== undefined))];
}
