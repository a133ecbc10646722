import { useIdentity, type SessionUser } from '@masomo/auth';
import { Box, Text } from '@masomo/design-system';
import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';

/** Name, role and school of the signed-in person; the email address where there is no name. */
export function PersonBadge({ user }: { user: SessionUser }) {
  const { data: identity } = useIdentity();
  const name = [identity?.firstName, identity?.lastName].filter(Boolean).join(' ');
  const roleAndSchool = [translate(roleLabels[user.role]), identity?.schoolName].filter(Boolean).join(' · ');
  return (
    <Box textAlign="end" minW="0">
      <Text fontSize="sm" fontWeight="600" truncate>
        {name || user.email}
      </Text>
      <Text fontSize="xs" color="fg.muted" truncate>
        {roleAndSchool}
      </Text>
    </Box>
  );
}
