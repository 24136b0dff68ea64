import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#frontend/api/user.ts';

/** Sign-in and sign-up are for those who are not signed in; others go to the first page, with their draft. */
export function useHomeWhenSignedIn(): void {
  const { user } = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (user) void navigate('/', { replace: true });
  }, [user, navigate]);
}
