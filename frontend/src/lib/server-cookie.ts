const isOverHttps = (): boolean => location.protocol === 'https:';

/** Over https the name has the prefix that only this host can write: another host of the domain could set the plain name. */
const fullName = (name: string): string => (isOverHttps() ? `__Host-${name}` : name);

/** Whether the server has set a cookie of this name for the scripts of the page. */
export function hasServerCookie(name: string): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${fullName(name)}=`));
}

export function dropServerCookie(name: string): void {
  document.cookie = `${fullName(name)}=; Max-Age=0; Path=/${isOverHttps() ? '; Secure' : ''}`;
}
