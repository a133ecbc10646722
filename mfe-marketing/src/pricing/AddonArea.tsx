import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Box, Button, Skeleton, Stack } from '@masomo/design-system';
import type { ListedAddon, Service } from '@masomo/domain/pricing';
import { Section } from '../shared/Section.tsx';
import { AddonTable } from './AddonTable.tsx';
import { ServiceTable } from './ServiceTable.tsx';

type AddonAreaProps = { addons: ListedAddon[] | undefined; services: Service[] | undefined; format: (shillings: number) => string };

/** Add-ons of both versions and additional services; open until the visitor folds it. */
export function AddonArea({ addons, services, format }: AddonAreaProps) {
  const [isShown, setIsShown] = useState(true);
  return (
    <Section id="addons" eyebrow="Add-ons and services" title="Add only what the school uses" lead="Every add-on works with every plan of its version. Buy it in the store; your licence is on within minutes of payment.">
      <Button variant="outline" aria-expanded={isShown} aria-controls="addon-tables" onClick={() => setIsShown(!isShown)} marginBottom="8">
        {isShown ? 'Hide add-ons and services' : 'Show add-ons and services'}
        {isShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
      </Button>
      <Box id="addon-tables" hidden={!isShown}>
        {addons && services ? (
          <Stack gap="14">
            <AddonTable title="SaaS add-ons" addons={addons.filter((addon) => addon.category === 'saas')} format={format} />
            <AddonTable title="Standalone add-ons" addons={addons.filter((addon) => addon.category === 'standalone')} format={format} />
            <ServiceTable services={services} format={format} />
          </Stack>
        ) : <Skeleton height="96" />}
      </Box>
    </Section>
  );
}
