import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, Heading, HStack, Text } from '@masomo/design-system';
import { useModule } from '@masomo/remote/useModule';
import { deviceNow, isPhone, isUndecided } from '../data/device.ts';
import { getOwnApp, schoolAppKeys } from '../data/schoolApp.ts';
import { appFeature, appHome } from '../screens/shared/appHome.ts';
import { useServedApp } from '../screens/shared/useServedApp.ts';

/** On the home screen: in the app whether it may send messages, on a phone where the app is, for who sets it up that there is none. */
export function HomeCard() {
  const { isReadOnly } = useModule(appFeature);
  const canSet = useIsAllowed('school:run');
  const { data: app } = useQuery(schoolAppKeys.own(), getOwnApp);
  const { data: served } = useServedApp(isReadOnly ? null : app?.address);
  if (!app || isReadOnly) return null;
  if (app.address === null)
    return canSet ? (
      <Told title={t`App of the school`} action={t`Set up the app`} to={`${appHome}/settings`}>
        <Trans>Families can have the school on their phones, with its own name and crest.</Trans>
      </Told>
    ) : null;
  if (!served) return null;
  if (served.origin === window.location.origin)
    return app.asksForMessages && isUndecided() ? (
      <Told title={t`Messages on this phone`} action={t`Choose messages`} to="/dashboard/profile#messages">
        <Trans>{app.shortName} can say that there is news while the app is closed, without names, marks or amounts.</Trans>
      </Told>
    ) : null;
  return isPhone() && deviceNow() !== 'installed' ? (
    <Told title={t`App of the school`} action={t`Get the app`} to={appHome}>
      <Trans>Put {app.shortName} on the home screen of this phone.</Trans>
    </Told>
  ) : null;
}

function Told({ title, action, to, children }: { title: string; action: string; to: string; children: ReactNode }) {
  return (
    <Card.Root as="section" aria-label={title}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            {title}
          </Heading>
          <ButtonLink to={to} size="sm" variant="outline">
            {action}
          </ButtonLink>
        </HStack>
        <Text color="fg.muted">{children}</Text>
      </Card.Body>
    </Card.Root>
  );
}
