import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { cmsChangeKeys, listLatestCmsChanges, type CmsChange } from '@masomo/data/site/cmsChanges';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Card, ErrorState, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';

const cms = '/dashboard/cms';
const entities: Record<string, { label: string; path: string }> = {
  cms_pages: { label: t`Page`, path: `${cms}/pages` },
  cms_media: { label: t`File`, path: `${cms}/media` },
  settings: { label: t`Setting`, path: `${cms}/settings` },
  faqs: { label: t`Question`, path: `${cms}/content` },
  testimonials: { label: t`Testimonial`, path: `${cms}/content/testimonials` },
  site_redirects: { label: t`Redirect`, path: `${cms}/redirects` },
  plans: { label: t`Plan`, path: `${cms}/pricing` },
  addons: { label: t`Add-on`, path: `${cms}/pricing?tab=addons` },
  services: { label: t`Service`, path: `${cms}/pricing?tab=services` },
  price_changes: { label: t`Scheduled price`, path: `${cms}/pricing?tab=prices` },
  cms_rights: { label: t`Editor access`, path: `${cms}/users` },
};

/** The latest changes by editors. */
export function LatestChanges() {
  const { data: changes, error, reload } = useQuery(cmsChangeKeys.latest(), listLatestCmsChanges);
  return (
    <Card.Root as="section" aria-labelledby="latest-changes">
      <Card.Header>
        <Heading as="h2" id="latest-changes" size="md">
          <Trans>Latest changes</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !changes && <ErrorState error={error} onRetry={reload} />}
        {!error && !changes && <SkeletonText noOfLines={6} gap="4" />}
        {changes?.length === 0 && (
          <Text color="fg.muted">
            <Trans>No changes yet.</Trans>
          </Text>
        )}
        {changes && changes.length > 0 && (
          <Stack as="ul" listStyleType="none" gap="4">
            {changes.map((change) => (
              <Change key={`${change.entity} ${change.id}`} change={change} />
            ))}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}

function Change({ change: { entity, action, name, actor, at, pageId } }: { change: CmsChange }) {
  const place = entities[entity];
  const to = pageId ? `${cms}/pages/${pageId}/edit` : (place?.path ?? cms);
  return (
    <Box as="li" minW="0">
      <Text fontSize="sm" overflowWrap="anywhere">
        <Deed action={action} kind={place?.label ?? entity} name={name} to={to} />
      </Text>
      <Text fontSize="xs" color="fg.muted">
        {[formatDateTime(at), actor].filter(Boolean).join(' · ')}
      </Text>
    </Box>
  );
}

type DeedProps = { action: string; kind: string; name: string; to: string };

/** What was done to what, with a link to it. */
function Deed({ action, kind, name, to }: DeedProps) {
  switch (action) {
    case 'insert':
      return name ? (
        <Trans>
          {kind} <Subject to={to}>{name}</Subject> added
        </Trans>
      ) : (
        <Trans>
          <Subject to={to}>{kind}</Subject> added
        </Trans>
      );
    case 'delete':
      return name ? (
        <Trans>
          {kind} <Subject to={to}>{name}</Subject> removed
        </Trans>
      ) : (
        <Trans>
          <Subject to={to}>{kind}</Subject> removed
        </Trans>
      );
    default:
      return name ? (
        <Trans>
          {kind} <Subject to={to}>{name}</Subject> changed
        </Trans>
      ) : (
        <Trans>
          <Subject to={to}>{kind}</Subject> changed
        </Trans>
      );
  }
}

function Subject({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink to={to} fontWeight="600">
      {children}
    </AppLink>
  );
}
