import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { MenuIcon, XIcon } from 'lucide-react';
import { Box, ButtonLink, Flex, IconButton, Logo, Stack } from '@masomo/design-system';
import type { SiteMenuEntry } from '@masomo/domain/siteMenu';
import { useConfig } from '../ConfigContext.ts';
import { SmallMenuEntry } from './HeaderEntry.tsx';

const menuId = 'mobile-menu';

/** Opens the menu of small screens; the browser does so itself, without and before any script. */
export function MenuButton() {
  return (
    <IconButton hideFrom="lg" variant="ghost" size="sm" aria-label={t`Open menu`} popoverTarget={menuId} data-native>
      <MenuIcon size={20} />
    </IconButton>
  );
}

type PublicMenuProps = { entries: readonly SiteMenuEntry[]; isSignedIn: boolean };

/** The menu of small screens: a popover over the top of the page, which Escape and a press beside it close. */
export function PublicMenu({ entries, isSignedIn }: PublicMenuProps) {
  const { brand } = useConfig();
  // The page of a followed link replaces this one without a reload.
  const close = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
  };
  return (
    <Box
      id={menuId}
      popover="auto"
      hideFrom="lg"
      position="fixed"
      inset="0 0 auto"
      w="full"
      m="0"
      maxH="100dvh"
      overflowY="auto"
      overscrollBehavior="contain"
      color="fg"
      bg="bg.panel"
      borderBottomWidth="1px"
      boxShadow="lg"
      onClick={close}
    >
      <Flex align="center" justify="space-between" h="18" px={{ base: '4', md: '6' }}>
        <Logo name={brand.name} />
        <IconButton variant="ghost" size="sm" aria-label={t`Close menu`} popoverTarget={menuId} popoverTargetAction="hide" data-native>
          <XIcon size={20} />
        </IconButton>
      </Flex>
      <Stack as="nav" aria-label={t`Main`} gap="1" px="4" pb="5">
        {entries.map((entry, index) => (
          <SmallMenuEntry key={index} entry={entry} />
        ))}
        {isSignedIn ? (
          <ButtonLink to="/dashboard" mt="2">
            <Trans>Dashboard</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" mt="2" variant="outline">
            <Trans>Login</Trans>
          </ButtonLink>
        )}
      </Stack>
    </Box>
  );
}
