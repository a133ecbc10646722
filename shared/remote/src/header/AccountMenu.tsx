import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { afterFirstScreen } from '@masomo/domain/afterFirstScreen';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { useIdentity, type SessionUser } from '@masomo/auth';
import { Box, Button, Center, Text } from '@masomo/design-system';
import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';

const loadContent = async () => ({ default: (await import('./OpenedAccountMenu.tsx')).OpenedAccountMenu });
const OpenedAccountMenu = lazy(() => loadWhenOnline(loadContent));

/** A failure is reported when it is opened. */
const preload = () => void loadContent().catch(() => undefined);

/** First letters of a name, or of an email address: at most two. */
const initialsOf = (words: readonly string[]) =>
  words
    .map((word) => Array.from(word.trim())[0] ?? '')
    .join('')
    .toLocaleUpperCase();

type AccountMenuProps = { user: SessionUser; /** How many notifications are new. */ unread: number; worksOffline?: boolean | undefined };

/**
 * Who is signed in: initials, and from large screens on the name, the role and the school as well. It opens a panel with all of that and
 * the way out, which is loaded when a pointer or the focus reaches it; on a screen that works without a connection by itself, so that one
 * can sign out there.
 */
export function AccountMenu({ user, unread, worksOffline = false }: AccountMenuProps) {
  const { data: identity } = useIdentity();
  const [isOpened, setIsOpened] = useState(false);
  const names = [identity?.firstName ?? '', identity?.lastName ?? ''].filter(Boolean);
  const name = names.join(' ') || user.email;
  const detail = [translate(roleLabels[user.role]), identity?.schoolName].filter(Boolean).join(' · ');
  useEffect(() => {
    return worksOffline ? afterFirstScreen(preload) : undefined;
  }, [worksOffline]);
  const button = (
    <Button
      size="sm"
      variant="ghost"
      flexShrink="0"
      position="relative"
      gap="2.5"
      px={{ base: '1', lg: '2' }}
      h={{ lg: '10' }}
      aria-label={t`Account: ${name}, ${detail}`}
      aria-haspopup="dialog"
      {...(isOpened ? {} : { 'aria-expanded': false, onClick: () => setIsOpened(true), onPointerEnter: preload, onFocus: preload })}
    >
      <Center aria-hidden boxSize="7" borderRadius="full" bg="accent.muted" color="accent.fg" fontSize="xs" fontWeight="700">
        {initialsOf(names.length > 0 ? names : [user.email])}
      </Center>
      {unread > 0 && (
        <Box aria-hidden hideFrom="md" position="absolute" top="0" insetEnd="0" boxSize="2.5" borderRadius="full" bg="danger.solid" />
      )}
      <Box hideBelow="lg" maxW="2xs" textAlign="start" lineHeight="1.3">
        <Text fontSize="sm" fontWeight="600" truncate>
          {name}
        </Text>
        <Text fontSize="xs" fontWeight="400" color="fg.muted" truncate>
          {detail}
        </Text>
      </Box>
    </Button>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <OpenedAccountMenu
        name={name}
        detail={detail}
        email={user.email}
        unread={user.hasToEnrol ? null : unread}
        choosesMessages={!user.hasToEnrol && user.schoolId !== null}
        schools={(identity?.schools ?? []).filter(({ id }) => id !== identity?.schoolId)}
      >
        {button}
      </OpenedAccountMenu>
    </Suspense>
  );
}
