import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { ErrorState, Heading, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { useModule } from '@masomo/remote/useModule';
import { getAppFields, getOwnApp, schoolAppKeys } from '../../data/schoolApp.ts';
import { manifest } from '../../module.ts';
import { appFeature } from '../shared/appHome.ts';
import { AppNav } from '../shared/AppNav.tsx';
import { AppForm } from './AppForm.tsx';

/** What the app is called, where it is, how it looks and with what it opens. */
export function SettingsPage() {
  const { isReadOnly } = useModule(appFeature);
  const { data: own, error: unread, reload: reloadOwn } = useQuery(schoolAppKeys.own(), getOwnApp);
  const { data: fields, error, reload } = useQuery(schoolAppKeys.fields(), getAppFields);
  const failure = error ?? unread;
  return (
    <>
      <PageHeader
        title={t`App settings`}
        description={t`Its name and its crest are the school’s; the crest is chosen under School, Papers.`}
      />
      <AppNav current="/settings" />
      <Stack gap="10" maxW="2xl">
        {own && fields !== undefined ? (
          <AppForm key={own.version} own={own} fields={fields} isReadOnly={isReadOnly} />
        ) : failure ? (
          <ErrorState
            error={failure}
            onRetry={() => {
              void reload();
              void reloadOwn();
            }}
          />
        ) : (
          <SkeletonText noOfLines={6} />
        )}
        <Stack as="section" gap="4" aria-labelledby="start-pages">
          <Heading as="h2" size="md" id="start-pages">
            <Trans>How it opens</Trans>
          </Heading>
          <AddonSettings feature={appFeature} settings={manifest.settings ?? []} isReadOnly={isReadOnly} />
        </Stack>
      </Stack>
    </>
  );
}
