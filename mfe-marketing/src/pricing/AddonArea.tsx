import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Box, Button, Skeleton, Stack } from '@masomo/design-system';
import { listServices, priceBookKeys } from '@masomo/data/site/priceBook';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { Section } from '../shared/Section.tsx';
import { useAddons } from '../shared/useAddons.ts';
import { useSiteQuery } from '../shared/useSiteQuery.ts';
import { AddonTable } from './AddonTable.tsx';
import { ServiceTable } from './ServiceTable.tsx';

type Format = (shillings: number) => string;

/** Collapsible tables of the add-ons of both versions and the additional services. */
export function AddonArea({ format }: { format: Format }) {
  const [isShown, setIsShown] = useState(true);
  return (
    <Section
      id="addons"
      eyebrow={t`Add-ons and services`}
      title={t`Add only what the school uses`}
      lead={t`Every add-on works with every plan of its version. Buy it in the store; your licence is active within minutes of payment.`}
    >
      <Button variant="outline" aria-expanded={isShown} aria-controls="addon-tables" onClick={() => setIsShown(!isShown)} marginBottom="8">
        {isShown ? t`Hide add-ons and services` : t`Show add-ons and services`}
        {isShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
      </Button>
      <Box id="addon-tables" hidden={!isShown}>
        <Tables format={format} />
      </Box>
    </Section>
  );
}

function Tables({ format }: { format: Format }) {
  const { addons, error, reload, isLoading } = useAddons();
  const services = useSiteQuery(priceBookKeys.services(), listServices);
  if (isLoading || services.isLoading) return <Skeleton height="96" />;
  if (!addons || !services.data)
    return <LoadFailure error={error ?? services.error} onRetry={() => Promise.all([reload(), services.reload()])} />;
  return (
    <Stack gap="14">
      <AddonTable title={t`SaaS add-ons`} addons={addons.filter((addon) => addon.category === 'saas')} format={format} />
      <AddonTable title={t`Standalone add-ons`} addons={addons.filter((addon) => addon.category === 'standalone')} format={format} />
      <ServiceTable services={services.data} format={format} />
    </Stack>
  );
}
