import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FamilyHome } from '@masomo/data/platform/familyHome';
import { formatDate } from '@masomo/domain/time';
import { Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';

/** The last documents for the family; they are opened on their screen. */
export function DocumentsCard({ documents }: Pick<FamilyHome, 'documents'>) {
  return (
    <HomeCard id="home-documents" title={<Trans>Documents</Trans>} link={{ to: '/dashboard/documents', label: t`All documents` }}>
      {documents.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No documents yet. Letters, reports and forms of the school appear here.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2.5">
          {documents.map(({ id, title, at }) => (
            <li key={id}>
              <Text textStyle="sm" fontWeight="500" overflowWrap="anywhere">
                {title}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {formatDate(at)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
