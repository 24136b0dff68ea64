import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LINK_USES, type LinkUse } from '#contract/mail.ts';
import { PAGES } from '#contract/pages.ts';
import { ConfirmAddress, StopAlerts } from '#frontend/features/account/alert-mail.tsx';
import { ForgottenPassword, NewPasswordForm } from '#frontend/features/sign-in/forgotten-password.tsx';

interface MailedLink {
  use: LinkUse;
  token: string;
}

function readLink(hash: string): MailedLink | null {
  const [name, token = ''] = hash.slice(1).split('=', 2);
  const use = LINK_USES.find((known) => known === name);
  return use === undefined ? null : { use, token };
}

/** The link that led here. It leaves the address at once, so that no history of a browser keeps its token. */
function useMailedLink(): MailedLink | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailedLink | null>(null);
  const given = readLink(hash);
  if (given && (given.token !== link?.token || given.use !== link.use)) setLink(given);
  useEffect(() => {
    if (readLink(hash)) void navigate(PAGES.mail.path, { replace: true });
  }, [hash, navigate]);
  return given ?? link;
}

/** The page of a link in a mail; without a link the form for a forgotten password. */
export function MailPage() {
  const link = useMailedLink();
  switch (link?.use) {
    case 'confirm':
      return <ConfirmAddress token={link.token} />;
    case 'reset':
      return <NewPasswordForm token={link.token} />;
    case 'stop':
      return <StopAlerts token={link.token} />;
    case undefined:
      return <ForgottenPassword />;
  }
}
