import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { signOut } from '@masomo/auth';
import { Box, Button, ButtonLink, Stack, Text } from '@masomo/design-system';
import { Popover, Portal } from '@masomo/design-system/popups';

type OpenedAccountMenuProps = { name: string; detail: string; email: string; /** The button that opens it. */ children: ReactElement };

const entry = { size: 'sm', variant: 'ghost', justifyContent: 'flex-start' } as const;

/** Who is signed in, the profile and the way out. It is open at first, since its code is loaded when it is opened. */
export function OpenedAccountMenu({ name, detail, email, children }: OpenedAccountMenuProps) {
  return (
    <Popover.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="min(18rem, calc(100vw - 1.5rem))" aria-label={t`Account`}>
            <Box px="4" py="3" borderBottomWidth="1px" overflowWrap="anywhere">
              <Text fontSize="sm" fontWeight="600">
                {name}
              </Text>
              <Text color="fg.muted" fontSize="xs">
                {detail}
              </Text>
              {email !== name && (
                <Text color="fg.muted" fontSize="xs">
                  {email}
                </Text>
              )}
            </Box>
            <Popover.Context>
              {({ setOpen }) => (
                <Stack gap="0.5" p="1">
                  <ButtonLink {...entry} to="/dashboard/profile" onClick={() => setOpen(false)}>
                    <Trans>Profile</Trans>
                  </ButtonLink>
                  <Button {...entry} onClick={() => void signOut()}>
                    <Trans>Sign out</Trans>
                  </Button>
                </Stack>
              )}
            </Popover.Context>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
