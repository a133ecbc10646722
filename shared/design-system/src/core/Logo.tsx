import { chakra } from '@chakra-ui/react';

const Wordmark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5em',
    color: 'fg',
    fontSize: '1.1875rem',
    fontWeight: '700',
    letterSpacing: '-0.035em',
    lineHeight: '1',
    whiteSpace: 'nowrap',
  },
});

/** The mark: an open book that is also a reader with raised arms. */
export function LogoMark({
  size = 28,
  board = 'var(--ds-colors-accent-solid)',
  figure = 'var(--ds-colors-accent-contrast)',
}: {
  size?: number;
  board?: string;
  figure?: string;
}) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill={board} />
      <g fill={figure}>
        <circle cx="16" cy="8.6" r="2.9" />
        <path d="M15.1 15.6v10.2l-7.3-2.7a2 2 0 0 1-1.3-1.9v-7.6c0-.9.9-1.5 1.7-1.2l6.2 2.3c.4.1.7.5.7.9Z" />
        <path d="M16.9 15.6v10.2l7.3-2.7a2 2 0 0 0 1.3-1.9v-7.6c0-.9-.9-1.5-1.7-1.2l-6.2 2.3c-.4.1-.7.5-.7.9Z" opacity=".66" />
      </g>
    </svg>
  );
}

/** Mark and wordmark. The name is a setting of the installation. */
export function Logo({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <Wordmark>
      <LogoMark size={size} />
      {name}
    </Wordmark>
  );
}
