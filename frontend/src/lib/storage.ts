/** Texts of a browser's storage by their keys. Where storage is forbidden or full, nothing is kept and nothing is read. */
function openStorage(find: () => Storage) {
  const attempt = <T, Otherwise>(run: (storage: Storage) => T, otherwise: Otherwise): T | Otherwise => {
    try {
      return run(find());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key: string) => attempt((storage) => storage.getItem(key), null),
    /** The value that `keepValue` has kept; null without one, and for a text that is none. */
    readValue: <T>(key: string) =>
      attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') as T | null, null), // only `keepValue` writes it
    /** False where it cannot be kept. */
    keep: (key: string, text: string) => attempt((storage) => (storage.setItem(key, text), true), false),
    keepValue: (key: string, value: object) =>
      attempt((storage) => storage.setItem(key, JSON.stringify(value)), undefined),
    forget: (key: string) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

/** The key of the view with which the results begin. */
export const LEFT_VIEW = 'left-view';

/** The storage of this tab, until the tab is closed. */
export const tabStorage = openStorage(() => sessionStorage);

/** The storage that all tabs of this browser share. */
export const browserStorage = openStorage(() => localStorage);

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
