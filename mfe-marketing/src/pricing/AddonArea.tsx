import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Box, Button, Skeleton, Span, Stack } from '@masomo/design-system';
import { listServices, priceBookKeys } from '@masomo/data/site/priceBook';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import type { PriceOf } from '../shared/prices.tsx';
import { Section } from '../shared/Section.tsx';
import { useAddons } from '../shared/useAddons.ts';
import { useSiteQuery } from '../shared/useSiteQuery.ts';
import { AddonTable } from './AddonTable.tsx';
import { ServiceTable } from './ServiceTable.tsx';

const labelOfState = { '&[open] > summary > [data-when=closed], &:not([open]) > summary > [data-when=open]': { display: 'none' } };

/** Collapsible tables of the add-ons of both versions and the additional services. */
export function AddonArea({ price }: { price: PriceOf }) {
  return (
    <Section
      id="addons"
      eyebrow={t`Add-ons and services`}
      title={t`Add only what the school uses`}
      lead={t`Every add-on works with every plan of its version. Buy it in the store; your licence is active within minutes of payment. Those in preparation have their price here and are not sold yet.`}
    >
      <Box as="details" css={labelOfState} {...{ open: true }}>
        <Button asChild variant="outline" marginBottom="8">
          <summary>
            <Span data-when="open">
              <Trans>Hide add-ons and services</Trans>
            </Span>
            <Span data-when="closed">
              <Trans>Show add-ons and services</Trans>
            </Span>
            <ChevronUp aria-hidden data-when="open" />
            <ChevronDown aria-hidden data-when="closed" />
          </summary>
        </Button>
        <Tables price={price} />
      </Box>
    </Section>
  );
}

function Tables({ price }: { price: PriceOf }) {
  const { addons, error, reload, isLoading } = useAddons();
  const services = useSiteQuery(priceBookKeys.services(), listServices);
  if (isLoading || services.isLoading) return <Skeleton height="96" />;
  if (!addons || !services.data)
    return <LoadFailure error={error ?? services.error} onRetry={() => Promise.all([reload(), services.reload()])} />;
  return (
    <Stack gap="14">
      <AddonTable title={t`SaaS add-ons`} addons={addons.filter((addon) => addon.category === 'saas')} price={price} />
      <AddonTable title={t`Standalone add-ons`} addons={addons.filter((addon) => addon.category === 'standalone')} price={price} />
      <ServiceTable services={services.data} price={price} />
    </Stack>
  );
}
