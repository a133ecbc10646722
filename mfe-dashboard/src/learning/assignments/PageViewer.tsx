import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { readWorkFile, type WorkFile } from '@masomo/data/learning/assignmentFiles';
import { Box, Button, ErrorState, HStack, Skeleton, Stack, Text } from '@masomo/design-system';
import { FileLinks } from '../../shared/work/FileLinks.tsx';
import { useObjectUrl } from '../../shared/work/ChosenFiles.tsx';

const zooms = [1, 1.5, 2, 3] as const;

/** The pages of a student's work, one at a time, to enlarge and turn; what is no picture is downloaded. */
export function PageViewer({ pages, student }: { pages: readonly WorkFile[]; student: string }) {
  const [index, setIndex] = useState(0);
  const [turns, setTurns] = useState<Record<string, number>>({});
  const [zoom, setZoom] = useState(0);
  const page = pages[Math.min(index, pages.length - 1)];
  if (!page) return null;
  const isPicture = page.type.startsWith('image/');
  const turn = turns[page.id] ?? 0;
  const scale = zooms[zoom] ?? 1;
  const move = (step: number) => {
    setIndex(Math.min(pages.length - 1, Math.max(0, index + step)));
    setZoom(0);
  };
  return (
    <Stack as="section" gap="2" minW="0" aria-label={t`Pages from ${student}`}>
      <HStack gap="2" wrap="wrap" justify="space-between">
        <HStack gap="1">
          <Button size="xs" variant="outline" aria-label={t`Page before`} disabled={index === 0} onClick={() => move(-1)}>
            ‹
          </Button>
          <Text textStyle="sm" minW="20" textAlign="center" aria-live="polite">
            <Trans>
              Page {index + 1} of {pages.length}
            </Trans>
          </Text>
          <Button size="xs" variant="outline" aria-label={t`Page after`} disabled={index >= pages.length - 1} onClick={() => move(1)}>
            ›
          </Button>
        </HStack>
        {isPicture && (
          <HStack gap="1">
            <Button size="xs" variant="outline" aria-label={t`Smaller`} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              −
            </Button>
            <Text textStyle="sm" minW="12" textAlign="center" aria-live="polite">
              {Math.round(scale * 100)}%
            </Text>
            <Button
              size="xs"
              variant="outline"
              aria-label={t`Larger`}
              disabled={zoom === zooms.length - 1}
              onClick={() => setZoom(zoom + 1)}
            >
              +
            </Button>
            <Button size="xs" variant="outline" onClick={() => setTurns({ ...turns, [page.id]: (turn + 90) % 360 })}>
              <Trans>Turn</Trans>
            </Button>
          </HStack>
        )}
      </HStack>
      {isPicture && <Picture key={page.id} page={page} turn={turn} scale={scale} label={t`Page ${index + 1} from ${student}`} />}
      <FileLinks label={t`This page`} files={[page]} />
    </Stack>
  );
}

type PictureProps = { page: WorkFile; turn: number; scale: number; label: string };

/** Fits the width of its frame at 100%; larger ones are moved about in it. */
function Picture({ page, turn, scale, label }: PictureProps) {
  const { data, error, reload } = useQuery(['work-page', page.path], async () => readWorkFile(await getClient(), page.path));
  const address = useObjectUrl(data ?? null);
  const [shape, setShape] = useState({ width: 3, height: 4 });
  if (error && !data) return <ErrorState error={error} onRetry={reload} />;
  if (!address) return <Skeleton h="96" />;
  const isSideways = turn % 180 !== 0;
  const [width, height] = isSideways ? [shape.height, shape.width] : [shape.width, shape.height];
  return (
    <Box
      bg="bg.muted"
      borderWidth="1px"
      borderRadius="md"
      overflow="auto"
      maxH={{ base: '70vh', lg: 'calc(100vh - 14rem)' }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Box position="relative" style={{ width: `${scale * 100}%`, aspectRatio: `${width} / ${height}` }}>
        <img
          src={address}
          alt={label}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape({ width: naturalWidth, height: naturalHeight })}
          style={{
            position: 'absolute',
            top: '50%',
            left: '50%',
            width: isSideways ? `${(shape.width / shape.height) * 100}%` : '100%',
            maxWidth: 'none',
            transform: `translate(-50%, -50%) rotate(${turn}deg)`,
          }}
        />
      </Box>
    </Box>
  );
}
