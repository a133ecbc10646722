import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { CircleQuestionMarkIcon } from 'lucide-react';
import { IconButton } from '@masomo/design-system';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';

const loadPopover = async () => ({ default: (await import('./HelpPopover.tsx')).HelpPopover });
const HelpPopover = lazy(() => loadWhenOnline(loadPopover));

/** Says what the screen is for. A phone has the manual in its menu. */
export function HelpButton({ pathname }: { pathname: string }) {
  const [isOpened, setIsOpened] = useState(false);
  // A failure is reported when it is opened.
  const preload = () => void loadPopover().catch(() => undefined);
  const button = (
    <IconButton
      size="sm"
      variant="ghost"
      hideBelow="md"
      aria-label={t`Help for this screen`}
      aria-haspopup="dialog"
      {...(isOpened ? {} : { 'aria-expanded': false, onClick: () => setIsOpened(true), onPointerEnter: preload, onFocus: preload })}
    >
      <CircleQuestionMarkIcon aria-hidden />
    </IconButton>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <HelpPopover pathname={pathname}>{button}</HelpPopover>
    </Suspense>
  );
}
