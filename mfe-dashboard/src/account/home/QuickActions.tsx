import { Trans } from '@lingui/react/macro';
import type { SessionUser } from '@masomo/auth';
import { Box, ButtonLink, Heading, HStack, VisuallyHidden } from '@masomo/design-system';
import { menuIcons } from '@masomo/design-system/admin';
import { screensOf } from '@masomo/navigation';
import { quickActions } from './homeLabels.ts';

/** What a person of this role does most, in one line. */
export function QuickActions({ user }: { user: SessionUser }) {
  const openableScreens = screensOf(user);
  const isOpen = (to: string) => !to.startsWith('/dashboard') || openableScreens.some(({ path }) => to.split('?')[0] === path);
  const actions = quickActions[user.role].filter(({ to }) => isOpen(to));
  if (actions.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="quick-actions">
      <VisuallyHidden asChild>
        <Heading as="h2" id="quick-actions">
          <Trans>Quick actions</Trans>
        </Heading>
      </VisuallyHidden>
      <HStack gap="2" wrap="wrap">
        {actions.map(({ label, to, icon }) => {
          const Icon = menuIcons[icon];
          return (
            <ButtonLink key={label} to={to} size="sm" variant="outline">
              {Icon && <Icon size={16} aria-hidden />}
              {label}
            </ButtonLink>
          );
        })}
      </HStack>
    </Box>
  );
}
