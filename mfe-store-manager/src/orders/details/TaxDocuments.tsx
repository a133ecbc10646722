import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listTaxDocuments, retryTaxDocument, taxDocumentKeys, type TaxDocument } from '@masomo/data/store/taxDocuments';
import { formatMoney, shillings } from '@masomo/domain/money';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, Heading, HStack, List, SkeletonText, Text, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';

const kindLabels: Record<TaxDocument['kind'], string> = { invoice: t`Tax invoice`, credit_note: t`Credit note` };
const statuses: Record<TaxDocument['status'], { label: string; color: string }> = {
  pending: { label: t`Waiting`, color: 'blue' },
  signed: { label: t`Signed`, color: 'green' },
  failed: { label: t`Refused`, color: 'red' },
};

/** The order's documents for the tax authority; one that it refused can be sent again. */
export function TaxDocuments({ orderId }: { orderId: string }) {
  const { data: documents, error, reload } = useQuery(taxDocumentKeys.of(orderId), (db) => listTaxDocuments(db, orderId));
  const [toRetry, setToRetry] = useState<TaxDocument>();
  const retry = useCommand(retryTaxDocument, {
    invalidates: ['orders'],
    onSuccess: () => {
      toaster.success({ title: t`The document is sent again within a minute` });
      setToRetry(undefined);
    },
    onError: (failure) => {
      setToRetry(undefined);
      toaster.error(failureMessage(failure, t`The document could not be sent again`));
    },
  });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!documents) return <SkeletonText noOfLines={2} gap="3" />;
  if (documents.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="tax-documents">
      <Heading as="h3" size="sm" id="tax-documents" mb="2">
        <Trans>Tax documents</Trans>
      </Heading>
      <List.Root listStyle="none" ps="0" gap="3">
        {documents.map((document) => (
          <List.Item key={document.id}>
            <HStack justify="space-between" align="flex-start" gap="3" wrap="wrap">
              <Box minW="0">
                <HStack gap="2" wrap="wrap">
                  <Text>
                    <Trans>
                      {kindLabels[document.kind]} no. {document.number}, {formatMoney(shillings(document.amount))}
                    </Trans>
                  </Text>
                  <Badge colorPalette={statuses[document.status].color}>{statuses[document.status].label}</Badge>
                </HStack>
                {document.signedAt && (
                  <Text fontSize="sm" color="fg.muted">
                    <Trans>
                      Signed {formatDateTime(document.signedAt)}, receipt {document.receiptNumber}
                    </Trans>
                  </Text>
                )}
                {document.status !== 'signed' && document.error && (
                  <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                    <Trans>Last error: {document.error}</Trans>
                  </Text>
                )}
              </Box>
              {document.status === 'failed' && (
                <Allowed to="payment:confirm">
                  <Button
                    size="xs"
                    variant="outline"
                    aria-label={t`Send ${kindLabels[document.kind]} no. ${document.number} again`}
                    onClick={() => setToRetry(document)}
                  >
                    <Trans>Send again</Trans>
                  </Button>
                </Allowed>
              )}
            </HStack>
          </List.Item>
        ))}
      </List.Root>
      <ConfirmDialog
        isOpen={toRetry !== undefined}
        title={t`Send the document again?`}
        body={t`The tax authority refused it. Mend what it names first, or it refuses it again.`}
        confirmLabel={t`Send again`}
        isBusy={retry.isRunning}
        onConfirm={() => toRetry && void retry.run(toRetry.id)}
        onClose={() => setToRetry(undefined)}
      />
    </Box>
  );
}
