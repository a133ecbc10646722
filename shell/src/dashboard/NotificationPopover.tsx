import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { listLatestNotifications, markNotificationsRead, notificationKeys, type Notification } from '@masomo/data/messages/notifications';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Button, ErrorState, HStack, List, SkeletonText, Text } from '@masomo/design-system';
import { Popover, Portal } from '@masomo/design-system/popups';

type NotificationPopoverProps = {
  userId: string;
  unread: number;
  /** Whether they choose what is sent to them besides. */ choosesMessages: boolean;
  /** The button that opens it. */ children: ReactElement;
};

/** The latest notifications, to read and to mark as read. It is open at first, since its code is loaded when it is opened. */
export function NotificationPopover({ userId, unread, choosesMessages, children }: NotificationPopoverProps) {
  return (
    <Popover.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="min(24rem, calc(100vw - 1.5rem))" aria-label={t`Notifications`}>
            <Popover.Context>
              {({ setOpen }) => (
                <LatestNotifications userId={userId} unread={unread} choosesMessages={choosesMessages} onLeave={() => setOpen(false)} />
              )}
            </Popover.Context>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

type LatestProps = Omit<NotificationPopoverProps, 'children'> & { onLeave: () => void };

function LatestNotifications({ userId, unread, choosesMessages, onLeave }: LatestProps) {
  const { data: latest, error, reload } = useQuery(notificationKeys.latest(userId), listLatestNotifications);
  const read = useCommand(markNotificationsRead, { invalidates: ['notifications', 'overview'] });
  return (
    <>
      <HStack justify="space-between" px="4" py="3" borderBottomWidth="1px">
        <Text fontWeight="600">
          <Trans>Notifications</Trans>
        </Text>
        {unread > 0 && (
          <Button size="xs" variant="ghost" disabled={read.isRunning} onClick={() => void read.run('all')}>
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </HStack>
      <Box maxH="min(28rem, 60dvh)" overflowY="auto" tabIndex={0} role="region" aria-label={t`Latest notifications`}>
        {read.error && (
          <Text role="alert" color="fg.error" fontSize="sm" px="4" pt="3">
            {read.error.userMessage}
          </Text>
        )}
        {error && !latest && <ErrorState error={error} onRetry={reload} />}
        {!error && !latest && (
          <Box p="4">
            <SkeletonText noOfLines={4} gap="3" />
          </Box>
        )}
        {latest?.length === 0 && (
          <Text p="4" color="fg.muted">
            <Trans>No notifications yet. New ones appear here.</Trans>
          </Text>
        )}
        {latest && latest.length > 0 && (
          <List.Root listStyle="none" ps="0" gap="0">
            {latest.map((notification) => (
              <List.Item key={notification.id} px="4" py="3" borderBottomWidth="1px" bg={notification.isRead ? undefined : 'bg.subtle'}>
                <NotificationItem
                  notification={notification}
                  isBusy={read.isRunning}
                  onRead={() => void read.run(notification.id)}
                  onLeave={onLeave}
                />
              </List.Item>
            ))}
          </List.Root>
        )}
      </Box>
      <HStack justify="space-between" gap="4" px="4" py="3" borderTopWidth="1px" fontSize="sm">
        <AppLink to="/dashboard/notifications" fontWeight="600" onClick={onLeave}>
          <Trans>All notifications</Trans>
        </AppLink>
        {choosesMessages && (
          <AppLink to="/dashboard/profile#messages" color="fg.muted" onClick={onLeave}>
            <Trans>Email and device settings</Trans>
          </AppLink>
        )}
      </HStack>
    </>
  );
}

type ItemProps = { notification: Notification; isBusy: boolean; onRead: () => void; onLeave: () => void };

function NotificationItem({ notification: { title, body, link, isRead, createdAt }, isBusy, onRead, onLeave }: ItemProps) {
  const follow = () => {
    if (!isRead) onRead();
    onLeave();
  };
  return (
    <HStack justify="space-between" align="start" gap="3">
      <Box minW="0">
        {link ? (
          <AppLink to={link} fontWeight="600" fontSize="sm" onClick={follow}>
            {title}
          </AppLink>
        ) : (
          <Text fontWeight="600" fontSize="sm">
            {title}
          </Text>
        )}
        {body && (
          <Text fontSize="sm" color="fg.muted" lineClamp={3}>
            {body}
          </Text>
        )}
        <Text fontSize="xs" color="fg.muted">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </Text>
      </Box>
      {!isRead && (
        <Button size="xs" variant="ghost" flexShrink="0" disabled={isBusy} aria-label={t`Mark ${title} as read`} onClick={onRead}>
          <Trans>Read</Trans>
        </Button>
      )}
    </HStack>
  );
}
