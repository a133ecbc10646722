import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { ListFilterIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Opens the dialog that lists the content of one kind; the frame's own search finds everything. */
export function ContentFilter() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" color="fg.muted" aria-haspopup="dialog" aria-label={t`Filter`} onClick={() => setIsOpen(true)}>
        <ListFilterIcon size={16} aria-hidden />
        <Box as="span" hideBelow="md">
          <Trans>Filter</Trans>
        </Box>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
