import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Flex, HStack, NativeSelect, Text } from '@chakra-ui/react';
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import { formatNumber } from '@masomo/domain/number';
import { nativeSelectRecipe } from '../theme/recipes/forms.ts';
import { pageWindow } from './pageWindow.ts';

export type PaginationProps = {
  total: number;
  /** More than `total` rows match; they were not counted. */
  hasMore?: boolean | undefined;
  /** Zero-based. */
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  onPageSizeChange?: (pageSize: number) => void;
};

const pageSizes = [10, 25, 50, 100];

/** The range of visible rows, their total, and buttons for the other pages. */
export function Pagination({ total, hasMore = false, page, pageSize, onPageChange, onPageSizeChange }: PaginationProps) {
  const from = total === 0 ? 0 : page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Flex as="nav" aria-label={t`Pages`} justify="space-between" align="center" gap="3" wrap="wrap" pt="3">
      <HStack gap="4">
        <Text textStyle="sm" color="fg.muted" aria-live="polite" fontVariantNumeric="tabular-nums">
          {hasMore ? (
            <Trans>
              {formatNumber(from)}–{formatNumber(to)} of more than {formatNumber(to)}
            </Trans>
          ) : (
            <Trans>
              {formatNumber(from)}–{formatNumber(to)} of {formatNumber(total)}
            </Trans>
          )}
        </Text>
        {onPageSizeChange && (
          <NativeSelect.Root recipe={nativeSelectRecipe} size="sm" w="auto" hideBelow="sm">
            <NativeSelect.Field
              aria-label={t`Rows per page`}
              value={pageSize}
              onChange={(event) => onPageSizeChange(Number(event.currentTarget.value))}
            >
              {[...new Set([...pageSizes, pageSize])]
                .sort((a, b) => a - b)
                .map((size) => (
                  <option key={size} value={size}>
                    {t`${size} per page`}
                  </option>
                ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        )}
      </HStack>
      <HStack gap="1" hidden={pages === 1 && page === 0}>
        <Button size="sm" variant="outline" disabled={page === 0} onClick={() => onPageChange(page - 1)}>
          <ChevronLeftIcon aria-hidden />
          <Trans>Previous</Trans>
        </Button>
        <HStack gap="0.5" hideBelow="md" px="1">
          {pages > 1 &&
            pageWindow(page, pages).map((entry, index) =>
              entry === null ? (
                <Text key={`gap-${index}`} as="span" color="fg.subtle" px="1" aria-hidden>
                  …
                </Text>
              ) : (
                <Button
                  key={entry}
                  size="sm"
                  variant={entry === page ? 'subtle' : 'ghost'}
                  px="2"
                  fontVariantNumeric="tabular-nums"
                  aria-label={t`Page ${entry + 1}`}
                  {...(entry === page ? { 'aria-current': 'page' as const } : {})}
                  onClick={() => entry !== page && onPageChange(entry)}
                >
                  {formatNumber(entry + 1)}
                </Button>
              ),
            )}
        </HStack>
        <Button size="sm" variant="outline" disabled={to >= total} onClick={() => onPageChange(page + 1)}>
          <Trans>Next</Trans>
          <ChevronRightIcon aria-hidden />
        </Button>
      </HStack>
    </Flex>
  );
}
