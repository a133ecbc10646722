import { Button, HStack, Spinner, Stack, Text } from '@masomo/design-system';
import type { Upload } from './useUploads.ts';

const words = { waiting: 'Waiting', sending: 'Uploading', done: 'Uploaded', failed: 'Failed' } as const;

/** How far each upload is; a failed one says why and can be tried again. */
export function UploadList({ uploads, onRetry, onDismiss }: { uploads: Upload[]; onRetry: (upload: Upload) => void; onDismiss: (id: string) => void }) {
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'done').length;
  return (
    <Stack as="section" aria-label="Uploads" borderWidth="1px" borderRadius="lg" p="4" mb="4" gap="2">
      <Text role="status" fontWeight="600">{done} of {uploads.length} uploaded</Text>
      {uploads.map((upload) => (
        <HStack key={upload.id} justify="space-between" gap="3" align="start">
          <Text fontSize="sm" wordBreak="break-word">{upload.file.name}: {words[upload.state]}{upload.reason ? `. ${upload.reason}` : ''}</Text>
          {upload.state === 'sending' && <Spinner size="sm" aria-hidden />}
          {upload.state === 'failed' && (
            <HStack>
              <Button size="xs" variant="outline" aria-label={`Retry ${upload.file.name}`} onClick={() => onRetry(upload)}>Retry</Button>
              <Button size="xs" variant="ghost" aria-label={`Dismiss ${upload.file.name}`} onClick={() => onDismiss(upload.id)}>Dismiss</Button>
            </HStack>
          )}
        </HStack>
      ))}
    </Stack>
  );
}
