import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '#frontend/ui/button-classes.ts';

export function BackHome() {
  return (
    <Link to="/" className={buttonClasses('ghost')}>
      <ArrowLeft aria-hidden className="size-4" />
      Back to Home
    </Link>
  );
}
