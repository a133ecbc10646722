import { configure, prettyDOM } from '@testing-library/react';

configure({
  // A busy machine may take its time; what never comes still fails.
  asyncUtilTimeout: 8_000,
  // Waiting for an element fails many times before it succeeds: the page is printed only for a message that somebody reads.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
    });
    return error;
  },
});
