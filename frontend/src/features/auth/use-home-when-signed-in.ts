import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUser } from '#frontend/api/user.ts';

/** Sends a signed-in visitor from sign-in or sign-up to the first page, where the draft waits. */
export function useHomeWhenSignedIn(): void {
  const { user } = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (user) void navigate('/', { replace: true });
  }, [user, navigate]);
}
