import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends ComponentProps<'a'> {
  /** An address of the application. */
  to: string;
}

/**
 * A link that changes the page without loading a document. The router's own link is larger, with code for frameworks
 * only.
 */
export function Link({ to, target, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { target });
  return (
    // The text is one of the properties.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
