import { t } from '@lingui/core/macro';
import { Box, chakra } from '@chakra-ui/react';
import { ChevronRightIcon } from 'lucide-react';
import { AppLink } from '@masomo/design-system';

export type Crumb = { path: string; label: string };

const List = chakra('ol', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', minW: '0', listStyleType: 'none', textStyle: 'sm', whiteSpace: 'nowrap' },
});
const Item = chakra('li', {
  base: {
    display: 'none',
    alignItems: 'center',
    gap: '1.5',
    minW: '0',
    color: 'fg.muted',
    flexShrink: '0',
    xl: { display: 'flex' },
    // A narrow screen has room for one: the screen above, else the screen itself.
    '&[data-nearest]': { display: 'flex', flexShrink: '1' },
    '& > svg': { flexShrink: '0', color: 'fg.subtle' },
  },
});

/** Where a person is: the screens above the one shown, the outermost first, then that one. */
export function Breadcrumbs({ trail, pathname }: { trail: readonly Crumb[]; pathname: string }) {
  const isThere = trail.at(-1)?.path === pathname;
  const nearest = isThere && trail.length > 2 ? trail.length - 2 : trail.length - 1;
  return (
    <Box as="nav" aria-label={t`Breadcrumb`} minW="0" flex="1">
      <List>
        {trail.map(({ path, label }, index) => (
          <Item key={path} data-nearest={index === nearest || undefined}>
            {index > 0 && (
              <Box asChild hideBelow="xl">
                <ChevronRightIcon size={14} aria-hidden />
              </Box>
            )}
            {path === pathname ? (
              <Box as="span" aria-current="page" color="fg" fontWeight="500" truncate>
                {label}
              </Box>
            ) : (
              <AppLink to={path} color="fg.muted" truncate>
                {label}
              </AppLink>
            )}
          </Item>
        ))}
      </List>
    </Box>
  );
}
