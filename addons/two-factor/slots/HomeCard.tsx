import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getMyTwoFactor, twoFactorKeys } from '../data/twoFactor.ts';
import { formatDate } from '@masomo/domain/time';
import { ButtonLink, Card, Heading, HStack, Text } from '@masomo/design-system';

/** On the home screen of a person who must set up an app and has not done so; nothing for others. */
export function HomeCard() {
  const { data } = useQuery(twoFactorKeys.mine(), getMyTwoFactor);
  if (!data?.dueOn || data.isEnrolled) return null;
  return (
    <Card.Root as="section" aria-label={t`Two-step sign-in`}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Set up two-step sign-in</Trans>
          </Heading>
          <ButtonLink to="/dashboard/profile" size="sm">
            <Trans>Set up</Trans>
          </ButtonLink>
        </HStack>
        <Text color="fg.muted">
          <Trans>
            From {formatDate(data.dueOn)} your school requires a code from an app on your phone to sign in. Setting it up takes two minutes.
          </Trans>
        </Text>
      </Card.Body>
    </Card.Root>
  );
}
