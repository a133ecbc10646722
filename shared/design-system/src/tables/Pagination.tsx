import { Button, HStack, Text } from '@chakra-ui/react';
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';

export type PaginationProps = { total: number; page: number; pageSize: number; onPageChange: (page: number) => void };

/** Which rows of how many are shown, and the way to the others. `page` counts from 0. */
export function Pagination({ total, page, pageSize, onPageChange }: PaginationProps) {
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <HStack as="nav" aria-label="Pages" justify="space-between" pt="3">
      <Text fontSize="sm" color="fg.muted" aria-live="polite">{from.toLocaleString('en-KE')}–{to.toLocaleString('en-KE')} of {total.toLocaleString('en-KE')}</Text>
      <HStack gap="2">
        <Button size="sm" variant="outline" disabled={page === 0} onClick={() => onPageChange(page - 1)}><ChevronLeftIcon size={16} aria-hidden />Previous</Button>
        <Button size="sm" variant="outline" disabled={to >= total} onClick={() => onPageChange(page + 1)}>Next<ChevronRightIcon size={16} aria-hidden /></Button>
      </HStack>
    </HStack>
  );
}
