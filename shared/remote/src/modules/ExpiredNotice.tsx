import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useIdentity, useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { addonOfferKeys, readAddonOffers } from '@masomo/data/addons/addonOffers';
import { addonCardPath } from '@masomo/domain/addonCard';
import { soldTo } from '@masomo/domain/pricing';
import { Alert, ButtonLink } from '@masomo/design-system';

/** What an expired licence means, and for those who run the school the way to renew it. */
export function ExpiredNotice({ slug, children }: { slug: string; children: ReactNode }) {
  const mayRenew = useIsAllowed('school:run');
  const { data: identity } = useIdentity();
  const { data: offers = [] } = useQuery(mayRenew ? addonOfferKeys.of(slug) : null, (db) => readAddonOffers(db, slug));
  const [offer] = soldTo(identity?.sold, offers);
  return (
    <Alert.Root status="warning" role="status" mb="5" flexWrap="wrap" alignItems="center">
      <Alert.Indicator />
      <Alert.Content flex="1 1 16rem">
        <Alert.Description>
          {children} {!mayRenew && <Trans>An administrator can renew it in the store.</Trans>}
        </Alert.Description>
      </Alert.Content>
      {mayRenew && (
        <ButtonLink to={offer ? addonCardPath(offer.id) : '/store'} size="sm">
          <Trans>Renew in the store</Trans>
        </ButtonLink>
      )}
    </Alert.Root>
  );
}
