import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { BellIcon } from 'lucide-react';
import type { SessionUser } from '@masomo/auth';
import { Badge, IconButton } from '@masomo/design-system';

const loadPopover = async () => ({ default: (await import('./NotificationPopover.tsx')).NotificationPopover });
const NotificationPopover = lazy(() => loadWhenOnline(loadPopover));

/** How many notifications are new; on a narrow screen the account's menu says it. The popover with the latest ones is loaded when a pointer or the focus reaches it. */
export function NotificationBell({ user, unread }: { user: SessionUser; unread: number }) {
  const [isOpened, setIsOpened] = useState(false);
  // A failure is reported when it is opened.
  const preload = () => void loadPopover().catch(() => undefined);
  const button = (
    <IconButton
      size="sm"
      variant="ghost"
      position="relative"
      hideBelow="md"
      aria-label={unread === 0 ? t`Notifications, none new` : t`Notifications, ${unread} new`}
      aria-haspopup="dialog"
      {...(isOpened ? {} : { 'aria-expanded': false, onClick: () => setIsOpened(true), onPointerEnter: preload, onFocus: preload })}
    >
      <BellIcon aria-hidden />
      {unread > 0 && (
        <Badge position="absolute" top="-1" insetEnd="-1" size="xs" variant="solid" colorPalette="red" borderRadius="full" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
    </IconButton>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <NotificationPopover userId={user.id} unread={unread} choosesMessages={user.schoolId !== null}>
        {button}
      </NotificationPopover>
    </Suspense>
  );
}
