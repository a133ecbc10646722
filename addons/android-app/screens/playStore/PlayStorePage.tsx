import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  ExternalLink,
  Heading,
  List,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { failureMessage, useCommand } from '@masomo/data';
import { useModule } from '@masomo/remote/useModule';
import { getAppFields, getOwnApp, makeProject, schoolAppKeys, type AppFields, type OwnApp } from '../../data/schoolApp.ts';
import { appFeature, appHome } from '../shared/appHome.ts';
import { AppNav } from '../shared/AppNav.tsx';
import { useServedApp } from '../shared/useServedApp.ts';
import { saveProject } from './saveProject.ts';
import { TriedList } from './TriedList.tsx';

/** The app in the Play Store: a project to build, and what was tried of it. */
export function PlayStorePage() {
  const { data: app, error: unread } = useQuery(schoolAppKeys.own(), getOwnApp);
  const { data: fields, error, reload } = useQuery(schoolAppKeys.fields(), getAppFields);
  const failure = error ?? unread;
  return (
    <>
      <PageHeader
        title={t`Play Store`}
        description={t`The school’s app as a project for Android Studio, which you build, sign and upload.`}
      />
      <AppNav current="/play-store" />
      {app && fields !== undefined ? (
        fields === null || app.address === null || fields.packageName === '' ? (
          <EmptyState
            title={t`Enter the package name first`}
            action={
              <ButtonLink to={`${appHome}/settings`}>
                <Trans>Open the settings</Trans>
              </ButtonLink>
            }
          >
            <Trans>
              The Play Store knows an app by its package name, such as ke.ac.greenfield.app. With it you download the project here. For an
              app that families install from their browser you need neither.
            </Trans>
          </EmptyState>
        ) : (
          <Project app={{ ...app, address: app.address }} fields={fields} />
        )
      ) : failure ? (
        <ErrorState error={failure} onRetry={reload} />
      ) : (
        <SkeletonText noOfLines={5} />
      )}
    </>
  );
}

function Project({ app, fields }: { app: OwnApp & { address: string }; fields: AppFields }) {
  const { isReadOnly } = useModule(appFeature);
  const { data: served } = useServedApp(isReadOnly ? null : app.address);
  const download = useCommand(async (db, origin: string) => saveProject({ app, fields, number: await makeProject(db), origin }), {
    onError: (failure) => toaster.error(failureMessage(failure, t`The project was not made`)),
  });
  const origin = served?.origin;
  const host = origin && new URL(origin).hostname;
  const links = `${origin}/.well-known/assetlinks.json`;
  const missing = [fields.uploadFingerprint, fields.playFingerprint].filter((key) => key === '').length;
  return (
    <Stack gap="5" maxW="2xl">
      {!isReadOnly && origin && (
        <Card.Root as="section" aria-labelledby="project">
          <Card.Body gap="3">
            <Heading as="h2" size="md" id="project">
              <Trans>The project</Trans>
            </Heading>
            <Text>
              <Trans>
                A ZIP for Android Studio or Bubblewrap: the app {app.name} with its icons and colours, which shows {host} without the bar of
                the browser. Each download has a higher version, as the Play Store wants it.
              </Trans>
            </Text>
            {!isPublic(origin) && (
              <Text color="fg.error" role="note">
                <Trans>
                  {host} is not a public address with https. An app made for it cannot work: phones check the address from outside, and the
                  Play Store does too.
                </Trans>
              </Text>
            )}
            <Button alignSelf="flex-start" loading={download.isRunning} onClick={() => void download.run(origin)}>
              <Trans>Download the project</Trans>
            </Button>
          </Card.Body>
        </Card.Root>
      )}
      <Card.Root as="section" aria-labelledby="steps">
        <Card.Body gap="3">
          <Heading as="h2" size="md" id="steps">
            <Trans>From the project to the Play Store</Trans>
          </Heading>
          <List.Root as="ol" ps="5" gap="2">
            <List.Item>
              <Trans>Open a developer account at Google; it costs 25 US dollars once. It belongs to the school.</Trans>
            </List.Item>
            <List.Item>
              <Trans>
                Unpack the ZIP and open it in Android Studio. Build a signed app bundle with an upload key of your own, and keep that key
                safe.
              </Trans>
            </List.Item>
            <List.Item>
              <Trans>
                Upload the bundle to the Play Console. Copy both SHA-256 fingerprints from App integrity into the settings here.
              </Trans>
            </List.Item>
            <List.Item>
              <Trans>
                Phones then read that the app is yours at <ExternalLink href={links}>{links}</ExternalLink>.
              </Trans>
            </List.Item>
          </List.Root>
          {missing > 0 && (
            <Text color="fg.muted">
              {missing === 2
                ? t`No fingerprint has been entered yet, so the file names no app.`
                : t`One of the two fingerprints is missing. Until both are there, one of the builds shows the bar of the browser.`}
            </Text>
          )}
          <Text color="fg.muted">
            <Trans>
              What people see in the app comes from the server, without an update. A new name, crest or colour of the icon needs the next
              project.
            </Trans>
          </Text>
        </Card.Body>
      </Card.Root>
      <TriedList />
    </Stack>
  );
}

/** Phones and the Play Store reach it from outside, by TLS. */
const isPublic = (origin: string) => {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && hostname.includes('.') && !/(^|\.)(localhost|local|lan|internal|test|example)$/.test(hostname);
};
