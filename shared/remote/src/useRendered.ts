import { useLayoutEffect } from 'react';
import { renderedEvent } from '@masomo/contracts/document';

/**
 * Says that the page is hydrated, so that presses reach it. Called by the page itself: what is in a Suspense boundary is hydrated
 * after what is around it.
 */
export function useRendered(): void {
  useLayoutEffect(() => void window.dispatchEvent(new Event(renderedEvent)), []);
}
