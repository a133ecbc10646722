import {
  Banknote,
  BookOpen,
  ClipboardList,
  Fingerprint,
  GraduationCap,
  Network,
  Printer,
  Puzzle,
  QrCode,
  ShieldCheck,
  Smartphone,
  Video,
  type LucideIcon,
} from 'lucide-react';
import { Center } from '@masomo/design-system';

/** Icons an add-on can name in the price book. */
const icons: Record<string, LucideIcon> = {
  'qr-code': QrCode,
  'shield-check': ShieldCheck,
  smartphone: Smartphone,
  'clipboard-list': ClipboardList,
  fingerprint: Fingerprint,
  'graduation-cap': GraduationCap,
  video: Video,
  network: Network,
  'book-open': BookOpen,
  banknote: Banknote,
  printer: Printer,
};

/** The icon of a name in the price book; a puzzle piece for an unknown name. */
export function addonIcon(name: string | null): LucideIcon {
  return (name ? icons[name] : undefined) ?? Puzzle;
}

/** The icon of an add-on on a tinted tile. */
export function AddonIcon({ name }: { name: string | null }) {
  const IconComponent = addonIcon(name);
  return (
    <Center boxSize="10" borderRadius="lg" bg="accent.subtle" color="accent.fg" aria-hidden>
      <IconComponent size={20} />
    </Center>
  );
}
