import { ArrowLeft } from 'lucide-react';
import { buttonClasses } from '#frontend/ui/button-classes.ts';
import { Link } from '#frontend/ui/link.tsx';

export function BackHome() {
  return (
    <Link to="/" className={buttonClasses('ghost')}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to Home
    </Link>
  );
}
