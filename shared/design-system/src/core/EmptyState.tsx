import type { ReactNode } from 'react';
import { StateFrame } from './StateFrame.tsx';

export type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Empty state of a screen or list: what to do next. */
export function EmptyState(props: EmptyStateProps) {
  return <StateFrame tone="gray" {...props} />;
}
