import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { FileSearchIcon, ListFilterIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Buttons that open the search dialog with the focus on the term or on the filter. */
export function CmsSearch() {
  const [start, setStart] = useState<'term' | 'filter'>();
  return (
    <>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" aria-label={t`Filter`} onClick={() => setStart('filter')}>
        <ListFilterIcon size={16} aria-hidden />
        <Box as="span" hideBelow="md">
          <Trans>Filter</Trans>
        </Box>
      </Button>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" aria-label={t`Search`} onClick={() => setStart('term')}>
        <FileSearchIcon size={16} aria-hidden />
        <Box as="span" hideBelow="sm">
          <Trans>Search</Trans>
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
