import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PlusIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Box, Button } from '@masomo/design-system';

const loadMenu = async () => ({ default: (await import('./NewContentMenu.tsx')).NewContentMenu });
const NewContentMenu = lazy(loadMenu);

/** Opens a menu of everything an editor can create, which is loaded when a pointer or the focus reaches the button. */
export function NewContent() {
  const [isOpened, setIsOpened] = useState(false);
  // A failure is reported when it is opened.
  const preload = () => void loadMenu().catch(() => undefined);
  const button = (
    <Button
      size="sm"
      variant="outline"
      aria-label={t`New content`}
      aria-haspopup="menu"
      {...(isOpened ? {} : { 'aria-expanded': false, onClick: () => setIsOpened(true), onPointerEnter: preload, onFocus: preload })}
    >
      <PlusIcon size={16} aria-hidden />
      <Box as="span" hideBelow="sm">
        <Trans>New content</Trans>
      </Box>
    </Button>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <NewContentMenu>{button}</NewContentMenu>
    </Suspense>
  );
}
