import type { Rolldown } from 'vite';

/** The code of the page that is not in the first files: its document asks for it at once. */
function preloads(bundle: Rolldown.OutputBundle, page: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set(entry ? [entry.fileName, ...entry.imports] : []);
  const found: string[] = [];
  const follow = (file: string) => {
    if (known.has(file)) return;
    known.add(file);
    found.push(file);
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) follow(next);
  };
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${page}`));
  if (own) follow(own.fileName);
  return found;
}

export function preloadTags(bundle: Rolldown.OutputBundle, page: string): string {
  return preloads(bundle, page)
    .map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `)
    .join('');
}
