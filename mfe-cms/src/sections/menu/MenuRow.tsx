import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { ArrowDownIcon, ArrowUpIcon, GripVerticalIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { Badge, Box, HStack, IconButton, Text } from '@masomo/design-system';
import type { StoredMenuEntry } from '@masomo/domain/siteMenu';

type MenuRowProps = {
  id: string;
  entry: StoredMenuEntry;
  path: string;
  isFirst: boolean;
  isLast: boolean;
  problems: Readonly<Record<string, string>>;
  isReachable: (target: string) => boolean;
  onStep: (up: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
  /** The entries below it. */
  children: ReactNode;
};

/** An entry of the menu in one line, with what keeps visitors from seeing it. */
export function MenuRow({ id, entry, path, isFirst, isLast, problems, isReachable, onStep, onEdit, onRemove, children }: MenuRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t`sortable` },
  });
  const { label, sw, to = '', shownTo } = entry;
  const name = label || t`New entry`;
  const isBelow = path.includes('links');
  const problem = ['label', 'sw', 'to', 'shownTo', 'links'].map((field) => problems[`${path}.${field}`]).find(Boolean);
  return (
    <Box
      as="li"
      ref={setNodeRef}
      id={`menu-${id}`}
      // One level of boxes: what is below an entry has none of its own.
      borderWidth={isBelow ? undefined : '1px'}
      borderRadius="md"
      bg="bg.panel"
      position="relative"
      zIndex={isDragging ? 1 : undefined}
      opacity={isDragging ? 0.7 : 1}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
    >
      <HStack gap="1" minH={isBelow ? '8' : '10'} ps="1" pe="1">
        <IconButton
          ref={setActivatorNodeRef}
          size="xs"
          variant="ghost"
          cursor="grab"
          touchAction="none"
          {...attributes}
          {...listeners}
          aria-label={t`Drag ${name}`}
        >
          <GripVerticalIcon size={16} />
        </IconButton>
        <Box flex="1" minW="0" py="1">
          <HStack gap="2" flexWrap="wrap" rowGap="0">
            <Text fontSize="sm" fontWeight="600" color={shownTo === 'nobody' ? 'fg.muted' : undefined}>
              {name}
            </Text>
            {to && (
              <Text fontSize="sm" color="fg.muted" truncate translate="no">
                {to}
              </Text>
            )}
            {shownTo === 'nobody' && (
              <Badge>
                <Trans>Hidden</Trans>
              </Badge>
            )}
            {shownTo === 'visitors' && (
              <Badge>
                <Trans>Signed-out visitors</Trans>
              </Badge>
            )}
            {sw.trim() === '' && (
              <Badge colorPalette="yellow">
                <Trans>Not in Swahili</Trans>
              </Badge>
            )}
          </HStack>
          {(problem ?? !isReachable(to)) && (
            <Text fontSize="sm" color={problem ? 'fg.error' : 'fg.warning'}>
              {problem ?? <Trans>No page is published at {to}: visitors do not see this entry.</Trans>}
            </Text>
          )}
        </Box>
        <HStack gap="0">
          <IconButton size="xs" variant="ghost" aria-label={t`Move ${name} up`} disabled={isFirst} onClick={() => onStep(true)}>
            <ArrowUpIcon size={16} />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={t`Move ${name} down`} disabled={isLast} onClick={() => onStep(false)}>
            <ArrowDownIcon size={16} />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={t`Edit ${name}`} onClick={onEdit}>
            <PencilIcon size={16} />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={t`Remove ${name}`} onClick={onRemove}>
            <Trash2Icon size={16} />
          </IconButton>
        </HStack>
      </HStack>
      {children && (
        <Box ps={{ base: '3', md: '8' }} pe="2" pb="2">
          {children}
        </Box>
      )}
    </Box>
  );
}
