import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, EmptyState, ErrorState, Heading, ExternalLink, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useModule } from '@masomo/remote/useModule';
import { getOwnApp, schoolAppKeys, type OwnApp } from '../../data/schoolApp.ts';
import { appFeature, appHome } from '../shared/appHome.ts';
import { AppIcon } from '../shared/AppIcon.tsx';
import { AppNav } from '../shared/AppNav.tsx';
import { useServedApp } from '../shared/useServedApp.ts';
import { InstallSteps } from './InstallSteps.tsx';

/** The school's own app: how a person puts it on the phone. */
export function AppPage() {
  const { data: app, error, reload } = useQuery(schoolAppKeys.own(), getOwnApp);
  return (
    <>
      <PageHeader title={t`App of the school`} description={t`The school on your phone, with its own name and crest.`} />
      <AppNav current="" />
      {app ? (
        app.address === null ? (
          <NotSetUp />
        ) : (
          <Installing app={{ ...app, address: app.address }} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <SkeletonText noOfLines={4} />
      )}
    </>
  );
}

function NotSetUp() {
  const canSet = useIsAllowed('school:run');
  return canSet ? (
    <EmptyState
      title={t`Give your school an app`}
      action={
        <ButtonLink to={`${appHome}/settings`}>
          <Trans>Set up the app</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Choose its address and its colours. Families then install it from their browser at once; for the Play Store you download a project.
        The crest is that of the school’s papers.
      </Trans>
    </EmptyState>
  ) : (
    <EmptyState title={t`The school has no app yet`}>
      <Trans>You find it here as soon as the school has set it up.</Trans>
    </EmptyState>
  );
}

function Installing({ app }: { app: OwnApp & { address: string } }) {
  const { isReadOnly } = useModule(appFeature);
  const { data: served, error, reload } = useServedApp(isReadOnly ? null : app.address);
  if (isReadOnly) return null;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (served === undefined) return <SkeletonText noOfLines={4} />;
  if (served === null)
    return (
      <EmptyState title={t`The app is not there yet`}>
        <Trans>The server does not serve it at the moment. Try again in a minute.</Trans>
      </EmptyState>
    );
  const isHere = served.origin === window.location.origin;
  const host = new URL(served.origin).host;
  return (
    <Stack gap="5" maxW="2xl">
      <Card.Root as="section" aria-labelledby="install">
        <Card.Body>
          <HStack gap="4" align="flex-start">
            <AppIcon app={app} size={72} />
            <Stack gap="3" minW="0" flex="1">
              <Heading as="h2" size="md" id="install">
                {app.name}
              </Heading>
              {isHere ? (
                <InstallSteps name={app.shortName} />
              ) : (
                <>
                  <Text>
                    <Trans>
                      The app has an address of its own: <b translate="no">{host}</b>. Open it on your phone, sign in and install it there.
                      What one school’s app keeps on the phone, no other one can read.
                    </Trans>
                  </Text>
                  <ExternalLink href={`${served.origin}${appHome}`} fontWeight="600">
                    <Trans>Open the address of the app</Trans>
                  </ExternalLink>
                </>
              )}
            </Stack>
          </HStack>
        </Card.Body>
      </Card.Root>
      <Card.Root as="section" aria-labelledby="messages">
        <Card.Body gap="2">
          <Heading as="h2" size="md" id="messages">
            <Trans>Messages on this phone</Trans>
          </Heading>
          <Text color="fg.muted">
            <Trans>
              The app can say that there is news while it is closed. It names no child, mark or amount, and ends when you sign out. Turn it
              on in the app itself, so that the messages carry the name of the school.
            </Trans>
          </Text>
          {isHere && (
            <Text>
              <ButtonLink to="/dashboard/profile#messages" size="sm" variant="outline">
                <Trans>Choose messages</Trans>
              </ButtonLink>
            </Text>
          )}
        </Card.Body>
      </Card.Root>
    </Stack>
  );
}
