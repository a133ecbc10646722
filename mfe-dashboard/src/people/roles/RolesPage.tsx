import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listSchoolRoles, schoolRoleKeys, type SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { roleLabels } from '@masomo/domain/roles';
import {
  AppLink,
  Badge,
  Box,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Heading,
  HStack,
  SkeletonText,
  Stack,
  Text,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { translate } from '@masomo/i18n';
import { useNavigate } from '@masomo/navigation';
import { RoleDialog } from './RoleDialog.tsx';
import { roleName } from './roleTexts.ts';
import { useSecondStepRequired } from './useSecondStepRequired.ts';

/** The roles of a school: its own, and those that every school has. */
export function RolesPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const school = user?.schoolId ?? null;
  const { data: roles, error, reload } = useQuery(school ? schoolRoleKeys.roles(school) : null, listSchoolRoles);
  return (
    <>
      <PageHeader
        title={t`Roles`}
        description={t`What people at your school may do. One person can have several roles.`}
        actions={
          <Button size="sm" onClick={() => setIsAdding(true)}>
            <Trans>Add role</Trans>
          </Button>
        }
      />
      <Stack gap="6" maxW="3xl">
        {error && !roles && <ErrorState error={error} onRetry={reload} />}
        {!error && !roles && <SkeletonText noOfLines={6} gap="4" />}
        {roles && (
          <>
            <RoleList
              id="own-roles"
              title={t`Your own roles`}
              roles={roles.filter(({ isOwn }) => isOwn)}
              empty={
                <EmptyState title={t`No roles of your own yet`}>
                  <Trans>Add a bursar, a nurse or another role, and choose what it may do.</Trans>
                </EmptyState>
              }
            />
            <RoleList id="common-roles" title={t`Roles of every school`} roles={roles.filter(({ isOwn }) => !isOwn)} />
          </>
        )}
      </Stack>
      {isAdding && (
        <RoleDialog
          onClose={() => setIsAdding(false)}
          onSaved={(id) => {
            setIsAdding(false);
            void navigate(`/dashboard/roles/${id}`);
          }}
        />
      )}
    </>
  );
}

function RoleList({ id, title, roles, empty }: { id: string; title: string; roles: readonly SchoolRole[]; empty?: React.ReactNode }) {
  const isRequired = useSecondStepRequired();
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Header>
        <Heading as="h2" size="md" id={id}>
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        {roles.length === 0 ? (
          empty
        ) : (
          <Stack as="ul" listStyleType="none" ps="0" gap="0">
            {roles.map((role) => (
              <HStack
                as="li"
                key={role.id}
                justify="space-between"
                align="flex-start"
                gap="4"
                py="3"
                borderTopWidth="1px"
                _first={{ borderTopWidth: '0' }}
              >
                <Box minW="0">
                  <AppLink to={`/dashboard/roles/${role.id}`} color="accent.fg" fontWeight="600" overflowWrap="anywhere">
                    {roleName(role)}
                  </AppLink>
                  <HStack gap="2" mt="1" wrap="wrap">
                    {role.isOwn && (
                      <Text fontSize="sm" color="fg.muted">
                        <Trans>Based on {translate(roleLabels[role.base])}</Trans>
                      </Text>
                    )}
                    {isRequired(role) && (
                      <Badge>
                        <Trans>Two-step sign-in</Trans>
                      </Badge>
                    )}
                  </HStack>
                </Box>
                <Text fontSize="sm" color="fg.muted" whiteSpace="nowrap">
                  <Plural value={role.people} one="# person" other="# people" />
                </Text>
              </HStack>
            ))}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
