import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PlusIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';
import { Menu, Portal } from '@masomo/design-system/popups';
import { useNavigate } from '@masomo/navigation';

const kinds = [
  { value: '/dashboard/cms/pages/new', label: msg`Page` },
  { value: '/dashboard/cms/content?new=1', label: msg`Question` },
  { value: '/dashboard/cms/content/testimonials?new=1', label: msg`Testimonial` },
  { value: '/dashboard/cms/media', label: msg`Files` },
  { value: '/dashboard/cms/pricing?tab=plans&new=1', label: msg`Plan` },
  { value: '/dashboard/cms/pricing?tab=addons&new=1', label: msg`Add-on` },
  { value: '/dashboard/cms/pricing?tab=services&new=1', label: msg`Service` },
  { value: '/dashboard/cms/redirects?new=1', label: msg`Redirect` },
] as const;

/** A menu of everything an editor can create. */
export function NewContent() {
  const navigate = useNavigate();
  return (
    <Menu.Root onSelect={({ value }) => void navigate(value)}>
      <Menu.Trigger asChild>
        <Button size="sm" variant="outline" aria-label={t`New content`}>
          <PlusIcon size={16} aria-hidden />
          <Box as="span" hideBelow="sm">
            <Trans>New content</Trans>
          </Box>
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {kinds.map(({ value, label }) => (
              <Menu.Item key={value} value={value}>
                {t(label)}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
