import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { Text } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { overrideWithLocalBuild } from '@masomo/data/platform/releaseApi';

const defaultUrl = (app: string) => `http://localhost:7700/${app}/`;

/** Overrides a remote with a local build, in this browser only. */
export function LocalBuildDialog({ apps, onClose }: { apps: readonly string[]; onClose: () => void }) {
  const [app, setApp] = useState(apps[0] ?? '');
  const [address, setAddress] = useState(defaultUrl(app));
  const applyBuild = useCommand(async (_, build: { app: string; address: string }) => overrideWithLocalBuild(await getClient(), build), {
    onSuccess: () => window.location.reload(),
  });
  return (
    <FormDialog
      title={t`Use a local build`}
      submitLabel={t`Use build`}
      isBusy={applyBuild.isRunning}
      error={applyBuild.error?.userMessage}
      isDisabled={app === ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void applyBuild.run({ app, address });
      }}
    >
      <Text color="fg.muted">
        <Trans>
          Only this browser uses the build, until you end it from the badge in the corner. Start it with{' '}
          <Text as="span" fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
            npm run dev -- {app} --on {window.location.origin}
          </Text>
          .
        </Trans>
      </Text>
      <SelectField
        label={t`App`}
        options={apps.map((name) => ({ value: name, label: name }))}
        value={app}
        onChange={(event) => {
          setApp(event.currentTarget.value);
          setAddress(defaultUrl(event.currentTarget.value));
        }}
      />
      <TextField label={t`Build address`} type="url" required value={address} onChange={(event) => setAddress(event.currentTarget.value)} />
    </FormDialog>
  );
}
