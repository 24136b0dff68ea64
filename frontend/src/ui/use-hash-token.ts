import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The target of 'Skip to content', the only link within the page. */
const CONTENT = '#main';

/**
 * The token of a link; '' without one. It stays after the '#' of the address, which no browser sends, so that a visitor can
 * copy the address, bookmark it and pass it on. 'Skip to content' would replace the token, so the token is restored.
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
