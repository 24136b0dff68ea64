import { PageMeta } from '#frontend/ui/page-meta.tsx';

export function HomePage() {
  return (
    <div className="mx-auto w-full max-w-results px-4 py-12 sm:px-6">
      <PageMeta />
      <h1 className="text-28 tracking-[-0.02em] sm:text-40">Calculate Lead Values for Smarter Bidding</h1>
    </div>
  );
}
