import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useState, useSyncExternalStore } from 'react';
import { signOut } from '@masomo/auth';
import { asDataError, failureMessage } from '@masomo/data';
import type { SchoolChoice } from '@masomo/data/accounts/identity';
import { Box, Button, ButtonLink, colorMode, Stack, Text, toaster } from '@masomo/design-system';
import { Popover, Portal } from '@masomo/design-system/popups';
import { LanguageButton } from '../language/LanguageButton.tsx';
import { useSignOutQuestion } from '../offline/useSignOutQuestion.tsx';
import { chooseSchool } from './chooseSchool.ts';

type OpenedAccountMenuProps = {
  name: string;
  detail: string;
  email: string;
  /** How many notifications are new; null for whom none are shown yet. */
  unread: number | null;
  /** Whether they choose what is sent to them besides. */
  choosesMessages: boolean;
  /** The other schools where the person has a role. */
  schools: readonly SchoolChoice[];
  /** The button that opens it. */
  children: ReactElement;
};

const entry = { size: 'sm', variant: 'ghost', justifyContent: 'flex-start' } as const;

/** The other theme, by name. */
function ThemeEntry() {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.get);
  return (
    <Button {...entry} onClick={() => colorMode.set(mode === 'dark' ? 'light' : 'dark')}>
      {mode === 'dark' ? t`Use light theme` : t`Use dark theme`}
    </Button>
  );
}

/** Who is signed in, the profile and the way out. It is open at first, since its code is loaded when it is opened. */
export function OpenedAccountMenu({ name, detail, email, unread, choosesMessages, schools, children }: OpenedAccountMenuProps) {
  const [isSwitching, setIsSwitching] = useState(false);
  const { ask, question } = useSignOutQuestion(() => void signOut());
  const goTo = async (school: SchoolChoice) => {
    setIsSwitching(true);
    try {
      await chooseSchool(school.id);
    } catch (error) {
      toaster.error(failureMessage(asDataError(error), t`The school was not changed`));
    } finally {
      setIsSwitching(false);
    }
  };
  return (
    <>
      {question}
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
                    {schools.length > 0 && (
                      <Stack role="group" aria-label={t`Your other schools`} gap="0.5" pb="1" mb="1" borderBottomWidth="1px">
                        <Text px="3" pt="1" color="fg.muted" fontSize="xs">
                          <Trans>Go to another school</Trans>
                        </Text>
                        {schools.map((school) => (
                          <Button
                            key={school.id}
                            {...entry}
                            h="auto"
                            py="2"
                            whiteSpace="normal"
                            textAlign="start"
                            disabled={isSwitching}
                            onClick={() => void goTo(school)}
                          >
                            {school.name}
                          </Button>
                        ))}
                      </Stack>
                    )}
                    <ButtonLink {...entry} to="/dashboard/profile" onClick={() => setOpen(false)}>
                      <Trans>Profile</Trans>
                    </ButtonLink>
                    {unread !== null && (
                      <ButtonLink {...entry} hideFrom="md" to="/dashboard/notifications" onClick={() => setOpen(false)}>
                        {unread === 0 ? t`Notifications` : t`Notifications, ${unread} new`}
                      </ButtonLink>
                    )}
                    {choosesMessages && (
                      <ButtonLink {...entry} to="/dashboard/profile#messages" onClick={() => setOpen(false)}>
                        <Trans>Email and device settings</Trans>
                      </ButtonLink>
                    )}
                    <ThemeEntry />
                    <LanguageButton {...entry} />
                    <Button
                      {...entry}
                      onClick={() => {
                        // The panel would lie over the page that the question dims.
                        setOpen(false);
                        ask();
                      }}
                    >
                      <Trans>Sign out</Trans>
                    </Button>
                  </Stack>
                )}
              </Popover.Context>
            </Popover.Content>
          </Popover.Positioner>
        </Portal>
      </Popover.Root>
    </>
  );
}
