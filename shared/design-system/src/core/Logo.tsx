import { HStack, Span } from '@chakra-ui/react';

/** The mark: an open book whose pages rise like steps. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--ds-colors-accent-solid)" />
      <path d="M7 22V11.5c3-1.2 6.2-.8 9 1.4 2.8-2.2 6-2.6 9-1.4V22c-3-1.2-6.2-.8-9 1.4-2.8-2.2-6-2.6-9-1.4Z" fill="none" stroke="var(--ds-colors-accent-contrast)" strokeWidth="2.2" strokeLinejoin="round" />
      <path d="M16 13v10.2" stroke="var(--ds-colors-accent-contrast)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}

/** Mark and wordmark. The name is a setting, so it comes from outside. */
export function Logo({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <HStack gap="2.5" as="span">
      <LogoMark size={size} />
      <Span fontWeight="700" fontSize="lg" letterSpacing="-0.02em">{name}</Span>
    </HStack>
  );
}
