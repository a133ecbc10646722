import { lazy, Suspense, useState } from 'react';
import { ListFilterIcon, SearchIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Buttons that open the search dialog with the focus on the term or on the filter. */
export function CmsSearch() {
  const [start, setStart] = useState<'term' | 'filter'>();
  return (
    <>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" aria-label="Filter" onClick={() => setStart('filter')}>
        <ListFilterIcon size={16} aria-hidden />
        <Box as="span" hideBelow="md">
          Filter
        </Box>
      </Button>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" aria-label="Search" onClick={() => setStart('term')}>
        <SearchIcon size={16} aria-hidden />
        <Box as="span" hideBelow="sm">
          Search
        </Box>
      </Button>
      {start && (
        <Suspense fallback={null}>
          <SearchDialog start={start} onClose={() => setStart(undefined)} />
        </Suspense>
      )}
    </>
  );
}
