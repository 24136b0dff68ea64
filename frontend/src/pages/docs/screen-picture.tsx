import { cx } from '#frontend/lib/class-names.ts';
import sizes from './picture-sizes.json';

interface ScreenPictureProps {
  name: keyof typeof sizes;
  /** The content of the picture in words. */
  alt: string;
  caption: string;
}

/** A picture of a real screen in the theme of the page. `npm run pictures` takes all of them, and writes their sizes. */
export function ScreenPicture({ name, alt, caption }: ScreenPictureProps) {
  return (
    <figure className="my-6">
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          src={`/pictures/${name}-${theme}.webp`}
          alt={alt}
          {...sizes[name]}
          // A picture that is not displayed is not fetched.
          loading="lazy"
          className={cx(
            'h-auto w-full rounded-surface border border-hairline',
            theme === 'light' ? 'dark:hidden' : 'hidden dark:block',
          )}
        />
      ))}
      <figcaption className="mt-3 text-center text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}
