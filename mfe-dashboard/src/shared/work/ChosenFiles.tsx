import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { formatBytes } from '@masomo/domain/number';
import { Box, Button, HStack, IconButton, Image, Stack, Text } from '@masomo/design-system';
import type { FileSender, SentFile } from './createFileSender.ts';

type ChosenFilesProps = {
  label: string;
  files: readonly SentFile[];
  sender: FileSender;
  onRemove: (file: SentFile) => void;
  /** Where their order counts, such as that of pages. */
  onMove?: (file: SentFile, direction: 'up' | 'down') => void;
};

/** What was chosen, each with how far it is, and what to do where it is not taken. */
export function ChosenFiles({ label, files, sender, onRemove, onMove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  const pages = onMove ? files.filter(({ state }) => state !== 'refused') : [];
  return (
    <Stack as="ul" listStyleType="none" ps="0" gap="2" aria-label={label}>
      {files.map((file) => {
        const place = pages.indexOf(file) + 1;
        return (
          <HStack
            as="li"
            key={file.id}
            columnGap="3"
            rowGap="1"
            borderWidth="1px"
            borderColor={file.state === 'refused' ? 'border.error' : undefined}
            borderRadius="md"
            p="2"
            align="center"
            wrap={onMove ? { base: 'wrap', sm: 'nowrap' } : 'nowrap'}
          >
            <Preview file={file} />
            <Box flex="1 1 8rem" minW="0">
              <Text textStyle="sm" fontWeight="500" truncate title={file.name} translate="no">
                {file.name}
              </Text>
              <Text textStyle="xs" color={file.state === 'refused' ? 'fg.error' : 'fg.muted'} role="status">
                {place > 0 && <span>{t`Page ${place}`} · </span>}
                <span>{stateText(file)}</span>
              </Text>
              {file.state === 'sending' && (
                <Box mt="1" h="1" borderRadius="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
                  <Box h="full" bg="accent.solid" transition="width 0.2s" style={{ width: `${Math.round(file.progress * 100)}%` }} />
                </Box>
              )}
            </Box>
            <HStack gap="1" ms="auto">
              {file.isCutOff && (
                <Button size="xs" variant="outline" onClick={sender.retry}>
                  <Trans>Try now</Trans>
                </Button>
              )}
              {onMove && place > 0 && pages.length > 1 && (
                <MoveButtons
                  file={file}
                  isFirst={place === 1}
                  isLast={place === pages.length}
                  onMove={(direction) => onMove(file, direction)}
                />
              )}
              <Button size="xs" variant="ghost" aria-label={t`Remove ${file.name}`} onClick={() => onRemove(file)}>
                <Trans>Remove</Trans>
              </Button>
            </HStack>
          </HStack>
        );
      })}
    </Stack>
  );
}

type MoveButtonsProps = { file: SentFile; isFirst: boolean; isLast: boolean; onMove: (direction: 'up' | 'down') => void };

/** At an end a button stays where it is and does nothing, so that the keyboard is not lost. */
function MoveButtons({ file: { name }, isFirst, isLast, onMove }: MoveButtonsProps) {
  const move = (direction: 'up' | 'down') => (event: React.MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (button.ariaDisabled === 'true') return;
    onMove(direction);
    // A row that moves in the page loses the keyboard.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <>
      <IconButton size="sm" variant="ghost" aria-label={t`Move ${name} up`} aria-disabled={isFirst} onClick={move('up')}>
        <Arrow direction="up" />
      </IconButton>
      <IconButton size="sm" variant="ghost" aria-label={t`Move ${name} down`} aria-disabled={isLast} onClick={move('down')}>
        <Arrow direction="down" />
      </IconButton>
    </>
  );
}

const Arrow = ({ direction }: { direction: 'up' | 'down' }) => (
  <svg
    viewBox="0 0 24 24"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={direction === 'up' ? 'm5 12 7-7 7 7M12 19V5' : 'm19 12-7 7-7-7M12 5v14'} />
  </svg>
);

function stateText(file: SentFile): string {
  const size = formatBytes(file.size);
  switch (file.state) {
    case 'preparing':
      return t`Being made ready`;
    case 'waiting':
      return file.isCutOff ? t`The line broke. It is sent again by itself.` : t`Waits its turn, ${size}`;
    case 'sending':
      return t`Being sent: ${Math.round(file.progress * 100)}% of ${size}`;
    case 'sent':
      return t`Arrived, ${size}`;
    case 'refused':
      return file.problem ?? '';
  }
}

/** A small picture of a page; of what is no picture, how its name ends. */
function Preview({ file: { bytes, name, type } }: { file: SentFile }) {
  const isPicture = bytes !== null && type.startsWith('image/');
  const address = useObjectUrl(isPicture ? bytes : null);
  return (
    <Box boxSize="12" flexShrink="0" borderWidth="1px" borderRadius="sm" bg="bg.muted" overflow="hidden" display="grid" placeItems="center">
      {address ? (
        <Image src={address} alt="" boxSize="full" objectFit="cover" />
      ) : (
        <Text textStyle="xs" fontWeight="600" color="fg.muted" translate="no">
          {name.includes('.') ? name.split('.').at(-1)?.slice(0, 4).toUpperCase() : '·'}
        </Text>
      )}
    </Box>
  );
}

/** An address of bytes in this page, for as long as they are shown. */
export function useObjectUrl(bytes: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes) return undefined;
    const made = URL.createObjectURL(bytes);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [bytes]);
  return address;
}
