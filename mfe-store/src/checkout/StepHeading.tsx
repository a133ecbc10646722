import { useEffect, useRef, type ReactNode } from 'react';
import { Heading } from '@masomo/design-system';

/** A step's title; takes the focus when the step appears so that screen readers announce it and keyboard users continue from there. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Heading as="h3" size="lg" ref={heading} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
      {children}
    </Heading>
  );
}
