import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { ChevronDownIcon } from 'lucide-react';
import { Box, Stack, Text } from '@masomo/design-system';
import type { SiteMenuEntry } from '@masomo/domain/siteMenu';
import { headerEntry, HeaderLink } from './HeaderLink.tsx';

/** An entry of the main menu in the header: a link, or a button that opens the links below it, with and without scripts. */
export function HeaderEntry({ entry }: { entry: SiteMenuEntry }) {
  const { label, lang, links } = entry;
  if (!links?.length) return <HeaderLink link={entry} />;
  return (
    <Box asChild position="relative">
      {/* The browser closes the one that is open when another of the same name opens. */}
      <details name="main-menu" onBlur={closeWhenLeft} onKeyDown={closeOnEscape} onClick={closeAfterLink}>
        <Box asChild {...headerEntry} display="flex" alignItems="center" gap="1" cursor="pointer" listStyle="none">
          <summary lang={lang}>
            {label}
            <ChevronDownIcon size={14} aria-hidden />
          </summary>
        </Box>
        <Stack
          position="absolute"
          top="full"
          insetStart="0"
          minW="48"
          mt="2"
          p="2"
          gap="1"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="lg"
          boxShadow="lg"
        >
          {links.map((link, index) => (
            <HeaderLink key={index} link={link} />
          ))}
        </Stack>
      </details>
    </Box>
  );
}

/** The same entry in the menu of small screens, where the links below it are always there. */
export function SmallMenuEntry({ entry }: { entry: SiteMenuEntry }) {
  const { label, lang, links } = entry;
  if (!links?.length) return <HeaderLink link={entry} />;
  return (
    <Stack gap="1" role="group" aria-label={label}>
      <Text {...headerEntry} color="fg.subtle" _hover={{}} pb="0" lang={lang}>
        {label}
      </Text>
      <Stack gap="1" ps="3">
        {links.map((link, index) => (
          <HeaderLink key={index} link={link} />
        ))}
      </Stack>
    </Stack>
  );
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  // A press on the summary of a browser that gives it no focus has no target here.
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function closeAfterLink({ target, currentTarget }: MouseEvent<HTMLDetailsElement>): void {
  if (target instanceof Element && target.closest('a')) currentTarget.open = false;
}
