import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The target of 'Skip to content', which the browser follows by itself until the program has started. It is no token. */
const CONTENT = '#main';

/**
 * The token of a link; '' without one. It stays after the '#' of the address, which no browser sends, so that a visitor can
 * copy the address, bookmark it and pass it on. A message that is taken out of the address takes the token with it, so the
 * token is restored.
 */
export function useHashToken(): string {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const given = hash === CONTENT ? '' : hash.slice(1);
  const [last, setLast] = useState('');
  const token = given || last;
  if (token !== last) setLast(token);
  useEffect(() => {
    if (token && !given) void navigate({ pathname, search, hash: `#${token}` }, { replace: true });
  }, [token, given, pathname, search, navigate]);
  return token;
}
