import { lazy, Suspense, useState } from 'react';
import { SearchIcon } from 'lucide-react';
import { Button } from '@masomo/design-system';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Opens the search over everything the CMS holds. */
export function CmsSearch() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" onClick={() => setIsOpen(true)}><SearchIcon size={16} aria-hidden /> Search</Button>
      {isOpen && <Suspense fallback={null}><SearchDialog onClose={() => setIsOpen(false)} /></Suspense>}
    </>
  );
}
