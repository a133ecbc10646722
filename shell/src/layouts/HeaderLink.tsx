import { Box } from '@masomo/design-system';
import { NavLink } from '@masomo/navigation';

/** A link of the main menu. */
export function HeaderLink({ to, label }: { to: string; label: string }) {
  return (
    <Box
      asChild
      px="3"
      py="2"
      borderRadius="md"
      fontSize="sm"
      fontWeight="500"
      color="fg.muted"
      _hover={{ color: 'fg', bg: 'bg.muted' }}
      css={{ '&[aria-current="page"]': { color: 'accent.fg', fontWeight: '600' } }}
    >
      <NavLink discover="none" to={to} end={to === '/'}>
        {label}
      </NavLink>
    </Box>
  );
}
