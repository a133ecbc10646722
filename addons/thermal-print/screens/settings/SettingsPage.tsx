import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdentity } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { addonSettingKeys, getAddonSettings, type SettingValues } from '@masomo/data/addons/addonSettings';
import { Box, Button, Grid, Heading, HStack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { AddonSettings } from '@masomo/remote/AddonSettings';
import { PaperPreview } from './PaperPreview.tsx';
import { sampleReceipt } from './sampleReceipt.ts';
import { manifest } from '../../module.ts';
import { printPaper } from '../shared/printPaper.ts';
import { ThermalPrintNav } from '../shared/ThermalPrintNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { thermalPrintFeature } from '../shared/thermalPrintHome.ts';

const feature = 'addon:thermal-print';

/** Paper, header and footer, with what comes out of the printer beside them. */
export function SettingsPage() {
  const { isReadOnly } = useModule(thermalPrintFeature);
  const { data: identity } = useIdentity();
  const { data: settings } = useQuery(addonSettingKeys.of(feature), (db) => getAddonSettings(db, feature));
  const [draft, setDraft] = useState<SettingValues>({});
  const sample = sampleReceipt(identity?.schoolName ?? '', { ...settings, ...draft });
  return (
    <>
      <PageHeader
        title={t`Thermal Print`}
        description={t`Fee receipts on 58 or 80 mm paper, from any browser. Every receipt has a Print button; choose the receipt printer once in the browser’s dialog.`}
      />
      <ThermalPrintNav current="" />
      <Grid templateColumns={{ base: '1fr', lg: '1fr auto' }} gap="8" alignItems="start">
        <AddonSettings feature={feature} settings={manifest.settings ?? []} isReadOnly={isReadOnly} onDraft={setDraft} />
        <Box as="section" aria-labelledby="preview" minW="0">
          <HStack justify="space-between" mb="3" gap="4">
            <Heading as="h2" size="md" id="preview">
              <Trans>Preview</Trans>
            </Heading>
            {!isReadOnly && (
              <Button size="sm" variant="outline" onClick={() => printPaper(sample)}>
                <Trans>Print a test</Trans>
              </Button>
            )}
          </HStack>
          {settings ? (
            <PaperPreview print={sample} />
          ) : (
            <Text color="fg.muted">{t`The preview appears once the settings have loaded.`}</Text>
          )}
        </Box>
      </Grid>
    </>
  );
}
