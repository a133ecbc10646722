import { msg, t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
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

/** A menu of everything an editor can create. It is open at first, since its code is loaded when it is opened. */
export function NewContentMenu({ children }: { /** The button that opens it. */ children: ReactElement }) {
  const navigate = useNavigate();
  return (
    <Menu.Root defaultOpen onSelect={({ value }) => void navigate(value)}>
      <Menu.Trigger asChild>{children}</Menu.Trigger>
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
