import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed, leaveForSchool, useFeature, useIdentity } from '@masomo/auth';
import { failureMessage, useCommand, useQuery, type Db } from '@masomo/data';
import { switchSchool } from '@masomo/data/accounts/identity';
import { addonOfferKeys, listSchoolsWithAddon, readAddonOffers } from '@masomo/data/addons/addonOffers';
import { addonCardPath } from '@masomo/domain/addonCard';
import { formatMoney, kes } from '@masomo/domain/money';
import { soldTo } from '@masomo/domain/pricing';
import { Button, ButtonLink, EmptyState, ErrorState, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useLocation } from '@masomo/navigation';

/** What the address of an add-on shows at a school that does not have it: what it does, what it costs, and where to buy it. */
export function AddonOffPage() {
  const slug = useLocation().pathname.split('/')[3] ?? '';
  const { data: identity } = useIdentity();
  const isBought = useFeature(`addon:${slug}`) !== undefined;
  const { data: offers, error, reload } = useQuery(addonOfferKeys.of(slug), (db) => readAddonOffers(db, slug));
  if (error && !offers) return <ErrorState error={error} onRetry={reload} />;
  if (!offers) return <SkeletonText noOfLines={5} />;
  const version = identity?.schoolVersion;
  const sold = soldTo(identity?.sold, offers);
  const [offer = offers[0]] = sold;
  const school = identity?.schoolName ?? '';
  if (!offer)
    return (
      <EmptyState
        title={t`This add-on does not exist`}
        action={
          <ButtonLink to="/store">
            <Trans>See all add-ons</Trans>
          </ButtonLink>
        }
      />
    );
  if (isBought)
    return (
      <>
        <PageHeader title={offer.name} description={offer.description} />
        <EmptyState title={t`This add-on waits for an update`}>
          <Trans>
            It is switched on at {school}, but was built for another version of the product, so it is not loaded. Nothing is lost, and we
            have been told. It comes back by itself.
          </Trans>
        </EmptyState>
      </>
    );
  if (sold.length === 0)
    return (
      <>
        <PageHeader title={offer.name} description={offer.description} />
        <EmptyState title={t`This add-on is not sold to ${school}`}>
          {version === 'saas' ? (
            <Trans>It is sold to schools with their own server, and yours is hosted by us. Write to us if your school needs it.</Trans>
          ) : (
            <Trans>It is sold to schools that we host, and yours has its own server. Write to us if your school needs it.</Trans>
          )}
        </EmptyState>
      </>
    );
  const isOne = sold.every(({ name }) => name === offer.name);
  return (
    <>
      <PageHeader title={isOne ? offer.name : t`Add-ons`} description={isOne ? offer.description : undefined} />
      <EmptyState
        title={school ? t`This add-on is not switched on at ${school}` : t`This add-on is not switched on`}
        action={
          <Stack gap="2" align="center">
            <OtherSchools slug={slug} />
            <Allowed to="store:buy">
              {sold
                .filter(({ name }, place) => sold.findIndex((other) => other.name === name) === place)
                .map(({ id, name }) => (
                  <ButtonLink key={id} to={addonCardPath(id)} variant="outline">
                    {isOne ? t`See it in the store` : t`See ${name} in the store`}
                  </ButtonLink>
                ))}
            </Allowed>
          </Stack>
        }
      >
        <Stack gap="1">
          {sold.map(({ id, name, category, price }) => (
            <Text key={id}>
              {!isOne && <span translate="no">{name} · </span>}
              {category === 'saas' ? t`SaaS: ${formatMoney(kes(price))} per term` : t`Standalone: ${formatMoney(kes(price))} per term`}
            </Text>
          ))}
          <Text>
            {version === 'standalone' ? (
              <Trans>Once it is paid for and its key is entered, it appears in the menu.</Trans>
            ) : (
              <Trans>Once it is paid for, it appears in the menu.</Trans>
            )}
          </Text>
        </Stack>
      </EmptyState>
    </>
  );
}

async function goToSchool(db: Db, schoolId: string): Promise<void> {
  await switchSchool(db, schoolId);
  leaveForSchool(schoolId);
}

/** The way to the person's other schools that have the add-on: their app opens here while the session is at this school. */
function OtherSchools({ slug }: { slug: string }) {
  const { data: schools = [], error, reload } = useQuery(addonOfferKeys.schools(slug), (db) => listSchoolsWithAddon(db, slug));
  const { run, isRunning } = useCommand(goToSchool, {
    onError: (failure) => toaster.error(failureMessage(failure, t`You were not taken to the other school`)),
  });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return (
    <>
      {schools.map(({ id, name }) => (
        <Button key={id} loading={isRunning} onClick={() => void run(id)}>
          {t`Go to ${name}, which has it`}
        </Button>
      ))}
    </>
  );
}
